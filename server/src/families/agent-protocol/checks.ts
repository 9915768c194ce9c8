import inputSchema from '../../../../schemas/agent-protocol/input.schema.json';
import outputSchema from '../../../../schemas/agent-protocol/output.schema.json';
import { input, output } from '../../generated/agent-protocol.validators';
import { iterationGoesBack } from '../../rules/envelope/iterationGoesBack';
import { withChecks } from '../defineFamily';
import kinds from './kinds';
import failedButProceeds from './rules/failedButProceeds';
import namesAnAgent from './rules/namesAnAgent';
import noFeature from './rules/noFeature';
import superseded from './rules/superseded';
import outputWithoutInput from './runRules/outputWithoutInput';

export default withChecks(kinds, {
  schemas: { input: inputSchema, output: outputSchema },
  validators: { input, output },
  rules: [superseded, failedButProceeds, namesAnAgent, noFeature],
  runRules: [iterationGoesBack, outputWithoutInput],
});
