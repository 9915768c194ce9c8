import schemas from '../../generated/workflow-primitives.recognition.json';
import type { Kind } from '../../model/kind';
import type { Draft } from '../../model/run';
import { all, defineFamily } from '../defineFamily';
import { inputDraft, outputDraft } from '../drafts/workflowDrafts';
import { CARRIED_FILES_EVIDENCE, NAMED_PATHS_EVIDENCE, namedInputEvidence } from '../workflowEvidence';

const STATE_KEYS = Object.keys(schemas['artifact-return'].properties.state_updates.properties);

export default defineFamily('workflow-primitives', {
  title: 'Workflow Primitives',
  reference: 'ADR-007, Workflow Primitives Skill Architecture',
  steps,
  kinds: {
    input: {
      schema: schemas.input,
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
        // An agent-protocol input, except for the mode, which that protocol calls action.
        evidence: [
          ...NAMED_PATHS_EVIDENCE,
          ...namedInputEvidence('/task/mode'),
          { when: '/task/action', weight: -2.5 },
        ],
      },
      fieldPointers: { run: ['/context/feature_id'], title: ['/task/mode'], peer: ['/context/workflow'] },
    },
    'artifact-return': {
      schema: schemas['artifact-return'],
      carries: { items: '/artifacts', path: '/path', content: '/content' },
      signature: {
        // Any build report has success and artifacts.
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
          // The names alone, whatever their values are.
          {
            when: all('/success', { at: '/artifacts', some: '/path' }, '/state_updates', '/next_recommendation'),
            weight: 1,
          },
          { when: all('/success', '/guidance', '/available_ids', '/next_recommendation'), weight: 2 },
          // An envelope with both is an agent-protocol output with superseded properties.
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

/** Inputs are questions, artifact returns are answers. */
export function steps(value: Record<string, unknown>, kind: Kind): Draft[] {
  return [kind.id === 'workflow-primitives/input' ? inputDraft(value, kind) : outputDraft(value, kind)];
}
