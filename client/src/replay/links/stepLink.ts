/** A step of a run, from 0. */
export interface LinkedStep {
  run: string;
  step: number;
}

const PATH = '/replay';
const LONGEST = 4096;

/**
 * An address that opens a step in an editor.
 *
 * @param scheme by which the editor is opened: `vscode`
 * @param extension its id
 */
export function stepLink(scheme: string, extension: string, { run, step }: LinkedStep): string {
  return `${scheme}://${extension}${PATH}?${new URLSearchParams({ run, step: String(step + 1) })}`;
}

/** The step that an address leads to, which anyone may have written; undefined where it is no such address. */
export function parseStepLink({ path, query }: { path: string; query: string }): LinkedStep | undefined {
  if (path !== PATH || query.length > LONGEST) return undefined;
  const params = new URLSearchParams(query);
  const [run, step] = [params.get('run'), Number(params.get('step') ?? 1)];
  if (!run || !Number.isSafeInteger(step) || step < 1) return undefined;
  return { run, step: step - 1 };
}
