/** A version of an artifact, identified by a step of a run. */
export interface ArtifactVersion {
  run: string;
  step: number;
  path: string;
  version: 'before' | 'after';
}

/** The URI scheme of artifact documents. */
export const ARTIFACT_SCHEME = 'agent-envelopes-artifact';

/** The URI of an artifact document. It ends with the artifact's path, from which editors infer the language. */
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
