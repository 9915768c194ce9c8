import { prose } from './said.mjs';

/** What an agent of the agent protocol is given, and what it answers. */
export function inputPair({ id, workflow, iteration, n }) {
  const root = `specs/${id}/`;
  const input = {
    context: { feature_id: id, workflow, iteration },
    paths: {
      feature_root: root,
      spec: `${root}spec.md`,
      index: `${root}.workflow/index.md`,
      artifacts: [`${root}plan.md`, `${root}research.md`],
    },
    task: { action: 'validate', params: { artifact_type: 'plan', phase: String(n % 4) } },
    prior_context: [prose(n, 2), prose(n + 1, 3)],
  };
  const content = Array.from(
    { length: 30 },
    (_, i) => `- **FR-${String(i + 1).padStart(3, '0')}**: ${prose(n + i, 2)}`,
  );
  const output = {
    success: true,
    summary: `Checked the plan: ${n % 9} of 9 checks pass.`,
    artifacts: [
      { path: `${root}check-report.md`, operation: 'create', content: `# Report\n\n${content.join('\n')}\n` },
    ],
    notes: [prose(n + 2, 2)],
    recommendation: 'proceed',
  };
  return [input, output];
}
