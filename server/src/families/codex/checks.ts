import lineSchema from '../../../../schemas/codex/line.schema.json';
import { line } from '../../generated/codex.validators';
import { withChecks } from '../defineFamily';
import kinds from './kinds';

export default withChecks(kinds, {
  schemas: { line: lineSchema },
  validators: { line },
});
