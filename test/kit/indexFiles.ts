import { analyse } from '../../server/src/analysis/analyse';
import { familiesWithSnippets as ownFamilies } from '../../server/src/families/familiesWithSnippets';
import { digestEnvelopeTexts } from '../../server/src/runs/assembly/digestEnvelopeTexts';
import { type RunIndex, runIndex } from '../../server/src/runs/index/runIndex';
import { countProblems, strayProblems } from '../../server/src/runs/indexer/checkFile';
import type { FileRecord } from '../../server/src/runs/reading/fileRecord';
import { isOnlyRead, readEntries, readLines, unknownTypes } from '../../server/src/runs/reading/readEntries';
import { languageOf } from '../../server/src/text/fileLanguage';
import { textFile } from '../../server/src/text/lines';
import { testContext } from './testContext';

/** An index of files, by path below `file:///work`, with their problems. */
export function indexFiles(files: Readonly<Record<string, string>>, families = ownFamilies): RunIndex {
  const texts = new Map<string, string>();
  const titleOf = (id: string) => families.find(family => family.isDeclared && family.id === id)?.title;
  const unread = { fault: 'is open' };
  const digestsOf = digestEnvelopeTexts({
    access: { text: () => unread, log: () => unread },
    openedAt: uri => textFile(uri, languageOf(uri) ?? 'json', texts.get(uri) ?? ''),
  });
  const index = runIndex({ folders: () => ['file:///work'], titleOf, digestsOf });
  for (const [path, text] of Object.entries(files)) {
    const uri = `file:///work/${path.split('/').map(encodeURIComponent).join('/')}`;
    texts.set(uri, text);
    const record = recordOfText(uri, text, families);
    if (record) index.set(record);
  }
  return index;
}

function recordOfText(uri: string, text: string, families = ownFamilies): FileRecord | undefined {
  const lang = languageOf(uri);
  if (!lang) return undefined;
  const reading = { families, association: undefined };
  const file = textFile(uri, lang, text);
  const fileName = uri.slice(uri.lastIndexOf('/') + 1);
  const unknown = unknownTypes();
  const counting = { ...reading, onUnknown: unknown.add };
  const read =
    lang === 'jsonl'
      ? { entries: readLines(file.lines, 0, counting) }
      : readEntries(text, { lang, fileName }, counting);
  const checks = countProblems(analyse(file, { ...testContext(), families }).analysis);
  const record: FileRecord = { uri, ...read, checks, changedAt: 0, size: text.length };
  if (unknown.isAny() && isOnlyRead(read.entries, families)) record.unknown = unknown.counts();
  const stray = strayProblems(record);
  return stray ? { ...record, stray } : record;
}
