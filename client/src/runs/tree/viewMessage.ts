/** What is to be said above the tree of runs, and beside its title. */
export interface ViewTexts {
  message: string | undefined;
  description: string | undefined;
}

export interface ViewFacts {
  /** Nodes at the root. */
  roots: number;
  /** Runs that the filter lets through, where that is known. */
  shown: number | undefined;
  /** In the whole workspace. */
  runs: number;
  filter: string;
  /** What of the filter can't be understood. */
  fault: string | undefined;
  reading: boolean;
}

/** What is wrong with the filter, else counts, the filter in force, and whether more is to come. A message hides the welcome, so an empty tree has none. */
export function viewMessage({ roots, shown, runs, filter, fault, reading }: ViewFacts): ViewTexts {
  if (fault !== undefined) return { message: fault, description: filter };
  const all = `${runs.toLocaleString('en')} ${runs === 1 ? 'run' : 'runs'}`;
  // How many of them the filter lets through is not known where groups are shown; the number of all would look like it.
  const counts = !filter ? reading && all : shown !== undefined && `${shown.toLocaleString('en')} of ${all}`;
  const words = [runs > 0 && counts, filter && `filter: ${filter}`, reading && 'still reading…'];
  const said = words.filter(Boolean).join(' · ') || undefined;
  return roots === 0 ? { message: undefined, description: said } : { message: said, description: undefined };
}
