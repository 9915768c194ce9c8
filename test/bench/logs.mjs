/** A log of agent messages, of at least so many megabytes, as its lines; no two are the same. */
export function messageLog(megabytes) {
  const lines = [];
  for (let size = 0; size < megabytes * 1e6; size += lines.at(-1).length + 1)
    lines.push(JSON.stringify(message(lines.length)));
  return lines;
}

function message(index) {
  return {
    id: `msg_${String(index).padStart(6, '0')}`,
    timestamp: new Date(1.8e12 + index * 1000).toISOString(),
    from: 'build',
    to: 'review',
    intent: 'task',
    context: { project: 'ledger', domain: 'feature', priority: 2, workflowId: `wf_${index % 50}` },
    payload: {
      input: 'Let users export their invoices',
      output: { summary: `Step ${index}: ${'the export is written line by line, '.repeat(4)}` },
      confidence: 0.92,
      needsReview: false,
    },
    handoff: { nextAgent: 'review', instructions: 'Check the column order.' },
  };
}
