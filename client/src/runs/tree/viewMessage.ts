/** The texts above the tree of runs, and next to its title. */
export interface ViewTexts {
  message: string | undefined;
  description: string | undefined;
}

export interface ViewFacts {
  /** The number of root nodes. */
  roots: number;
  /** The number of runs that match the filter, if known. */
  shown: number | undefined;
  /** The number of runs in the workspace. */
  runs: number;
  filter: string;
  /** The number of traces of services that are left out. */
  leftOut?: number | undefined;
  /** The syntax error in the filter. */
  fault: string | undefined;
  reading: boolean;
}

/**
 * The filter's error; otherwise the counts, the current filter, and whether the workspace is still being read. An empty
 * tree has no message, since a message hides the welcome view.
 */
export function viewMessage({ roots, shown, runs, filter, leftOut = 0, fault, reading }: ViewFacts): ViewTexts {
  if (fault !== undefined) return { message: fault, description: filter };
  const all = `${runs.toLocaleString('en')} ${runs === 1 ? 'run' : 'runs'}`;
  // With groups, the number of matching runs is unknown; the total alone would look like that number.
  const counts = !filter ? reading && all : shown !== undefined && `${shown.toLocaleString('en')} of ${all}`;
  const words = [
    runs > 0 && counts,
    filter && `filter: ${filter}`,
    leftOut > 0 && leftOutText(leftOut),
    reading && 'still reading…',
  ];
  const text = words.filter(Boolean).join(' · ') || undefined;
  return roots === 0 ? { message: undefined, description: text } : { message: text, description: undefined };
}

function leftOutText(count: number): string {
  return `${count.toLocaleString('en')} ${count === 1 ? 'service trace' : 'service traces'} hidden`;
}
