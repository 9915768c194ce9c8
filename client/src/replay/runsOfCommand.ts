/**
 * Returns the workflow runs to which a command applies, each once, from the command's arguments. A code lens passes a run and a step. A tree's
 * menu passes the clicked node, whose run comes first, and all selected nodes.
 */
export function runsOfCommand(first: unknown, second: unknown): RunArgument[] {
  if (typeof first === 'string') return [{ run: first, ...stepOf(second) }];
  const runs = new Map<string, RunArgument>();
  for (const element of [first, ...(Array.isArray(second) ? second : [])]) {
    const argument = elementArgument(element);
    if (argument && !runs.has(argument.run)) runs.set(argument.run, argument);
  }
  return [...runs.values()];
}

/** A run that a command acts on, by its key; `step` is the index of a step in the run, if the command acts on a step. */
export interface RunArgument {
  run: string;
  step?: number;
}

function elementArgument(element: unknown): RunArgument | undefined {
  const node = fieldsOf(fieldsOf(element)?.['node']);
  const run = node?.['run'];
  return typeof run === 'string' ? { run, ...stepOf(node?.['step']) } : undefined;
}

function stepOf(step: unknown): { step?: number } {
  return typeof step === 'number' && Number.isSafeInteger(step) && step >= 0 ? { step } : {};
}

function fieldsOf(value: unknown): Record<string, unknown> | undefined {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
}
