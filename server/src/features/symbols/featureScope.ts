import type { Analysis } from '../../model/analysis';
import type { Workspace } from '../../model/disk';
import type { PatternedKind } from '../../model/registry';
import { inlineCode } from '../../text/markdown/escapeMarkdown';
import { featureFiles } from '../featureFiles';
import { declarationsOf } from './declarations';
import { idOccurrences } from './idOccurrences';
import { openFile } from './searchedFile';
import type { SymbolScope } from './symbolScope';

/** The scope of an id: the files of the feature that a file belongs to. Empty while the disk is still being read. */
export function featureScope(analysis: Analysis, kind: PatternedKind, workspace: Workspace): SymbolScope {
  const found = featureFiles(analysis, kind, workspace);
  const files = found?.files ?? [];
  const declarations = (id: string) => declarationsOf(id, kind, { files, analysis });
  return {
    *occurrences(ids) {
      const all = ids.map(({ text }) => ({ id: text, declared: declarations(text) }));
      for (const file of files) {
        const inFile = all.flatMap(({ id, declared }) => idOccurrences(id, file, declared));
        if (inFile.length > 0) yield { file: openFile(file), found: inFile };
      }
    },
    sort: occurrences => occurrences,
    definitions: ({ name }) => declarations(name.text).map(({ uri, range }) => ({ uri, range })),
    renameRefusal: ({ text }) => {
      if (!found) return 'The files around this one are still being read.';
      return found.more ? `${inlineCode(text)} may stand in more files than can be looked through.` : undefined;
    },
  };
}
