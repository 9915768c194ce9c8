import artifactReturnSchema from '../../../../schemas/workflow-primitives/artifact-return.schema.json';
import inputSchema from '../../../../schemas/workflow-primitives/input.schema.json';
import snippets from '../../../../snippets/workflow-primitives.json';
import { artifactReturn, input } from '../../generated/workflow-primitives.validators';
import { all, any, defineFamily, none, some } from '../defineFamily';
import { iterationGoesBack } from '../iterationGoesBack';
import { checkModule } from './documents/checkModule';
import { registry } from './documents/registry';
import failedButProceeds from './rules/failedButProceeds';
import returnWithoutInput from './runRules/returnWithoutInput';
import { steps } from './steps';

export default defineFamily('workflow-primitives', {
  title: 'Workflow Primitives',
  source: 'ADR-007, Workflow Primitives Skill Architecture',
  rules: [failedButProceeds],
  snippets,
  steps,
  documents: [registry, checkModule],
  runRules: [iterationGoesBack, returnWithoutInput],
  kinds: {
    input: {
      schema: inputSchema,
      validate: input,
      signature: {
        keys: {
          '/context': 1,
          '/paths': 1,
          '/task': 1,
          '/context/feature_id': 1,
          '/context/workflow': 0.5,
          '/context/iteration': 0.5,
          '/context/plugin': 1,
          '/task/mode': 2.5,
          '/task/params': 0.5,
        },
        // An agent-protocol input but for the mode, which that protocol calls action.
        proof: [
          all(
            some(2, '/context', '/paths', '/task'),
            any('/context/feature_id', '/prior_context'),
            any(all('/task/mode', none('/task/action')), '/context/plugin'),
          ),
        ],
      },
      tells: { run: ['/context/feature_id'], title: ['/task/mode'], peer: ['/context/workflow'] },
    },
    'artifact-return': {
      schema: artifactReturnSchema,
      validate: artifactReturn,
      carries: { items: '/artifacts', path: '/path', content: '/content' },
      signature: {
        // Success and artifacts alone are what any build report has.
        keys: { '/success': 0.75, '/artifacts': 0.75, '/state_updates': 1.25, '/next_recommendation': 1.5 },
        proof: [
          all(
            any('/next_recommendation', '/state_updates'),
            some(2, '/next_recommendation', '/state_updates', '/success', '/artifacts'),
            // What has both is an agent-protocol output that still has what was superseded.
            none(all('/summary', '/recommendation')),
          ),
        ],
        open: true,
      },
      tells: {
        title: ['/message', '/error'],
        status: ['/next_recommendation'],
        text: ['/message', '/error', '/guidance'],
      },
    },
  },
});
