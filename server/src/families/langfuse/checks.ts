import traceSchema from '../../../../schemas/langfuse/trace.schema.json';
import { trace } from '../../generated/langfuse.validators';
import { withChecks } from '../defineFamily';
import kinds from './kinds';

export default withChecks(kinds, {
  schemas: { trace: traceSchema },
  validators: { trace },
});
