import { messageMatch } from '../../../server/src/features/runs/messageMatch';
import { ownStrings, type SaidOptions, scanMessageTexts } from '../../../server/src/features/runs/scanMessageTexts';
import { searchMessages } from '../../../server/src/features/runs/searchMessages';
import type { Family } from '../../../server/src/model/family';
import type { EnvelopeLocation } from '../../../server/src/model/run';
import type { SaidQuery } from '../../../server/src/model/runSource';
import type { TextFile } from '../../../server/src/model/text';
import { indexTexts } from '../../../server/src/runs/findSearchedParts';
import { textIndex } from '../../../server/src/runs/textIndex';
import type { FoundText } from '../../../server/src/shared/lspExtensions';
import { parseJson } from '../../../server/src/text/json/parseJson';
import { wordPattern } from '../../../server/src/text/searchWords';
import { memoryAccess } from '../../kit/memoryAccess';
import { testContext } from '../../kit/testContext';
import { started } from '../../runs/index/startedIndexer';

/** A search over files by URI, which may change meanwhile. */
export function searchOf(given: Record<string, string>, mostBytes?: number, families?: readonly Family[]) {
  const known = testContext({ ...(families && { families }) });
  const on = new Map(Object.entries(given));
  const work = started({}, on, memoryAccess(on, 100), undefined, undefined, undefined, known);
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
      const { isIn, isEmpty, places } = wordPattern(words);
      if (isEmpty) return [];
      const found: string[] = [];
      const stringsAt = ({ uri, part, path }: EnvelopeLocation) => {
        const text = opened.get(uri)?.lines.join('\n') ?? work.files.get(uri) ?? '';
        const [, line] = /^line (\d+)$/.exec(part) ?? [];
        const own = line === undefined ? text : (text.split('\n')[Number(line) - 1] ?? '');
        const value = parseJson(own, 'json').value;
        const elements = Array.isArray(value) ? value.filter(one => typeof one === 'object') : [value];
        const envelope = part === 'root' || line !== undefined ? value : elements[Number(part)];
        const all = indexer.index.stepsIn(uri).filter(step => step.part === part);
        return [...ownStrings(envelope, all)].filter(({ owner }) => `${owner.path}` === `${path}`);
      };
      // The piece in which the words of a streamed text begin.
      const inPieces = (locations: readonly EnvelopeLocation[]): EnvelopeLocation[] => {
        const deltas = locations.map(
          location => stringsAt(location).find(({ path }) => path().at(-1) === 'delta')?.text ?? '',
        );
        const joined = deltas.join('');
        if (!isIn(joined)) return [];
        let begin = 0;
        let length = 0;
        const [first = { start: 0 }] = places(joined, 0);
        for (const [at, delta] of deltas.entries()) {
          if (delta !== '' && length <= first.start) begin = at;
          length += delta.length;
        }
        return [locations[begin] as EnvelopeLocation];
      };
      for (const { key, steps } of indexer.index.runs()) {
        const run = indexer.index.run(key);
        for (let index = 0; run && index < steps; index++) {
          const { envelopes, pieces = 0 } = run.step(index);
          const nameOf = ({ uri, part, path }: EnvelopeLocation) => `${uri} ${part} ${path.join('.')}`;
          for (const location of envelopes)
            if (stringsAt(location).some(one => isIn(one.text))) found.push(nameOf(location));
          if (pieces > 0)
            found.push(
              ...inPieces([...envelopes.slice(0, 1), ...envelopes.slice(-pieces)])
                .map(nameOf)
                .filter(name => !found.includes(name)),
            );
        }
      }
      return found.sort();
    },
  };
}
