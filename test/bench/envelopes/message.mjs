import { prose, time } from './said.mjs';

const AGENTS = ['conductor', 'architect', 'build', 'review', 'fix', 'document'];

/** A message of a workflow, in which each agent hands off to the next. */
export function message(workflow, n) {
  const from = AGENTS[n % AGENTS.length];
  const to = AGENTS[(n + 1) % AGENTS.length];
  const artifact = {
    type: 'code',
    path: `src/export/part${n}.ts`,
    content: `// ${prose(n, 3)}\nexport const part${n} = (rows: string[][]) => rows.map(row => row.join(';'));\n`,
    language: 'typescript',
    status: 'proposed',
  };
  return {
    id: `msg_${workflow}_${n}`,
    timestamp: time(workflow * 10_000 + n * 30),
    from,
    to,
    intent: n === 0 ? 'idea' : 'task',
    context: { project: 'ledger', domain: 'feature', priority: 1 + (n % 3), workflowId: `wf_${workflow}` },
    payload: {
      input: prose(workflow + n, 6),
      output: { summary: prose(n, 9), filesChanged: n % 5 },
      ...(n % 4 === 2 ? { artifacts: [artifact] } : {}),
      confidence: 0.9 + (n % 10) / 100,
      needsReview: false,
    },
    handoff: { nextAgent: to, instructions: prose(n + 1, 1) },
  };
}
