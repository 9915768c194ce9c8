import type { Family } from '../../model/family';
import type { Kind } from '../../model/kind';
import type { KindInfo } from '../../shared/protocol';

/** The envelope kinds of some protocols, for a user to choose from. */
export function envelopeKinds(families: readonly Family[]): KindInfo[] {
  return families.flatMap(family =>
    family.kinds.filter(isEnvelope).map(({ id, title }) => ({
      id,
      title,
      family: family.title,
      snippets: family.snippets
        .filter(({ kind }) => kind === id || kind.startsWith(`${id}:`))
        .map(({ kind, description }) => ({ id: kind, description })),
    })),
  );
}

function isEnvelope({ fileNames }: Kind): boolean {
  return fileNames === undefined;
}
