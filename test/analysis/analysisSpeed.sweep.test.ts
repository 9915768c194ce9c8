import { describe, expect, test } from 'vitest';
import { analyseText, problemsIn } from '../kit/analyseText';
import { exampleOf } from '../kit/examples';
import { superlinearity } from '../kit/timing';

const message = exampleOf('agent-message/message');
const output = exampleOf('agent-protocol/output');
const list = <T>(length: number, item: (index: number) => T) => Array.from({ length }, (_, index) => item(index));
const keys = (count: number, name: string) => Object.fromEntries(list(count, at => [`${name}${at}`, at]));
const open = (envelope: object) => JSON.stringify(envelope).slice(0, -1);
const block = (envelope: object) => `\`\`\`json\n${JSON.stringify(envelope)}\n\`\`\`\n\n`;

/** Files that each have as many of something as is asked for. */
const files: [about: string, name: string, text: (count: number) => string][] = [
  ['unknown properties', 'a.json', count => JSON.stringify({ ...message, ...keys(count, 'key') })],
  [
    'properties that a closed object does not know',
    'a.json',
    count => JSON.stringify({ ...output, ...keys(count, 'key') }),
  ],
  [
    'properties nearly named as one that is missing',
    'a.json',
    count => JSON.stringify({ ...message, intent: undefined, ...keys(count, 'intnt') }),
  ],
  [
    'items of the wrong type',
    'a.json',
    count => JSON.stringify({ ...output, artifacts: list(count, () => ({ path: 3, operation: 'creat' })) }),
  ],
  ['items that lack all', 'a.json', count => JSON.stringify({ ...output, artifacts: list(count, () => ({})) })],
  ['one key', 'a.json', count => `${open(message)}${list(count, at => `,"id":${at}`).join('')}}`],
  [
    'one key with a long value',
    'a.json',
    count => `${open(message)}${list(count, at => `,"k":${at}`).join('')},"k":[${'1,'.repeat(count)}1]}`,
  ],
  [
    'keys that stand twice',
    'a.json',
    count => `${open(message)}${list(count, at => `,"k${at}":1,"k${at}":2`).join('')}}`,
  ],
  ['rules to ignore', 'a.json', count => JSON.stringify({ ...message, $ignore: list(count, at => `schema/x${at}`) })],
  [
    'objects with rules to ignore',
    'a.json',
    count => JSON.stringify({ ...message, payload: { output: list(count, () => ({ $ignore: ['schema/type'] })) } }),
  ],
  [
    'comments that silence',
    'a.jsonc',
    count =>
      `${'// agent-envelopes-disable-next-line schema/type\n'.repeat(count)}${JSON.stringify({ ...message, ...keys(count, 'key') })}`,
  ],
  [
    'comments that silence, and words that are none',
    'a.md',
    count =>
      `${'<!-- agent-envelopes-disable -->\n\n<!-- agent-envelopes-enabel -->\n\n'.repeat(count)}${block({ ...message, from: 7 })}`,
  ],
  [
    'comments before blocks',
    'a.md',
    count =>
      `<!-- agent-envelopes-disable-next-line schema/enum -->\n${block({ ...message, from: 7 })}`.repeat(count / 10),
  ],
  ['blocks', 'a.md', count => block({ ...message, from: 7 }).repeat(count / 10)],
  [
    'lines that can not be read',
    'a.jsonl',
    count => `${JSON.stringify(message)}\n${'{"id": "m", "from\n'.repeat(count)}`,
  ],
];

describe('the time of an analysis grows as its file does', () => {
  test.each(files)('%s', (_, name, text) => {
    const sizes = [1600, 200].map(count => [count, text(count)] as const);
    const made = new Map(sizes);
    expect(problemsIn(analyseText(name, made.get(1600) ?? '')).length).toBeGreaterThan(0);
    expect(superlinearity(count => analyseText(name, made.get(count) ?? ''), 1600)).toBeLessThan(4);
  });
});
