/** The target of a link to a step of a workflow run: the run's key, and the step's index, from 0. */
export interface LinkedStep {
  run: string;
  step: number;
}

const PATH = '/replay';
const MAX_LENGTH = 4096;

/**
 * Returns a link that opens a step in an editor.
 *
 * @param scheme the editor's URI scheme, such as `vscode`
 * @param extension the extension's id
 */
export function stepLink(scheme: string, extension: string, { run, step }: LinkedStep): string {
  const query = new URLSearchParams({ run, step: String(step + 1) });
  // Encoded twice: VS Code decodes the query before it hands over the link, and would so decode a run's key, or end it at a `&`.
  return `${scheme}://${extension}${PATH}?${encodeURIComponent(query.toString())}`;
}

/** Parses an untrusted step link, whose query VS Code has decoded once; undefined for any other address. */
export function parseStepLink({ path, query }: { path: string; query: string }): LinkedStep | undefined {
  if (path !== PATH || query.length > MAX_LENGTH) return undefined;
  const params = new URLSearchParams(query);
  const [run, step] = [params.get('run'), Number(params.get('step') ?? 1)];
  if (!run || !Number.isSafeInteger(step) || step < 1) return undefined;
  return { run, step: step - 1 };
}

/**
 * Parses the target of a link, which is shown to the user before it is opened. Undefined for misleading addresses, and for all schemes
 * except `https:`.
 */
export function linkTarget(href: string): { href: string; host: string } | undefined {
  if (href.length > MAX_LINK_LENGTH || !URL.canParse(href)) return undefined;
  const url = new URL(href);
  // `https://bank.example@elsewhere.example` leads to elsewhere.example.
  if (url.protocol !== 'https:' || url.username !== '' || url.password !== '') return undefined;
  // As normalized by the URL parser: lookalike letters are punycoded, and bidi characters are escaped.
  return { href: url.href, host: url.host };
}

/** Longer addresses are refused, since the user must be able to read the whole address. */
const MAX_LINK_LENGTH = 2000;

/** A version of an artifact, identified by a step of a run. */
export interface ArtifactVersion {
  run: string;
  step: number;
  path: string;
  version: 'before' | 'after';
}

/** The URI scheme of artifact documents. */
export const ARTIFACT_SCHEME = 'agent-envelopes-artifact';

/** Returns the URI of an artifact document. It ends with the artifact's path, from which editors infer the language. */
export function artifactAddress({ run, step, path, version }: ArtifactVersion): { path: string; query: string } {
  const name = path.replace(/[\p{Cc}\p{Cs}]/gu, '_').replace(/^[/\\]+/, '');
  return { path: `/${name}`, query: JSON.stringify([run, step, path, version]) };
}

/** Parses the query of an `artifactAddress`; undefined for any other query. */
export function parseArtifactAddress(query: string): ArtifactVersion | undefined {
  let parsed: unknown;
  try {
    parsed = JSON.parse(query);
  } catch {
    return undefined;
  }
  if (!Array.isArray(parsed)) return undefined;
  const [run, step, path, version] = parsed as unknown[];
  if (typeof run !== 'string' || typeof path !== 'string') return undefined;
  if (!Number.isSafeInteger(step) || (step as number) < 0) return undefined;
  return version === 'before' || version === 'after' ? { run, step: step as number, path, version } : undefined;
}
