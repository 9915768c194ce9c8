import artifactReturnSchema from '../../../../schemas/workflow-primitives/artifact-return.schema.json';
import inputSchema from '../../../../schemas/workflow-primitives/input.schema.json';
import snippets from '../../../../snippets/workflow-primitives.json';
import { artifactReturn, input } from '../../generated/workflow-primitives.validators';
import { iterationGoesBack } from '../../rules/envelope/iterationGoesBack';
import { all, defineFamily } from '../defineFamily';
import { CARRIED_FILES_EVIDENCE, NAMED_PATHS_EVIDENCE } from '../workflowEvidence';
import { checkModule } from './documents/checkModule';
import { registry } from './documents/registry';
import failedButProceeds from './rules/failedButProceeds';
import returnWithoutInput from './runRules/returnWithoutInput';
import { steps } from './steps';

const STATE_KEYS = Object.keys(artifactReturnSchema.properties.state_updates.properties);

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
          '/context': 0.5,
          '/paths': 0.5,
          '/task': 0.5,
          '/prior_context': 0,
          '/context/feature_id': 1.25,
          '/context/workflow': 0.5,
          '/context/iteration': 0.5,
          '/context/plugin': 1,
          '/task/mode': 1.5,
          '/task/params': 0.75,
        },
        // An agent-protocol input but for the mode, which that protocol calls action.
        evidence: [...NAMED_PATHS_EVIDENCE, { when: '/task/action', weight: -2.5 }],
      },
      fieldPointers: { run: ['/context/feature_id'], title: ['/task/mode'], peer: ['/context/workflow'] },
    },
    'artifact-return': {
      schema: artifactReturnSchema,
      validate: artifactReturn,
      carries: { items: '/artifacts', path: '/path', content: '/content' },
      signature: {
        // Success and artifacts alone are what any build report has.
        keys: {
          '/success': 1,
          '/artifacts': 0.25,
          '/state_updates': 0.25,
          '/next_recommendation': 0.75,
          '/error': 0.25,
          '/guidance': 0.5,
          '/available_ids': 0.75,
          '/message': 0.25,
          '/mode': 0.25,
          ...Object.fromEntries(STATE_KEYS.map(key => [`/state_updates/${key}`, 1])),
        },
        evidence: [
          { when: { at: '/next_recommendation', is: ['proceed', 'retry', 'escalate'] }, weight: 2.25 },
          ...CARRIED_FILES_EVIDENCE,
          // What has both is an agent-protocol output that still has what was superseded.
          { when: all('/summary', '/recommendation'), weight: -4 },
        ],
        open: true,
      },
      fieldPointers: {
        title: ['/message', '/error'],
        status: ['/next_recommendation'],
        text: ['/message', '/error', '/guidance'],
      },
    },
  },
});
