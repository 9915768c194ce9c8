import trajectorySchema from '../../../../schemas/swe-agent/trajectory.schema.json';
import { trajectory } from '../../generated/swe-agent.validators';
import { withChecks } from '../defineFamily';
import kinds from './kinds';

export default withChecks(kinds, {
  schemas: { trajectory: trajectorySchema },
  validators: { trajectory },
});
