import { messageMatch } from '../../../server/src/features/runs/messageMatch';
import { ownStrings, type SaidOptions, scanMessageTexts } from '../../../server/src/features/runs/scanMessageTexts';
import { searchMessages } from '../../../server/src/features/runs/searchMessages';
import type { SaidQuery } from '../../../server/src/model/runSource';
import type { TextFile } from '../../../server/src/model/text';
import { indexTexts } from '../../../server/src/runs/findSearchedParts';
import { textIndex } from '../../../server/src/runs/textIndex';
import type { FoundText } from '../../../server/src/shared/lspExtensions';
import { parseJson } from '../../../server/src/text/json/parseJson';
import { wordPattern } from '../../../server/src/text/searchWords';
import { started } from '../../runs/index/startedIndexer';

/** A search over files by URI, which may change meanwhile. */
export function searchOf(given: Record<string, string>, mostBytes?: number) {
  const work = started(given);
  work.work('idle');
  const { access, indexer } = work;
  const texts = textIndex({ access, ...(mostBytes !== undefined && { mostBytes }) });
  const opened = new Map<string, TextFile>();
  const context = (): SaidOptions => ({ index: indexer.index, access, opened, texts, now: 0 });
  const page = (query: Partial<SaidQuery> & { words: string }, clock?: () => number) =>
    searchMessages(context(), { filter: '', limit: 100, ...query }, clock);
  return {
    ...work,
    texts,
    opened,
    context,
    page,
    /** All matches, a page after the other. */
    all(query: Partial<SaidQuery> & { words: string }, clock?: () => number) {
      const matches: FoundText[] = [];
      let pages = 0;
      for (let cursor: string | undefined; ; ) {
        const answer = page({ ...query, ...(cursor !== undefined && { cursor }) }, clock);
        matches.push(...answer.matches);
        pages++;
        if (answer.next === undefined) return { matches, pages, total: answer.total, fault: answer.fault };
        cursor = answer.next;
      }
    },
    /** As the index thread does when it is idle. */
    fill() {
      for (const _ of indexTexts(indexer.index, texts, uri => opened.has(uri)));
    },
    found(words: string) {
      const search = scanMessageTexts(context(), { words, filter: '' });
      return [...search.from(undefined)].flatMap(({ said }) => (said ? messageMatch(said, search.pattern) : []));
    },
    /** What a search finds by looking at every string of every envelope, as `file step`, sorted. */
    expected(words: string) {
      const { isIn, isEmpty } = wordPattern(words);
      if (isEmpty) return [];
      const found: string[] = [];
      for (const { key, steps } of indexer.index.runs()) {
        const run = indexer.index.run(key);
        for (let index = 0; run && index < steps; index++) {
          for (const { uri, part, path } of run.step(index).envelopes) {
            const text = opened.get(uri)?.lines.join('\n') ?? work.files.get(uri) ?? '';
            const [, line] = /^line (\d+)$/.exec(part) ?? [];
            const own = line === undefined ? text : (text.split('\n')[Number(line) - 1] ?? '');
            const value = parseJson(own, 'json').value;
            const elements = Array.isArray(value) ? value.filter(one => typeof one === 'object') : [value];
            const envelope = part === 'root' || line !== undefined ? value : elements[Number(part)];
            const all = indexer.index.stepsIn(uri).filter(step => step.part === part);
            const said = [...ownStrings(envelope, all)].filter(({ owner }) => `${owner.path}` === `${path}`);
            if (said.some(one => isIn(one.text))) found.push(`${uri} ${part} ${path.join('.')}`);
          }
        }
      }
      return found.sort();
    },
  };
}
