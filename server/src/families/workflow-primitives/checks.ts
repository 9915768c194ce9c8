import artifactReturnSchema from '../../../../schemas/workflow-primitives/artifact-return.schema.json';
import inputSchema from '../../../../schemas/workflow-primitives/input.schema.json';
import { artifactReturn, input } from '../../generated/workflow-primitives.validators';
import { iterationGoesBack } from '../../rules/envelope/iterationGoesBack';
import { withChecks } from '../defineFamily';
import { checkModule } from './documents/checkModule';
import { registry } from './documents/registry';
import kinds from './kinds';
import failedButProceeds from './rules/failedButProceeds';
import returnWithoutInput from './runRules/returnWithoutInput';

export default withChecks(kinds, {
  schemas: { 'artifact-return': artifactReturnSchema, input: inputSchema },
  validators: { input, 'artifact-return': artifactReturn },
  rules: [failedButProceeds],
  runRules: [iterationGoesBack, returnWithoutInput],
  documents: [registry, checkModule],
});
