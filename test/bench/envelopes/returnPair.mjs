import { prose, time } from './said.mjs';

/** What an agent of the workflow primitives is given, and what it returns. */
export function returnPair({ id, workflow, iteration, n }) {
  const root = `specs/${id}/`;
  const input = {
    context: { feature_id: id, workflow, iteration, plugin: 'humaninloop-specs' },
    paths: {
      index: `${root}.workflow/index.md`,
      spec: `${root}spec.md`,
      artifacts: [`${root}checklists/requirements.md`],
    },
    task: { mode: 'apply_answers', params: { answers: [{ id: 'C1.1', answer: prose(n, 2) }] } },
  };
  const at = time(n * 60);
  const output = {
    success: true,
    artifacts: [
      { path: `${root}spec.md`, operation: 'overwrite', content: `# Feature ${n}\n\n- **FR-001**: ${prose(n, 60)}\n` },
    ],
    state_updates: {
      workflow_status: {
        current_phase: 'validating',
        current_agent: 'spec-clarify',
        status: 'in_progress',
        last_run: at,
      },
      document_availability: { 'spec.md': 'present', 'plan.md': 'absent' },
      decisions_log: [
        { timestamp: at, workflow, agent: 'spec-clarify', decision: prose(n, 1), rationale: 'Answer to C1.1' },
      ],
      handoff_notes: { from: 'spec-clarify', notes: [prose(n + 1, 2), 'Ready for validation'] },
    },
    next_recommendation: 'proceed',
  };
  return [input, output];
}
