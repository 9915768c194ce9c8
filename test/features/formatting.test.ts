import { describe, expect, test } from 'vitest';
import { formatting, indentUnit } from '../../server/src/features/formatting';
import type { Part } from '../../server/src/model/text';
import { analyseText } from '../kit/analyseText';
import { applyEdits } from '../kit/applyEdits';
import { examples } from '../kit/examples';
import { envelopeIn, type FileWithCursor, inEachFileKind } from '../kit/inEachFileKind';

const options = { tabSize: 2, insertSpaces: true };

function formatted(name: string, text: string, within?: Parameters<typeof formatting>[2]): string {
  const changes = formatting(analyseText(name, text), options, within);
  return applyEdits(
    text,
    changes.map(({ range, text: newText }) => ({ range, newText })),
  );
}

const messy =
  '{"from":"build" ,"to" : "fix",\n\t\t"payload":{"input":12345678901234567890,"output":[1.0,1e400,-0, 0.10,{ }\n,[]],\n\n"confidence":0.50,"needsReview":true,"reasoning":"a  b \\u00e9 é \\/"}}';

describe('values stay as they are written, digit by digit', () => {
  test.each(inEachFileKind(`|${messy}`))('$name', file => {
    const once = formatted(file.name, file.text);
    envelopeIn(file, once);
    const bare = (text: string) => text.replace(/[\s>]/g, '');
    expect(bare(once)).toBe(bare(file.text));
    expect(once).toContain('"a  b \\u00e9 é \\/"');
    expect(once).not.toBe(file.text);
    expect(formatted(file.name, once)).toBe(once);
  });
});

test('of a root array, looking once at the problems of each of its elements', () => {
  const { parts, ...analysis } = analyseText('a.json', `[${Array(100).fill(messy).join(',')}]`);
  let looked = 0;
  const watched = parts.map(({ problems, ...part }) => ({
    ...part,
    get problems() {
      looked++;
      return problems;
    },
  }));
  expect(formatting({ ...analysis, parts: watched }, options)).not.toEqual([]);
  expect(looked).toBeLessThanOrEqual(2 * parts.length);
});

test('blocks over several lines with the prefix of their quote; lines of a log on one', () => {
  const small = '{"from":"build","to":"fix","payload":{"confidence":1.0}}';
  const laidOut = '{\n  "from": "build",\n  "to": "fix",\n  "payload": {\n    "confidence": 1.0\n  }\n}';
  const results = inEachFileKind(`|${small}`).map(({ name, text }) => [name, formatted(name, text)]);
  expect(Object.fromEntries(results)).toMatchObject({
    'envelope.json': laidOut,
    'log.jsonl': '42\n{"from": "build", "to": "fix", "payload": {"confidence": 1.0}}\n"text"',
    'quote.md': `> Quoted:\n> \n> \`\`\`json\n> ${laidOut.replaceAll('\n', '\n> ')}\n> \`\`\``,
    'listInQuote.md': `> 1. In both\n>    \`\`\`json\n>    ${laidOut.replaceAll('\n', '\n>    ')}\n>    \`\`\``,
  });
});

test.each(examples.map(({ kind, value }) => [kind.id, value] as const))(
  'an example of %s says the same after it',
  (_, value) => {
    const file: FileWithCursor = { name: 'a.json', text: JSON.stringify(value), position: { line: 0, character: 0 } };
    const once = formatted(file.name, file.text);
    expect(JSON.parse(once)).toEqual(value);
    expect(once).toBe(JSON.stringify(value, null, 2));
  },
);

test('the elements of a root array are laid out with their brackets', () => {
  const text =
    '[{"from":"build","to":"fix","payload":{"confidence":1}},{"from":"a","to":"b","payload":{"confidence":1}}]';
  const once = formatted('a.json', text);
  expect(once).toBe(JSON.stringify(JSON.parse(text), null, 2));
  expect(formatted('a.json', once)).toBe(once);
  expect(formatted('a.json', text.replace('1}},', '1}}'))).toBe(text.replace('1}},', '1}}'));
});

test('only what a range touches', () => {
  const line = '{"from":"build","to":"fix","payload":{"confidence":1}}';
  const range = { start: { line: 1, character: 0 }, end: { line: 1, character: 3 } };
  const lines = formatted('a.jsonl', [line, line, line].join('\n'), range).split('\n');
  expect(lines.map(one => one === line)).toEqual([true, false, true]);
});

test('of an array the elements that a range touches, where they stand', () => {
  const envelope = '{"from":"build","to":"fix","payload":{"confidence":1}}';
  const laidOut = JSON.stringify([JSON.parse(envelope), JSON.parse(envelope), JSON.parse(envelope)], null, 2);
  const onLines = `[\n  ${envelope},\n  ${envelope},\n  ${envelope}\n]`;
  const row = (line: number) => ({ start: { line, character: 3 }, end: { line, character: 4 } });
  const second = formatted('a.json', onLines, row(2));
  expect(second.split('\n').slice(0, 2)).toEqual(onLines.split('\n').slice(0, 2));
  expect(second.split('\n').slice(-2)).toEqual(onLines.split('\n').slice(-2));
  expect(formatted('a.json', formatted('a.json', second, row(1)), { start: row(14).start, end: row(15).end })).toBe(
    laidOut,
  );
  expect(formatted('a.json', laidOut, row(3))).toBe(laidOut);
});

test('of an array on one line no more is looked at than the elements of the range', () => {
  const envelope = '{"from":"build","to":"fix","payload":{"confidence":1}}';
  const text = `[${Array(2000).fill(envelope).join(',')}]`;
  const middle = 1000 * (envelope.length + 1) + 5;
  const at = (character: number) => ({ line: 0, character });
  const once = formatted('a.json', text, { start: at(middle), end: at(middle + 1) });
  expect(once.length).toBeLessThan(text.length + 100);
  expect(once).toContain(`},${JSON.stringify(JSON.parse(envelope), null, 2)},{`);
  expect(formatted('a.json', text, { start: at(0), end: at(text.length) })).toBe(
    JSON.stringify(JSON.parse(text), null, 2),
  );
});

test.each([
  '{"name":"x","version":"1"}',
  '{"from":"build","to":"fix","payload":{"confidence":1},}',
  '[1,2]',
  `{"from":"build","to":"fix","payload":{"confidence":1,"input":${'['.repeat(3000)}${']'.repeat(3000)}}}`,
])('what is none of ours, broken or beyond depth stays: %s', json => {
  for (const { name, text } of inEachFileKind(`|${json}`))
    if (!name.endsWith('.jsonl') || !json.includes('[[[')) expect(formatted(name, text)).toBe(text);
});

test('the indentation of a file is searched once for all fixes of its elements', () => {
  const elements = Array(20).fill('{"from":"build","to":"fix"}');
  const { parts } = analyseText('a.json', `[${elements.join(',')}\n   ,{"from":"build","to":"fix"}]`);
  let searches = 0;
  const root = parts[0]?.part.parent as Part;
  const parent = Object.defineProperty({ ...root }, 'text', {
    get() {
      searches++;
      return root.text;
    },
  });
  const units = parts.map(({ part }) => indentUnit({ ...part, text: part.text, parent }));
  expect(new Set(units)).toEqual(new Set(['   ']));
  expect(searches).toBe(1);
});
