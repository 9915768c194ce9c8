import eventSchema from '../../../../schemas/openhands/event.schema.json';
import { event } from '../../generated/openhands.validators';
import { withChecks } from '../defineFamily';
import kinds from './kinds';

export default withChecks(kinds, {
  schemas: { event: eventSchema },
  validators: { event },
});
