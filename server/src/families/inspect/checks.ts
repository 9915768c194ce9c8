import logSchema from '../../../../schemas/inspect/log.schema.json';
import sampleSchema from '../../../../schemas/inspect/sample.schema.json';
import { log, sample } from '../../generated/inspect.validators';
import { withChecks } from '../defineFamily';
import kinds from './kinds';

export default withChecks(kinds, {
  schemas: { log: logSchema, sample: sampleSchema },
  validators: { log, sample },
});
