import observationSchema from '../../../../schemas/langfuse/observation.schema.json';
import traceSchema from '../../../../schemas/langfuse/trace.schema.json';
import { observation, trace } from '../../generated/langfuse.validators';
import { withChecks } from '../defineFamily';
import kinds from './kinds';

export default withChecks(kinds, {
  schemas: { trace: traceSchema, observation: observationSchema },
  validators: { trace, observation },
});
