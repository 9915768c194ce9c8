import { describe, expect, test, vi } from 'vitest';
import { textFile } from '../../../server/src/text/lines';
import { familiesWhere } from '../../kit/shippedFamilies';
import { FOLDER, LOG, lines, message } from '../../runs/index/startedIndexer';
import { searchOf } from './searchOf';

const trace = JSON.stringify({
  resourceSpans: [
    {
      resource: { attributes: [{ key: 'service.name', value: { stringValue: 'shop' } }] },
      scopeSpans: [
        {
          spans: ['The order is late', 'Say sorry for the order'].map((said, at) => ({
            traceId: '0af7651916cd43dd8448eb211c80319c',
            spanId: `b7ad6b716920333${at}`,
            name: `chat ${at}`,
            startTimeUnixNano: `${1_800_000_000_000_000_000n + BigInt(at)}`,
            endTimeUnixNano: '1800000001000000000',
            attributes: [{ key: 'gen_ai.prompt', value: { stringValue: said } }],
          })),
        },
      ],
    },
  ],
});

describe('a match', () => {
  test('tells its step, its field, the words around and where they are', () => {
    const log = lines(
      message('a'),
      message('b', { output: { notes: ['x', 'First\n\tthe "Größe" of 東京\u202e'] } }),
      '',
    );
    const { matches, total } = searchOf({ [LOG]: log }).all({ words: 'GRÖßE' });
    expect(total).toBe(1);
    const [match] = matches;
    expect(match).toMatchObject({
      run: 'wf_1',
      family: 'agent-message',
      step: 'b',
      field: 'payload.output.notes.1',
      text: 'First the "Größe" of 東京',
      marks: [[11, 16]],
      opens: { run: `agent-message wf_1 ${FOLDER}`, step: 1 },
    });
    const { start, end } = match?.place?.range ?? { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };
    const line = log.split('\n')[1] ?? '';
    expect([match?.place?.uri, start.line, line.slice(start.character, end.character)]).toEqual([LOG, 1, 'Größe']);
  });

  test('in a file of many lines is where it is in the file', () => {
    const text = `[\r\n  ${message('a')},\r\n${JSON.stringify(JSON.parse(message('b', { output: 'say "needle"' })), null, 2).replaceAll('\n', '\r\n')}]`;
    const [match] = searchOf({ [`${FOLDER}/a.json`]: text }).all({ words: 'needle' }).matches;
    const { start, end } = match?.place?.range ?? { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };
    const line = text.split('\r\n')[start.line] ?? '';
    expect(line.slice(start.character, end.character)).toBe('needle');
  });

  test('in JSON in a string is where it is spelled so, else where the string is', () => {
    const at = (said: string, words: string) => {
      const log = lines(message('a', { output: said }), '');
      const [match] = searchOf({ [LOG]: log }).all({ words }).matches;
      const { start, end } = match?.place?.range ?? {
        start: { line: 0, character: 0 },
        end: { line: 0, character: 0 },
      };
      const { text, marks } = match ?? { text: '', marks: [] };
      return [text, marks.map(([from, to]) => text.slice(from, to)), log.slice(start.character, end.character)];
    };
    expect(at('["say cheese"]', 'cheese')).toEqual(['say cheese', ['cheese'], 'cheese']);
    expect(at('["say caf\\u00e9"]', 'café')).toEqual(['say café', ['café'], '']);
  });

  test('of a span is named by its attribute, and belongs to the span alone', () => {
    const search = searchOf({ [`${FOLDER}/trace.json`]: trace });
    expect(search.all({ words: 'order' }).matches.map(({ title, field }) => [title, field])).toEqual([
      ['chat 0', 'attributes.gen_ai.prompt'],
      ['chat 1', 'attributes.gen_ai.prompt'],
    ]);
    expect(search.all({ words: 'shop' }).matches).toEqual([]);
  });
});

describe('words', () => {
  const said: [text: string, words: string, isFound: boolean][] = [
    ['Retry after the timeout', 'timeout retry', true],
    ['Retry after the timeout', 'timeout -retry', false],
    ['Retry after the timeouts', 'timeout', true],
    ['Retry after the timeouts', '"timeout"', false],
    ['Retry after the timeout', 'imeout', false],
    ['out\n  of memory', '"out of memory"', true],
    ['out of the memory', '"out of memory"', false],
    ['ｅｒｒｏｒ', 'Error', true],
    ['東京都に行く', '京都', true],
    ['東京都に行く', '行く', true],
    ['東京都に行く', '都行', false],
    ['สวัสดีครับ', 'ครับ', true],
    ['오류가 났다', '오류', true],
    ['ΟΔΟΣ', 'οδος', true],
    ['see src/export/write.ts:12', 'src/export/write', true],
    ['https://a.example/x?y=1', 'https://a.example', true],
    ['cafe\u0301', 'café', true],
    ['{"nested": "in \\"json\\""}', 'json', true],
    // What a model was asked and answered is often JSON in a string, as each library writes it.
    ['[{"role": "user", "content": "\\u043f\\u0440\\u0438\\u0432\\u0435\\u0442"}]', 'привет', true],
    ['[{"role": "user", "content": "\\u4eac\\u90fd"}]', '京都', true],
    ['[{"role": "user", "content": "first\\nhere it goes on"}]', 'here', true],
    ['[{"role": "user", "content": "first\\nhere it goes on"}]', '"first here"', true],
    ['[{"role": "user", "content": "first\\nhere it goes on"}]', 'nhere', false],
    ['[{"role": "user", "content": "first"}]', 'role', false],
    ['{"call": "{\\"city\\": \\"caf\\\\u00e9\\"}"}', 'café', true],
    ['[{"role": "user", "content": "cut off', 'role', true],
    ['→ done', '→', true],
  ];
  test.each(said)('%j is found by %s: %s', (text, words, isFound) => {
    for (const bytes of [undefined, 0]) {
      const search = searchOf({ [LOG]: lines(message('a', { output: text }), '') }, bytes);
      expect(search.found(words).length > 0).toBe(isFound);
      search.fill();
      expect(search.found(words).length > 0).toBe(isFound);
    }
  });

  test('and keys of the filter, each for steps', () => {
    const search = searchOf({ [LOG]: lines(message('a', { output: 'word' }), '') });
    const counts = (words: string) => search.all({ words });
    expect(counts('word agent:build').total).toBe(1);
    expect(counts('word agent:review').total).toBe(0);
    expect(counts('word -agent:build').total).toBe(0);
    expect(counts('word status:nonsense').fault).toContain('nonsense');
    expect(counts('agent:build').matches).toEqual([]);
    expect(counts('word confidence<0.5').total).toBe(0);
  });
});

describe('pages', () => {
  const many = Array.from({ length: 250 }, (_, at) => message(`m${at}`, { output: `word ${at}` }));

  test('come one after the other, the last lines first, each match once', () => {
    const search = searchOf({ [LOG]: lines(...many, ''), [`${FOLDER}/trace.json`]: trace });
    const { matches, total, pages } = search.all({ words: 'word', limit: 7 }, () => 0);
    expect(matches.map(({ step }) => step)).toEqual(Array.from({ length: 250 }, (_, at) => `m${249 - at}`));
    expect([total, pages]).toEqual([250, 36]);
  });

  test('of one part go on behind what was found', () => {
    const search = searchOf({ [`${FOLDER}/trace.json`]: trace });
    expect(search.all({ words: 'order', limit: 1 }).matches.map(({ title }) => title)).toEqual(['chat 0', 'chat 1']);
  });

  test('end when their time is over', () => {
    const search = searchOf({ [LOG]: lines(...many, '') });
    let now = 0;
    const { matches, pages } = search.all({ words: 'word' }, () => (now += 30));
    expect(matches.length).toBe(250);
    expect(pages).toBeGreaterThan(100);
  });

  test('of a file without lines read it once, in whatever time each ends', () => {
    const search = searchOf({ [`${FOLDER}/all.json`]: `[${many.join(',')}]` });
    search.fill();
    const reads = vi.spyOn(search.access, 'text');
    let now = 0;
    const { matches, total, pages } = search.all({ words: 'word' }, () => (now += 30));
    expect([matches.length, total]).toEqual([250, 250]);
    expect(pages).toBeGreaterThan(100);
    expect(reads).toHaveBeenCalledTimes(1);
  });

  test('go on from their place where another search came between, or the runs have changed', () => {
    const search = searchOf({ [LOG]: lines(...many, '') });
    const stepsOf = (cursor?: string) => {
      const page = search.page({ words: 'word', limit: 50, ...(cursor !== undefined && { cursor }) }, () => 0);
      return { steps: page.matches.map(({ step }) => step), next: page.next };
    };
    const first = stepsOf();
    const second = stepsOf(first.next);
    // Asked once more, it is the same page.
    expect(stepsOf(first.next)).toEqual(second);
    for (const limit of [1, 2, 3]) search.page({ words: `word ${limit}`, limit }, () => 0);
    const third = stepsOf(second.next);
    const names = (from: number) => Array.from({ length: 50 }, (_, at) => `m${from - at}`);
    expect([first, second, third].map(({ steps }) => steps)).toEqual([names(249), names(199), names(149)]);
    // The next fifty say something else now.
    search.files.set(LOG, lines(...many.map((one, at) => (at < 50 ? one : one.replace('word', 'other'))), ''));
    search.indexer.changed(LOG);
    search.work('idle');
    expect(stepsOf(third.next).steps).toEqual(names(49));
  });

  test('begin anew for a cursor that is none', () => {
    const search = searchOf({ [LOG]: lines(...many, '') });
    for (const cursor of ['', '{}', '[1]', '[1,2,3,4,5]', 'x', '[0,"a",-1,0,0]']) {
      // The clock stands still: a page ends early on a busy machine.
      expect(search.page({ words: 'word', limit: 1, cursor }, () => 0).matches[0]?.step).toBe('m249');
    }
  });
});

test('an open file is searched as the editor holds it', () => {
  const search = searchOf({ [LOG]: lines(message('a', { output: 'disk' }), '') });
  search.opened.set(LOG, textFile(LOG, 'jsonl', lines(message('a', { output: 'editor' }), '')));
  expect([search.found('disk').length, search.found('editor').length]).toEqual([0, 1]);
});

test('a copy counts once', () => {
  const text = lines(message('a', { output: 'word' }), '');
  expect(searchOf({ [LOG]: text, [`${FOLDER}/logs/copy.jsonl`]: text }).found('word').length).toBe(1);
});

test('a log that was edited in its middle is searched as it is', () => {
  const text = lines(...Array.from({ length: 9 }, (_, at) => message(`m${at}`, { output: `word${at}` })), '');
  const { files, indexer, work, all, fill } = searchOf({ [LOG]: text });
  fill();
  files.set(LOG, text.replace('word4', 'other'));
  indexer.changed(LOG, true);
  work('idle');
  for (const times of ['first', 'filled']) {
    if (times === 'filled') fill();
    expect([all({ words: 'word4' }).total, all({ words: 'other' }).total, all({ words: 'word5' }).total]).toEqual([
      0, 1, 1,
    ]);
  }
});

describe('a text that is streamed in pieces', () => {
  const record = (content: string) =>
    JSON.stringify({ type: 'message', timestamp: '2026-01-01T00:00:01Z', role: 'assistant', content, delta: true });
  const init = JSON.stringify({
    type: 'init',
    timestamp: '2026-01-01T00:00:00Z',
    session_id: 'g',
    model: 'gemini-2.5-pro',
  });
  const log = lines(init, ...['The defi', 'cit grew in ', 'Novem', 'ber by nine percent'].map(record), '');
  const search = () => searchOf({ [LOG]: log }, undefined, familiesWhere());

  test.each([
    ['deficit', 1, 'defi'],
    ['november', 3, 'Novem'],
    ['"deficit grew"', 1, 'defi'],
    ['grew november', 2, 'grew'],
    ['nine', 4, 'nine'],
    ['"ber by"', 4, 'ber by'],
  ])('has %s where it begins', (words, line, shown) => {
    const one = search();
    one.fill();
    const { matches, total } = one.all({ words });
    expect([total, matches.length]).toEqual([1, 1]);
    const { start, end } = matches[0]?.place?.range ?? {
      start: { line: 0, character: 0 },
      end: { line: 0, character: 0 },
    };
    expect([start.line, log.split('\n')[start.line]?.slice(start.character, end.character)]).toEqual([line, shown]);
  });

  test.each(['deficits', '"defi grew"', 'fourth', 'assistantassistant'])('has no %s', words => {
    expect(search().all({ words }).matches).toEqual([]);
  });

  test.each([
    [5, 1],
    [3, 1],
    [2, 1],
    [1, 0],
  ])('is found once by a search that goes on before line %i of its file', (before, count) => {
    const one = search();
    let time = 0;
    const { next = '[]' } = one.page({ words: 'deficit' }, () => (time += 100));
    const [rank, uri] = JSON.parse(next);
    const cursor = JSON.stringify([rank, uri, before, 0, 0]);
    expect(one.all({ words: 'deficit', cursor }).matches).toHaveLength(count);
  });
});
