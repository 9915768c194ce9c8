import { describe, expect, test } from 'vitest';
import { rangeOf } from '../../server/src/parts/positions';
import { jsonLocationAt, jsonTree, parseJson } from '../../server/src/text/json/parseJson';
import { analyseText, problemLines, problemsIn, recognisedKinds } from '../kit/analyseText';

const broken = '{"from": "build", "to": "fix", "payload": {"confidence": 1.4}, "handoff": {"nextAgent": "review"}}';
const brokenAt = ['schema/required', 'schema/maximum'];
/** Of each of these lines the rules of its problems, once each. */
function rulesOn(lines: number[], name: string, text: string): string[][] {
  const problems = problemsIn(analyseText(name, text));
  const on = (line: number) => problems.filter(({ part, span }) => rangeOf(part, span).start.line === line);
  return lines.map(line => [...new Set(on(line).map(({ rule }) => rule))]);
}

const deep = (n: number) => '['.repeat(n);
const nested = (n: number) => `${'['.repeat(n)}1${']'.repeat(n)}`;

/** What a line of a log, a block of a document or a whole file may hold, and must not break anything. */
const monsters: [string, string][] = [
  ['100,000 brackets', deep(100_000)],
  ['100,000 braces', '{"a":'.repeat(100_000)],
  ['100,000 brackets that close', nested(100_000)],
  ...[1000, 2500, 4000, 6000, 9000].map((n): [string, string] => [
    `${n} brackets, torn`,
    `{"from": ${nested(n)}, "to": }`,
  ]),
  ['deep in a message', `{"from": "build", "to": "fix", "payload": {"confidence": 3, "input": ${nested(50_000)}}}`],
  ['lone surrogates', '{"from": "\uD800", "to": "\uDC00\uDC00", "payload": {"confidence": "\uD83D"}}'],
  ['escaped lone surrogates', '{"from": "\\uD800", "to": "\\uDC00", "payload": {"confidence": "\\uD83D"}}'],
  ['NULs', '\0\0{"from": "a\0b", "to": 1}\0'],
  ['bytes', String.fromCharCode(...Array.from({ length: 256 }, (_, i) => i).filter(i => i !== 10 && i !== 13))],
  [
    'a key named __proto__',
    '{"__proto__": {"polluted": true}, "from": "build", "to": "fix", "payload": {"confidence": 2}}',
  ],
  [
    'a key named constructor',
    '{"constructor": {"prototype": {"polluted": true}}, "from": "a", "payload": {"confidence": 2}}',
  ],
  ['a $schema that is no text', '{"$schema": {"a": 1}, "from": "build", "to": "fix", "payload": {"confidence": 2}}'],
  [
    'huge numbers',
    `{"call_id": ${'9'.repeat(400)}, "ok": 1e999, "latency_ms": -1e-999, "result": null, "error": null}`,
  ],
  ['a long key', `{"${'k'.repeat(100_000)}": 1, "from": "build", "to": "fix", "payload": {"confidence": 2}}`],
  ['a lone quote', '"'],
  ['a lone backslash', '{"a": "\\'],
  ['a comment without end', '/* {"from": "build"'],
  ['white space alone', ' \t '],
];

describe.each(monsters)('%s', (_, monster) => {
  test('as a file', () => {
    expect(() => analyseText('a.json', monster)).not.toThrow();
    expect(() => analyseText('a.jsonc', monster)).not.toThrow();
  });

  test('between two lines of a log', () => {
    const text = [broken, monster, broken].join('\n');
    expect(rulesOn([0, 2], 'a.jsonl', text)).toEqual([brokenAt, brokenAt]);
  });

  test('between two blocks of a document', () => {
    const text = ['```json', broken, '```', '```json', monster, '```', '```json', broken, '```'].join('\n');
    expect(rulesOn([1, 7], 'a.md', text)).toEqual([brokenAt, brokenAt]);
  });

  test('at the cursor', () => {
    expect(() => parseJson(monster, 'jsonc')).not.toThrow();
    expect(() => jsonTree(monster)).not.toThrow();
    for (const offset of [0, 1, monster.length >> 1, monster.length])
      expect(() => jsonLocationAt(monster, offset)).not.toThrow();
  });
});

test('nothing that a file holds reaches a prototype', () => {
  for (const [, monster] of monsters) analyseText('a.jsonl', monster);
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
});

test.each([
  ['at the root', '{"__proto__": 1, "call_id": "t_4k7m2p9x1c", "ok": true, "latency_ms": 1, "result": {}}', '1:2'],
  ['constructor', '{"call_id": "t_4k7m2p9x1c", "constructor": 1, "ok": true, "latency_ms": 1, "result": {}}', '1:29'],
])('a key of JavaScript is a stranger like any other: %s', (_, text, at) => {
  expect(problemLines(analyseText('a.json', text))).toEqual([`${at} schema/additionalProperties error`]);
});

test('a nested key of JavaScript is a stranger as well', () => {
  const text =
    '{"from": "fix", "to": "build", "payload": {"output": null, "confidence": 0, "needsReview": true, "__proto__": 1}, "issues": [{"severity": "error", "message": "x", "resolution": "y", "toString": 1}]}';
  expect(problemLines(analyseText('a.json', text))).toEqual([
    `1:${text.indexOf('"__proto__') + 1} schema/unknown-property info`,
    `1:${text.indexOf('"toString') + 1} schema/unknown-property info`,
  ]);
});

describe('a root array', () => {
  const element = '  {"call_id": "t_4k7m2p9x1c", "ok": 1, "latency_ms": 1, "error": null}';
  const fault = 'schema/type error';

  test('with a torn element: the others are checked', () => {
    const text = `[\n${element},\n  {"call_id": "t_4k7m2p9x1c", "ok": },\n${element}\n]`;
    expect(problemLines(analyseText('a.json', text))).toEqual([`2:37 ${fault}`, '3:37 syntax error', `4:37 ${fault}`]);
  });

  test('with an element that lacks its closing brace: the others are checked', () => {
    const text = `[\n${element},\n  {"call_id": "t_4k7m2p9x1c", "result": {"a": 1,\n${element},\n${element}\n]`;
    const found = problemLines(analyseText('a.json', text));
    expect(found).toContain(`2:37 ${fault}`);
    expect(found).toContain(`4:37 ${fault}`);
    expect(found).toContain(`5:37 ${fault}`);
    expect(found.filter(one => one.includes('syntax'))).toHaveLength(1);
  });

  test('with a brace too many: the others are checked', () => {
    const found = problemLines(analyseText('a.json', `[\n${element}},\n${element}\n]`));
    expect(found).toContain(`2:37 ${fault}`);
    expect(found).toContain(`3:37 ${fault}`);
    expect(found.filter(one => one.includes('syntax'))).toHaveLength(1);
  });

  test('without a comma: one fault, and all are checked', () => {
    expect(problemLines(analyseText('a.json', `[\n${element}\n${element}\n]`)).sort()).toEqual(
      [`2:37 ${fault}`, `3:37 ${fault}`, '3:3 syntax error'].sort(),
    );
  });

  test('without its end: one fault, and all are checked', () => {
    const found = problemLines(analyseText('a.json', `[\n${element},\n${element},\n`));
    expect(found.filter(one => one.endsWith(fault))).toHaveLength(2);
    expect(found.filter(one => one.includes('syntax'))).toHaveLength(1);
  });

  test('cut inside an element: one fault, at its end', () => {
    const text = `[\n${element},\n  {"call_id": "t_4k7m2p9x1c", "ok`;
    expect(problemLines(analyseText('a.json', text))).toEqual([`2:37 ${fault}`, '3:33 syntax error']);
  });

  test('in JSON with comments', () => {
    const text = `// a log, "so\n[\n${element}, // {\n${element},\n]`;
    expect(recognisedKinds(analyseText('a.jsonc', text))).toEqual(['toolcall/result', 'toolcall/result']);
    expect(problemLines(analyseText('a.jsonc', text))).toEqual([`3:37 ${fault}`, `4:37 ${fault}`]);
  });
});

test('of a key that stands twice the last one counts', () => {
  const text = '{"call_id": "t_4k7m2p9x1c", "ok": true, "latency_ms": 1, "result": {}, "ok": "yes"}';
  expect(problemLines(analyseText('a.json', text))).toEqual([
    `1:${text.indexOf('"yes"') + 1} schema/type error`,
    `1:${text.indexOf('"ok"') + 1} envelope/duplicate-key warning`,
  ]);
});

test('a byte order mark moves no column', () => {
  const text = '\uFEFF{"call_id": "t_4k7m2p9x1c", "ok": 1, "latency_ms": 1, "error": null}';
  expect(problemLines(analyseText('a.json', text))).toEqual(['1:36 schema/type error']);
  expect(problemLines(analyseText('a.jsonl', text))).toEqual(['1:36 schema/type error']);
  expect(problemLines(analyseText('a.json', `\uFEFF[${text.slice(1)}]`))).toEqual(['1:37 schema/type error']);
  expect(problemLines(analyseText('a.md', `\uFEFF\`\`\`json\n${text.slice(1)}\n\`\`\``))).toEqual([
    '2:35 schema/type error',
  ]);
});

test.each(['\r\n', '\r', '\n'])('line ends as %j', eol => {
  const lines = ['{', '  "call_id": "t_4k7m2p9x1c",', '  "ok": 1,', '  "latency_ms": 1, "error": null', '}'];
  expect(problemLines(analyseText('a.json', lines.join(eol)))).toEqual(['3:9 schema/type error']);
  expect(problemLines(analyseText('a.md', ['~~~json', ...lines, '~~~'].join(eol)))).toEqual(['4:9 schema/type error']);
  const line = lines.join(' ').replaceAll('  ', ' ');
  expect(problemLines(analyseText('a.jsonl', ['', line, ''].join(eol)))).toEqual([
    `2:${line.indexOf('1,') + 1} schema/type error`,
  ]);
});

test.each(['', ' ', '\n', '\r\n\r\n', '\uFEFF'])('nothing is said of an empty file: %j', text => {
  for (const name of ['a.json', 'a.jsonc', 'a.jsonl', 'a.md'])
    expect(problemLines(analyseText(name, text))).toEqual([]);
});

test.each([
  ['a block', `\`\`\`json\n${broken}`],
  ['a block in a quote', `> \`\`\`json\n> ${broken}`],
  ['a block that the quote ends', `> \`\`\`json\n> ${broken}\nText.`],
  ['a block in a list', `- \`\`\`json\n  ${broken}\n`],
])('%s that never closes is read to its end', (_, text) => {
  expect(rulesOn([1], 'a.md', text)).toEqual([brokenAt]);
});
