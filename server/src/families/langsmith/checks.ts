import runSchema from '../../../../schemas/langsmith/run.schema.json';
import { run } from '../../generated/langsmith.validators';
import { withChecks } from '../defineFamily';
import kinds from './kinds';

export default withChecks(kinds, {
  schemas: { run: runSchema },
  validators: { run },
});
