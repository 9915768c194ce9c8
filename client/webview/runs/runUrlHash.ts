/** The workflow run and the step (from 0) that the hash of the page's URL names. Without a run, the page shows the list. */
export interface RunUrlHash {
  run?: string;
  step?: number;
  /** Words to search the run for. */
  find?: string;
}

export function runHash({ run, step, find }: RunUrlHash): string {
  if (run === undefined) return '#';
  return `#${new URLSearchParams({
    run,
    ...(step !== undefined && { step: String(step + 1) }),
    ...(find !== undefined && { find }),
  })}`;
}

/** Parses the hash of a URL, which is untrusted. */
export function readHash(hash: string): RunUrlHash {
  const params = new URLSearchParams(hash.replace(/^#/, ''));
  const [run, find, step] = [params.get('run'), params.get('find'), Number(params.get('step') ?? Number.NaN) - 1];
  if (run === null || run === '') return {};
  return { run, ...(Number.isSafeInteger(step) && step >= 0 && { step }), ...(find !== null && { find }) };
}
