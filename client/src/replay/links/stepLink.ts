/** A step of a run; steps count from 0. */
export interface LinkedStep {
  run: string;
  step: number;
}

const PATH = '/replay';
const MAX_LENGTH = 4096;

/**
 * A link that opens a step in an editor.
 *
 * @param scheme the editor's URI scheme, such as `vscode`
 * @param extension the extension's id
 */
export function stepLink(scheme: string, extension: string, { run, step }: LinkedStep): string {
  return `${scheme}://${extension}${PATH}?${new URLSearchParams({ run, step: String(step + 1) })}`;
}

/** Parses an untrusted step link; undefined for any other address. */
export function parseStepLink({ path, query }: { path: string; query: string }): LinkedStep | undefined {
  if (path !== PATH || query.length > MAX_LENGTH) return undefined;
  const params = new URLSearchParams(query);
  const [run, step] = [params.get('run'), Number(params.get('step') ?? 1)];
  if (!run || !Number.isSafeInteger(step) || step < 1) return undefined;
  return { run, step: step - 1 };
}
