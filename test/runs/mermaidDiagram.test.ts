import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mermaidDiagram } from '../../server/src/runs/mermaidDiagram';
import { type EntryFields, fileRecordOf } from '../kit/fileRecordOf';
import { indexOf, runOf } from './index/indexOf';

function drawn(told: readonly EntryFields[], checks = {}): string {
  const all = told.map(one => ({ run: 'r', ...one }));
  return mermaidDiagram(runOf(indexOf(fileRecordOf('x.jsonl', all, { checks })), 'r'));
}

test('messages between agents', () => {
  const problems = { error: 2, warning: 1, info: 3 };
  const told: EntryFields[] = [
    { title: 'Plan the export', agent: 'user', peer: 'plan', about: 'Export' },
    { title: 'Build it', agent: 'plan', peer: 'build' },
    { title: 'It broke', agent: 'build', peer: 'fix', outcome: 'failed' },
    { title: 'Ship it?', agent: 'fix', peer: 'user', outcome: 'pending' },
    { title: 'thinks', agent: 'fix' },
    { title: 'nobody in particular' },
  ];
  expect(drawn(told, { 'line 2': { problems, rules: [] } })).toMatchInlineSnapshot(`
    "sequenceDiagram
      title Export (r)
      actor a1 as user
      participant a2 as plan
      participant a3 as build
      participant a4 as fix
      participant a5 as talk
      a1->>a2: Plan the export
      a2->>a3: Build it
      Note right of a3: 2 errors, 1 warning
      a3-xa4: It broke
      a4-)a1: Ship it?
      a4->>a4: thinks
      a5->>a5: nobody in particular
    "
  `);
});

test('a call has an answer, unless it is pending', () => {
  const call = (tool: string): EntryFields => ({ title: tool, agent: 'plan', effects: [{ do: 'call', tool }] });
  expect(
    drawn([
      { ...call('search'), duration: 820_000_000n },
      { ...call('book'), outcome: 'failed' },
      { ...call('pay'), outcome: 'pending' },
    ]),
  ).toMatchInlineSnapshot(`
    "sequenceDiagram
      title search (r)
      participant a1 as plan
      participant a2 as search
      participant a3 as book
      participant a4 as pay
      a1->>a2: search
      a2-->>a1: ok, 820 ms
      a1->>a3: book
      a3--xa1: failed
      a1-)a4: pay
    "
  `);
});

test('nested steps are drawn while their parent is active', () => {
  expect(
    drawn([
      { title: 'root', key: '1', agent: 'lead', duration: 3_000_000_000n },
      { title: 'ask the model', key: '2', parent: '1', agent: 'writer', duration: 1_500_000_000n },
      { title: 'search', parent: '2', effects: [{ do: 'call', tool: 'web' }] },
      { title: 'sum up', parent: '1' },
    ]),
  ).toMatchInlineSnapshot(`
    "sequenceDiagram
      title root (r)
      participant a1 as lead
      participant a2 as writer
      participant a3 as web
      a1->>a1: root
      activate a1
      a1->>a2: ask the model
      activate a2
      a2->>a3: search
      a3-->>a2: ok
      a2-->>a1: ok, 1.5 s
      deactivate a2
      a1->>a1: sum up
      deactivate a1
    "
  `);
});

test('too deeply nested steps are counted', () => {
  const told = Array.from({ length: 9 }, (_, i): EntryFields => ({ title: `${i}`, key: `${i}`, parent: `${i - 1}` }));
  const text = drawn(told);
  expect(text).toContain('Note right of a1: … 4 more inside\n');
  expect(text).not.toContain('Note over');
});

test('too many steps are counted', () => {
  const text = drawn(Array.from({ length: 1200 }, (_, i): EntryFields => ({ title: `${i}`, agent: 'a', peer: 'b' })));
  expect(text).toContain('Note over a1,a2: … 700 more\n');
});

test('long texts and many agents stay within the size that Mermaid accepts', () => {
  const told = Array.from(
    { length: 600 },
    (_, i): EntryFields => ({ title: ';'.repeat(999), agent: `${i}`.repeat(99) }),
  );
  const text = drawn(told);
  expect(text.length).toBeLessThan(50_000);
  expect(text.match(/participant/g)?.length).toBe(41);
  expect(text).toMatch(/a41 as … others\n/);
  expect(text).toMatch(/Note over a1,a41: … \d+ more\n/);
});

describe('text of a file is never interpreted as Mermaid', () => {
  test.each([
    ['end', 'end'],
    ['a; b # c: d', 'a#59; b #35; c#58; d'],
    ['one\ntwo\r\n\u2028three', 'one two three'],
    ['<img src=x onerror=alert(1)>', '#60;img src=x onerror=alert(1)#62;'],
    ['%%{init: {"theme":"dark"}}%%', '#37;#37;#123;init#58; #123;#34;theme#34;#58;#34;dark#34;#125;#125;#37;#37;'],
    ['$$x^2$$ `code` &amp; \\n', '#36;#36;x^2#36;#36; #96;code#96; #38;amp#59; #92;n'],
    ['🎉 日本語 \u202e\u0007\ud800', '🎉 日本語'],
    ['', '…'],
    ['\u0000', '…'],
    ['x'.repeat(200), `${'x'.repeat(79)}…`],
  ])('%j', (title, text) => {
    expect(drawn([{ title, agent: 'a', peer: 'b' }])).toContain(`  a1->>a2: ${text}\n`);
  });

  // The lines that Mermaid's own parser took, with any text of ours, when this was written.
  const LINE =
    /^ {2}(title TEXT|(participant|actor) a\d+ as TEXT|a\d+(->>|-x|-\)|-->>|--x)a\d+: TEXT|(de)?activate a\d+|Note (right of a\d+|over a\d+(,a\d+)?): TEXT)$/;
  const shape = new RegExp(LINE.source.replaceAll('TEXT', String.raw`(?:[^#;:<>"'\x60&%{}$\\\p{Cc}]|#\d+;)+`), 'u');

  test('for any text', () => {
    const text = fc.oneof(
      // Also halves of surrogate pairs. The strings of fast-check that have them take seconds to make.
      fc.array(fc.integer({ min: 0, max: 0x10ffff }), { maxLength: 6 }).map(codes => String.fromCodePoint(...codes)),
      fc.string({ maxLength: 6 }),
      fc.constantFrom('end', 'user', '%%', '__proto__', 'a1', 'loop x', 'style: a#1;'),
    );
    const step = fc.record(
      {
        title: text,
        agent: text,
        peer: text,
        key: fc.constantFrom('1', '2', '3'),
        parent: fc.constantFrom('1', '2', '3'),
        outcome: fc.constantFrom('ok' as const, 'failed' as const, 'pending' as const, 'unknown' as const),
        about: text,
        effects: text.map(tool => [{ do: 'call' as const, tool }]),
      },
      { requiredKeys: ['title'] },
    );
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 8 }), told => {
        const [first, ...lines] = drawn(told).split('\n').slice(0, -1);
        expect(first).toBe('sequenceDiagram');
        expect(lines.filter(line => !shape.test(line))).toEqual([]);
        const active = (verb: string) => lines.filter(line => line.startsWith(`  ${verb} `)).length;
        expect(active('activate')).toBe(active('deactivate'));
      }),
      { numRuns: 25 },
    );
  });
});
