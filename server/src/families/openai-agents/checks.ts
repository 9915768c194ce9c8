import traceSchema from '../../../../schemas/openai-agents/trace.schema.json';
import { trace } from '../../generated/openai-agents.validators';
import { withChecks } from '../defineFamily';
import kinds from './kinds';

export default withChecks(kinds, {
  schemas: { trace: traceSchema },
  validators: { trace },
});
