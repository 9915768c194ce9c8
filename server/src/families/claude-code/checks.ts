import lineSchema from '../../../../schemas/claude-code/line.schema.json';
import { line } from '../../generated/claude-code.validators';
import { withChecks } from '../defineFamily';
import kinds from './kinds';

export default withChecks(kinds, {
  schemas: { line: lineSchema },
  validators: { line },
});
