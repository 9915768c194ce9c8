/** A version of an artifact, as a step of a run tells it. */
export interface ArtifactVersion {
  run: string;
  step: number;
  path: string;
  version: 'before' | 'after';
}

/** The scheme of documents that hold what a step wrote. */
export const ARTIFACT_SCHEME = 'agent-envelopes-artifact';

/** The address of a document for it, in pieces. It ends like the artifact's path: by that an editor knows its language. */
export function artifactAddress({ run, step, path, version }: ArtifactVersion): { path: string; query: string } {
  const name = path.replace(/[\p{Cc}\p{Cs}]/gu, '_').replace(/^[/\\]+/, '');
  return { path: `/${name}`, query: JSON.stringify([run, step, path, version]) };
}

/** What an address asks for; undefined for one that is not of `artifactAddress`. */
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
