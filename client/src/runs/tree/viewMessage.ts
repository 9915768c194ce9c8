/** The texts above the tree of runs, and beside its title. */
export interface ViewTexts {
  message: string | undefined;
  description: string | undefined;
}

export interface ViewFacts {
  /** The number of root nodes. */
  roots: number;
  /** The number of runs that match the filter, if known. */
  shown: number | undefined;
  /** In the whole workspace. */
  runs: number;
  filter: string;
  /** The syntax error in the filter. */
  fault: string | undefined;
  reading: boolean;
}

/**
 * The filter's error, else counts, the current filter, and whether reading goes on. A message hides the welcome view,
 * so an empty tree has none.
 */
export function viewMessage({ roots, shown, runs, filter, fault, reading }: ViewFacts): ViewTexts {
  if (fault !== undefined) return { message: fault, description: filter };
  const all = `${runs.toLocaleString('en')} ${runs === 1 ? 'run' : 'runs'}`;
  // The number of matching runs is unknown where groups are shown; the total would look like it.
  const counts = !filter ? reading && all : shown !== undefined && `${shown.toLocaleString('en')} of ${all}`;
  const words = [runs > 0 && counts, filter && `filter: ${filter}`, reading && 'still reading…'];
  const said = words.filter(Boolean).join(' · ') || undefined;
  return roots === 0 ? { message: undefined, description: said } : { message: said, description: undefined };
}
