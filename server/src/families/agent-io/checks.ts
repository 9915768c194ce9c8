import eventSchema from '../../../../schemas/agent-io/event.schema.json';
import requestSchema from '../../../../schemas/agent-io/request.schema.json';
import responseSchema from '../../../../schemas/agent-io/response.schema.json';
import {
  eventCanonical,
  eventLogRecord,
  eventStructured,
  eventTraceEntry,
  request,
  response,
} from '../../generated/agent-io.validators';
import { withChecks } from '../defineFamily';
import kinds from './kinds';
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

export default withChecks(kinds, {
  schemas: { event: eventSchema, request: requestSchema, response: responseSchema },
  validators: {
    request,
    response,
    event: {
      canonical: eventCanonical,
      structured: eventStructured,
      'log-record': eventLogRecord,
      'trace-entry': eventTraceEntry,
    },
  },
  rules: [eventWithoutName, recoverableWithoutRetry, redactedNumber, taskWithoutVerb, traceIdDiffers, zoneNotUtc],
  runRules: [responseOfAnotherTrace, secondPlan, timeGoesBack, toolEndWithoutStart],
});
