import fc from 'fast-check';
import { expect, test } from 'vitest';
import { indexTexts } from '../../../server/src/runs/findSearchedParts';
import { textFile } from '../../../server/src/text/lines';
import { sixteenth } from '../../kit/amount';
import { familiesWhere } from '../../kit/shippedFamilies';
import { FOLDER, LOG, lines, message } from '../../runs/index/startedIndexer';
import { searchOf } from './searchOf';

const word = fc.oneof(
  fc.constantFrom(
    'error',
    'Errors',
    'ERROR',
    'time',
    'timeout',
    'time-out',
    'msg_1',
    'a',
    'out of',
    'x.y/z',
    '42',
    '→',
  ),
  fc.constantFrom(
    '東京',
    '京都',
    '東京都',
    'タワー',
    'ﾀﾜｰ',
    'ครับ',
    'สวัสดี',
    '오류가',
    '오류',
    'Größe',
    'grosse',
    'ﬁne',
    'fine',
  ),
  fc.constantFrom(
    'café',
    'cafe\u0301',
    '\u0301x',
    'ΟΔΟΣ',
    'οδός',
    'ｅｒｒｏｒ',
    '𠮷野',
    '𝐛old',
    '\ud800',
    '\u202eabc',
    'İx',
    '"',
    '\\',
    '\u0007',
  ),
);
const text = fc
  .array(word, { maxLength: 6 })
  .chain(words => fc.constantFrom(' ', '\n', '', ', ').map(by => words.join(by)));
const payload = fc.record(
  { output: text, notes: fc.array(text, { maxLength: 2 }), reasoning: text },
  { requiredKeys: ['output'] },
);
/** As other programs write it: all characters but ASCII are escaped. */
const escaped = (json: string) =>
  json.replace(/[\u0080-\uffff]/g, unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
let count = 0;
const envelope = fc
  .tuple(payload, fc.boolean())
  .map(([said, isEscaped]) => (isEscaped ? escaped : (json: string) => json)(message(`m${count++}`, said)));
// A log in memory is ASCII: an offset is a character's.
const line = payload.map(said => escaped(message(`m${count++}`, said)));
/** A log of AG-UI: two messages, whose pieces may come in turns. */
const streamOf = (deltas: readonly (readonly [messageId: string, delta: string])[]) => [
  { type: 'RUN_STARTED', threadId: 't', runId: 'r' },
  ...['one', 'two'].map(messageId => ({ type: 'TEXT_MESSAGE_START', messageId, role: 'assistant' })),
  ...deltas.map(([messageId, delta]) => ({ type: 'TEXT_MESSAGE_CONTENT', messageId, delta })),
];
const stream = fc.array(fc.tuple(fc.constantFrom('one', 'two'), text), { maxLength: 6 }).map(streamOf);
const query = fc.oneof(
  fc.array(word, { minLength: 1, maxLength: 2 }).map(words => words.join(' ')),
  fc.array(word, { minLength: 1, maxLength: 3 }).map(words => `"${words.join(' ').replaceAll('"', '')}"`),
  fc.tuple(word, word).map(([one, other]) => `${one} -${other}`),
  fc.tuple(word, fc.nat(5)).map(([one, length]) => one.slice(0, length)),
);
const change = fc.oneof(
  fc.record({
    do: fc.constant('append' as const),
    lines: fc.array(line, { minLength: 1, maxLength: 4 }),
    cut: fc.nat(30),
  }),
  fc.record({ do: fc.constant('write' as const), lines: fc.array(line, { maxLength: 4 }), cut: fc.constant(0) }),
  fc.record({ do: fc.constant('file' as const), envelopes: fc.array(envelope, { minLength: 1, maxLength: 3 }) }),
  fc.record({ do: fc.constant('stream' as const), events: stream, isArray: fc.boolean() }),
  fc.record({ do: fc.constant('open' as const), lines: fc.array(line, { maxLength: 3 }) }),
  fc.record({
    do: fc.constantFrom('close' as const, 'delete' as const, 'search' as const, 'fill' as const, 'fill some' as const),
  }),
);
type Change = typeof change extends fc.Arbitrary<infer T> ? T : never;

const FILE = `${FOLDER}/other/one.json`;
const STREAM = `${FOLDER}/stream/one`;

const FAMILIES = familiesWhere();

test('after any changes, a search finds what a look at every string finds', () => {
  fc.assert(
    fc.property(
      fc.array(change, { maxLength: 8 }),
      fc.array(query, { minLength: 1, maxLength: 4 }),
      fc.constantFrom(undefined, 0, 700),
      fc.boolean(),
      (changes, queries, mostBytes, fills) => {
        const search = searchOf({}, mostBytes, FAMILIES);
        for (const one of changes) {
          apply(search, one);
          search.work('idle');
          if (one.do === 'search') search.found(queries[0] ?? '');
          if (one.do === 'fill') search.fill();
          if (one.do === 'fill some') {
            const filling = indexTexts(search.indexer.index, search.texts, () => false);
            filling.next();
            filling.next();
          }
        }
        if (fills) search.fill();
        for (const words of queries) {
          const found = search.found(words).map(({ uri, range, step }) => `${uri} ${range.start.line} ${step}`);
          const pages = search.all({ words, limit: 2 }, () => 0);
          expect(pages.matches.map(({ place, step }) => `${place?.uri} ${place?.range.start.line} ${step}`)).toEqual(
            found,
          );
          // Without words there is nothing to count.
          expect(pages.total ?? 0).toBe(found.length);
          expect(found.length).toBe(search.expected(words).length);
        }
        expect(search.texts.bytes()).toBeLessThanOrEqual(mostBytes ?? Number.POSITIVE_INFINITY);
      },
    ),
    { numRuns: sixteenth(500) },
  );
});

test('a text that is streamed in pieces is searched as one', () => {
  fc.assert(
    fc.property(
      fc.array(word, { minLength: 1, maxLength: 5 }),
      fc.constantFrom(' ', '\n', ', '),
      fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 3, maxLength: 12 }),
      fc.boolean(),
      fc.nat(4),
      (words, by, lengths, isArray, start) => {
        let rest = words.join(by);
        const deltas = lengths.map(length => {
          const delta = rest.slice(0, length);
          rest = rest.slice(length);
          return delta;
        });
        deltas.push(rest);
        const search = searchOf({}, undefined, FAMILIES);
        apply(search, { do: 'stream', events: streamOf(deltas.map(delta => ['one', delta])), isArray });
        search.work('idle');
        search.fill();
        const word = words[start % words.length] ?? '';
        for (const query of [word, `"${words.slice(start % words.length).join(' ')}"`]) {
          const found = search.found(query).map(({ uri, range }) => `${uri} ${range.start.line}`);
          expect(found).toHaveLength(search.expected(query).length);
          expect(search.all({ words: query, limit: 1 }).total ?? 0).toBe(found.length);
        }
      },
    ),
    { numRuns: sixteenth(800) },
  );
});

function apply({ files, opened, indexer }: ReturnType<typeof searchOf>, one: Change): void {
  const text = files.get(LOG) ?? '';
  switch (one.do) {
    case 'append': {
      const added = lines(...one.lines, '');
      files.set(LOG, text + added.slice(0, Math.max(0, added.length - one.cut)));
      indexer.changed(LOG);
      break;
    }
    case 'write':
      files.set(LOG, lines(...one.lines, ''));
      indexer.changed(LOG);
      break;
    case 'file':
      files.set(FILE, one.envelopes.length === 1 ? (one.envelopes[0] ?? '') : `[\n${one.envelopes.join(',\n')}\n]`);
      indexer.changed(FILE);
      break;
    case 'stream': {
      const events = one.events.map((event, at) =>
        JSON.stringify({
          ...event,
          ...('runId' in event && { runId: `${one.isArray}` }),
          timestamp: 1_760_000_000_000 + at,
        }),
      );
      const uri = `${STREAM}.${one.isArray ? 'json' : 'jsonl'}`;
      files.set(uri, one.isArray ? `[\n${events.join(',\n')}\n]` : escaped(lines(...events, '')));
      indexer.changed(uri);
      break;
    }
    case 'open': {
      const file = textFile(LOG, 'jsonl', lines(...one.lines, ''));
      opened.set(LOG, file);
      indexer.open(file);
      break;
    }
    case 'close':
      opened.delete(LOG);
      indexer.close(LOG);
      break;
    case 'delete':
      files.delete(LOG);
      files.delete(FILE);
      indexer.changed(LOG);
      indexer.changed(FILE);
  }
}
