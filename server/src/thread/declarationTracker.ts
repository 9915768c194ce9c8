import type { FileAccess } from '../model/fileAccess';
import { declarationsByFolder, isDeclarationFile } from '../session/declarationFiles';

/** The declaration files of a workspace that have been found so far: protocols and tool catalogues. */
export interface DeclarationTracker {
  add(uri: string): void;
  /** Removes the files that do not exist any more. */
  retain(exists: (uri: string) => boolean): void;
  /** All of them: a new list whenever one was added or removed. */
  all(): readonly string[];
  below(folder: string): readonly string[];
}

/** @param mayDeclare whether a file with such a name is one */
export function declarationTracker(mayDeclare: (uri: string) => boolean = () => true): DeclarationTracker {
  const found = new Set<string>();
  let all: readonly string[] = [];
  let below = declarationsByFolder(all);
  function update(): void {
    all = [...found].sort();
    below = declarationsByFolder(all);
  }
  return {
    add(uri) {
      if (found.has(uri) || !isDeclarationFile(uri) || !mayDeclare(uri)) return;
      found.add(uri);
      update();
    },
    retain(exists) {
      const gone = [...found].filter(uri => !exists(uri));
      for (const uri of gone) found.delete(uri);
      if (gone.length > 0) update();
    },
    all: () => all,
    below: folder => below(folder),
  };
}

/** The same access; the files that it finds are added to the tracker. */
export function trackDeclarations(access: FileAccess, { add }: DeclarationTracker): FileAccess {
  return {
    ...access,
    *find(folder) {
      for (const found of access.find(folder)) {
        if (!('fault' in found)) add(found.uri);
        yield found;
      }
    },
    *filesBelow(folder) {
      for (const uri of access.filesBelow(folder)) {
        add(uri);
        yield uri;
      }
    },
  };
}
