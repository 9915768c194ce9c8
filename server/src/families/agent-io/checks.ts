import type { FamilyRules } from '../../model/family';
import eventWithoutName from './rules/eventWithoutName';
import recoverableWithoutRetry from './rules/recoverableWithoutRetry';
import redactedNumber from './rules/redactedNumber';
import taskWithoutVerb from './rules/taskWithoutVerb';
import traceIdDiffers from './rules/traceIdDiffers';
import zoneNotUtc from './rules/zoneNotUtc';
import responseOfAnotherTrace from './runRules/responseOfAnotherTrace';
import secondPlan from './runRules/secondPlan';
import timeGoesBack from './runRules/timeGoesBack';
import toolEndWithoutStart from './runRules/toolEndWithoutStart';

export default {
  rules: [eventWithoutName, recoverableWithoutRetry, redactedNumber, taskWithoutVerb, traceIdDiffers, zoneNotUtc],
  runRules: [responseOfAnotherTrace, secondPlan, timeGoesBack, toolEndWithoutStart],
} satisfies FamilyRules;
