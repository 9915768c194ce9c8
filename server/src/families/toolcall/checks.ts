import callSchema from '../../../../schemas/toolcall/call.schema.json';
import catalogueSchema from '../../../../schemas/toolcall/catalogue.schema.json';
import quarantinedCallSchema from '../../../../schemas/toolcall/quarantined-call.schema.json';
import resultSchema from '../../../../schemas/toolcall/result.schema.json';
import traceSchema from '../../../../schemas/toolcall/trace.schema.json';
import { call, catalogue, quarantinedCall, result, trace } from '../../generated/toolcall.validators';
import { withChecks } from '../defineFamily';
import kinds from './kinds';
import argumentsOfTool from './rules/arguments';
import brokenParameters from './rules/catalogueSchema';
import duplicateTool from './rules/duplicateTool';
import rejectedCall from './rules/rejectedCall';
import resultContradicts from './rules/resultContradicts';
import unconfirmedTrigger from './rules/unconfirmedTrigger';
import unknownTool from './rules/unknownTool';
import callWithoutResult from './runRules/callWithoutResult';
import duplicateCall from './runRules/duplicateCall';
import duplicateResult from './runRules/duplicateResult';
import lateResult from './runRules/lateResult';
import resultWithoutCall from './runRules/resultWithoutCall';

export default withChecks(kinds, {
  schemas: {
    call: callSchema,
    catalogue: catalogueSchema,
    'quarantined-call': quarantinedCallSchema,
    result: resultSchema,
    trace: traceSchema,
  },
  validators: { call, result, catalogue, trace, 'quarantined-call': quarantinedCall },
  rules: [
    rejectedCall,
    resultContradicts,
    unconfirmedTrigger,
    unknownTool,
    argumentsOfTool,
    brokenParameters,
    duplicateTool,
  ],
  runRules: [callWithoutResult, duplicateCall, duplicateResult, lateResult, resultWithoutCall],
});
