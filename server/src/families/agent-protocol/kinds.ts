import schemas from '../../generated/agent-protocol.recognition.json';
import type { Kind } from '../../model/kind';
import type { Draft } from '../../model/run';
import { all, atLeast, defineFamily, none } from '../defineFamily';
import { inputDraft, outputDraft } from '../drafts/workflowDrafts';
import { CARRIED_FILES_EVIDENCE, NAMED_PATHS_EVIDENCE, namedInputEvidence } from '../workflowEvidence';

const RECOMMENDATIONS = schemas.output.properties.recommendation.enum;

// Actions in real workflows; others are valid, too.
const ACTIONS = [
  'validate',
  'create',
  'update',
  'scaffold',
  'write_spec',
  'apply_answers',
  'discover',
  'classify_gaps',
];

export default defineFamily('agent-protocol', {
  title: 'Agent Protocol',
  reference: 'ADR-007, Agent Communication Schema',
  steps,
  kinds: {
    input: {
      schema: schemas.input,
      signature: {
        keys: {
          '/context': 0.5,
          '/paths': 0.5,
          '/task': 0.5,
          '/prior_context': 1,
          '/context/feature_id': 1.25,
          '/context/workflow': 0.5,
          '/context/iteration': 0.5,
          '/task/action': 0.75,
          '/task/params': 0.75,
        },
        evidence: [
          ...NAMED_PATHS_EVIDENCE,
          ...namedInputEvidence('/task/action'),
          { when: { at: '/task/action', is: ACTIONS }, weight: 0.5 },
          { when: all('/context', '/paths', '/task', '/prior_context', none('/task/mode')), weight: 2.5 },
        ],
      },
      fieldPointers: { run: ['/context/feature_id'], title: ['/task/action'], peer: ['/context/workflow'] },
    },
    output: {
      schema: schemas.output,
      carries: { items: '/artifacts', path: '/path', content: '/content' },
      signature: {
        keys: { '/success': 1, '/summary': 1, '/artifacts': 0.75, '/notes': 0.5, '/recommendation': 2.75 },
        evidence: [
          ...CARRIED_FILES_EVIDENCE,
          // The recommendation may be misspelt.
          { when: all('/success', '/summary', '/artifacts', '/recommendation'), weight: 1.25 },
          // Or one of the names may be missing or misspelt.
          {
            when: all({ at: '/recommendation', is: RECOMMENDATIONS }, atLeast(2, '/success', '/summary', '/artifacts')),
            weight: 0.75,
          },
        ],
      },
      fieldPointers: { title: ['/summary'], status: ['/recommendation'], text: ['/summary'] },
    },
  },
});

/** Inputs are questions, outputs are answers. State updates in outputs of the superseded protocol are also read. */
export function steps(value: Record<string, unknown>, kind: Kind): Draft[] {
  return [kind.id === 'agent-protocol/input' ? inputDraft(value, kind) : outputDraft(value, kind)];
}
