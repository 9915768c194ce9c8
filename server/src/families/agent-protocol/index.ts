import inputSchema from '../../../../schemas/agent-protocol/input.schema.json';
import outputSchema from '../../../../schemas/agent-protocol/output.schema.json';
import snippets from '../../../../snippets/agent-protocol.json';
import { input, output } from '../../generated/agent-protocol.validators';
import { all, any, defineFamily, some } from '../defineFamily';
import { iterationGoesBack } from '../iterationGoesBack';
import { conversions } from './conversions';
import failedButProceeds from './rules/failedButProceeds';
import namesAnAgent from './rules/namesAnAgent';
import noFeature from './rules/noFeature';
import superseded from './rules/superseded';
import outputWithoutInput from './runRules/outputWithoutInput';
import { steps } from './steps';

export default defineFamily('agent-protocol', {
  title: 'Agent Protocol',
  source: 'ADR-007, Agent Communication Schema',
  rules: [superseded, failedButProceeds, namesAnAgent, noFeature],
  conversions,
  snippets,
  steps,
  runRules: [iterationGoesBack, outputWithoutInput],
  kinds: {
    input: {
      schema: inputSchema,
      validate: input,
      signature: {
        keys: {
          '/context': 1,
          '/paths': 1,
          '/task': 1,
          '/prior_context': 1,
          '/context/feature_id': 1,
          '/context/workflow': 0.5,
          '/context/iteration': 0.5,
          '/task/action': 1.5,
          '/task/params': 0.5,
        },
        proof: [all(some(2, '/context', '/paths', '/task'), any('/context/feature_id', '/prior_context'))],
      },
      tells: { run: ['/context/feature_id'], title: ['/task/action'], peer: ['/context/workflow'] },
    },
    output: {
      schema: outputSchema,
      validate: output,
      carries: { items: '/artifacts', path: '/path', content: '/content' },
      signature: {
        keys: { '/success': 1, '/summary': 1, '/artifacts': 1, '/notes': 0.5, '/recommendation': 1.5 },
        // All four keys are proof enough: the recommendation may be misspelt.
        proof: [
          some(4, '/success', '/summary', '/artifacts', '/recommendation'),
          all(
            some(3, '/success', '/summary', '/artifacts', '/recommendation'),
            any(
              { at: '/recommendation', is: ['proceed', 'retry', 'escalate'] },
              { at: '/artifacts', each: '/operation' },
            ),
          ),
        ],
      },
      tells: { title: ['/summary'], status: ['/recommendation'], text: ['/summary'] },
    },
  },
});
