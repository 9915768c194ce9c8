/** A run passed to a command, and a step of it. */
export interface RunArgument {
  run: string;
  step?: number;
}

/**
 * The runs passed to a command: a code lens passes a run and a step of it, a tree's menu its node and all selected
 * ones. Each run once, that of the node first.
 */
export function runArguments(on: unknown, more: unknown): RunArgument[] {
  if (typeof on === 'string') return [{ run: on, ...stepOf(more) }];
  const runs = new Map<string, RunArgument>();
  for (const branch of [on, ...(Array.isArray(more) ? more : [])]) {
    const named = branchArgument(branch);
    if (named && !runs.has(named.run)) runs.set(named.run, named);
  }
  return [...runs.values()];
}

function branchArgument(branch: unknown): RunArgument | undefined {
  const node = fieldsOf(fieldsOf(branch)?.['node']);
  const run = node?.['run'];
  return typeof run === 'string' ? { run, ...stepOf(node?.['step']) } : undefined;
}

function stepOf(step: unknown): { step?: number } {
  return typeof step === 'number' && Number.isSafeInteger(step) && step >= 0 ? { step } : {};
}

function fieldsOf(value: unknown): Record<string, unknown> | undefined {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
}
