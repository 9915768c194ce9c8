import sessionSchema from '../../../../schemas/adk/session.schema.json';
import { session } from '../../generated/adk.validators';
import { withChecks } from '../defineFamily';
import kinds from './kinds';

export default withChecks(kinds, {
  schemas: { session: sessionSchema },
  validators: { session },
});
