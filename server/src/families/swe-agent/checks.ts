import messageSchema from '../../../../schemas/swe-agent/message.schema.json';
import trajectorySchema from '../../../../schemas/swe-agent/trajectory.schema.json';
import { message, trajectory } from '../../generated/swe-agent.validators';
import { withChecks } from '../defineFamily';
import kinds from './kinds';

export default withChecks(kinds, {
  schemas: { trajectory: trajectorySchema, message: messageSchema },
  validators: { trajectory, message },
});
