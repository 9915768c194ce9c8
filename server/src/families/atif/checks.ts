import trajectorySchema from '../../../../schemas/atif/trajectory.schema.json';
import { trajectory } from '../../generated/atif.validators';
import { withChecks } from '../defineFamily';
import kinds from './kinds';

export default withChecks(kinds, {
  schemas: { trajectory: trajectorySchema },
  validators: { trajectory },
});
