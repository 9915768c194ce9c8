import type { FamilyRules } from '../../model/family';
import eventWithoutName from './rules/eventWithoutName';
import redactedNumber from './rules/redactedNumber';
import taskWithoutVerb from './rules/taskWithoutVerb';
import zoneNotUtc from './rules/zoneNotUtc';
import responseOfAnotherTrace from './runRules/responseOfAnotherTrace';
import secondPlan from './runRules/secondPlan';
import toolEndWithoutStart from './runRules/toolEndWithoutStart';

/** The rules that check envelopes of the protocol agent-io: requests, responses and events. */
export default {
  rules: [eventWithoutName, redactedNumber, taskWithoutVerb, zoneNotUtc],
  runRules: [responseOfAnotherTrace, secondPlan, toolEndWithoutStart],
} satisfies FamilyRules;
