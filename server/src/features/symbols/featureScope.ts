import type { Analysis } from '../../model/analysis';
import type { Workspace } from '../../model/disk';
import type { PatternedKind } from '../../model/registry';
import { canonicalId } from '../../registry/registryIds';
import { idRangesIn } from '../../registry/registryRows';
import { t } from '../../shared/l10n';
import { inlineCode } from '../../text/escapeMarkdown';
import { featureFiles } from '../featureFiles';
import type { FeatureEnvelopes } from './featureEnvelopes';
import { occurrences } from './fileOccurrences';
import { declarationsOf, idOccurrences } from './idOccurrences';
import type { SymbolScope } from './rename';
import { openFile } from './searchedFiles';
import { nameDefinition, sortByRun } from './sortByRun';
import { type SymbolSearchFolder, searchContext } from './symbolSearchFolder';

/**
 * Returns the files in which an id such as `US-001` means the same: the files of its feature, and files elsewhere with envelopes of the feature.
 * Empty while the disk is still being read.
 */
export function featureScope(
  analysis: Analysis,
  kind: PatternedKind,
  workspace: Workspace,
  elsewhere?: FeatureEnvelopes,
): SymbolScope {
  const found = elsewhere?.unknown
    ? undefined
    : featureFiles(analysis, kind, workspace, ...(elsewhere ? [elsewhere.folder] : []));
  const files = found?.files ?? [];
  const outside = found ? (elsewhere?.files ?? []) : [];
  const isOutside = new Set(outside.map(({ file }) => file.uri));
  const declarations = (id: string) => declarationsOf(id, kind, { files, analysis });
  return {
    *occurrences(ids) {
      const all = ids.map(({ text }) => ({ id: text, declared: declarations(text) }));
      for (const { file, lines } of outside) {
        const inFile = all
          .flatMap(({ id, declared }) => idOccurrences(id, file, declared))
          .filter(({ range }) => lines.has(range.start.line));
        if (inFile.length > 0) yield { file: openFile(file), found: inFile };
      }
      for (const file of files.filter(({ uri }) => !isOutside.has(uri))) {
        const inFile = all.flatMap(({ id, declared }) => idOccurrences(id, file, declared));
        if (inFile.length > 0) yield { file: openFile(file), found: inFile };
      }
    },
    sort: occurrences => occurrences,
    definitions: ({ name }) => declarations(name.text).map(({ uri, range }) => ({ uri, range })),
    renameRefusal: ({ text }) => {
      if (!found) return t`The files around this one are still being read.`;
      if ([...files, ...outside.map(({ file }) => file)].some(({ lines }) => lines.some(line => isInRange(text, line))))
        return t`${inlineCode(text)} is in a range of ids, such as \`G-001–G-003\`, which would no longer name it.`;
      return found.more || elsewhere?.more
        ? t`${inlineCode(text)} may stand in more files than can be looked through.`
        : undefined;
    },
  };
}

// Returns whether a line has a range of ids that begins or ends with an id, or implies it.
function isInRange(id: string, line: string): boolean {
  const wanted = canonicalId(id);
  return line.length < MAX_LINE && idRangesIn(line).some(({ ids }) => ids.some(one => canonicalId(one.id) === wanted));
}

const MAX_LINE = 10_000;

/** Returns the scope of a name: all files of a workspace folder, in the order of its runs. */
export function workspaceScope(search: SymbolSearchFolder): SymbolScope {
  return {
    occurrences: names => occurrences(search.files, { names }, searchContext(search)),
    sort: found => sortByRun(found, search.index).map(({ place }) => place),
    definitions: name => nameDefinition(name, search),
    renameRefusal: () => undefined,
  };
}
