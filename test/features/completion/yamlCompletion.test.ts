import { describe, expect, test } from 'vitest';
import { atPath } from '../../../server/src/text/jsonPointer';
import { parseJsonOrYaml } from '../../../server/src/text/parseJsonOrYaml';
import { acceptCompletion } from '../../kit/applyEdits';
import { fileWithCursor } from '../../kit/inEachFileKind';
import { memoryWorkspace } from '../../kit/memoryWorkspace';
import { itemsAt, labelsAt, saidAt } from '../askAt';

const workspace = memoryWorkspace(['src/export.ts']);
const MESSAGE = 'from: build\nto: fix\npayload:\n  confidence: 0.5\n  needsReview: true\n';
const OUTPUT = 'success: true\nsummary: Done.\nrecommendation: proceed\n';

/** Drawn YAML in a file, and in a block of a quoted list, with the beginning of its lines. */
function inFiles(drawn: string) {
  const block = `> - A\n>   \`\`\`yaml\n${drawn.replaceAll(/^/gm, '>   ')}\n>   \`\`\`\n`;
  return [
    { kind: 'file', file: fileWithCursor('a.yaml', drawn), prefix: '' },
    { kind: 'block', file: fileWithCursor('a.md', block), prefix: '>   ' },
  ];
}

/** What a file holds that is nothing but such a block, or YAML. */
function valueIn(text: string, prefix: string): unknown {
  const lines = prefix === '' ? text.split('\n') : text.split('\n').slice(2, -2);
  return parseJsonOrYaml(lines.map(line => line.slice(prefix.length)).join('\n'), 'yaml');
}

describe.each<[drawn: string, pick: string, path: string, holds: unknown]>([
  [`${MESSAGE}|`, 'intent', 'intent', ''],
  [`${MESSAGE}in|`, 'intent', 'intent', ''],
  [`|\n${MESSAGE}`, 'intent', 'intent', ''],
  [`${MESSAGE}in|: idea`, 'intent', 'intent', 'idea'],
  [`${MESSAGE}"in|": idea`, 'intent', 'intent', 'idea'],
  [`${MESSAGE}intent: |`, 'bug', 'intent', 'bug'],
  [`${MESSAGE}intent:|`, 'bug', 'intent', 'bug'],
  [`${MESSAGE}intent: id|ea # why`, 'bug', 'intent', 'bug'],
  [`${MESSAGE}intent: "id|ea"`, 'bug', 'intent', 'bug'],
  [`${MESSAGE}intent: 'id|ea'`, 'bug', 'intent', 'bug'],
  [`${MESSAGE}'in|': idea`, 'intent', 'intent', 'idea'],
  [`${MESSAGE}context: { 'pro|': a }`, 'project', 'context', { project: 'a' }],
  [`${MESSAGE}|`, 'context', 'context', { project: '', domain: '', priority: 1 }],
  [`${MESSAGE}context:\n  |`, 'priority', 'context', { priority: 1 }],
  [`${MESSAGE}context: {|}`, 'priority', 'context', { priority: 1 }],
  [`${MESSAGE}context: { domain: a, | }`, 'priority', 'context', { domain: 'a', priority: 1 }],
  [`${MESSAGE}context: { priority: | }`, '2', 'context', { priority: 2 }],
  [`${MESSAGE}|`, '$schema', '$schema', 'agent-envelopes:/agent-message/message.schema.json'],
  [`$schema: |\n${MESSAGE}`, 'agent-message/message', '$schema', 'agent-envelopes:/agent-message/message.schema.json'],
  [`${OUTPUT}artifacts:\n  - |`, 'path', 'artifacts/0', { path: '' }],
  [`${OUTPUT}artifacts:\n  - path: a\n    |`, 'operation', 'artifacts/0', { path: 'a', operation: 'create' }],
  [`${OUTPUT}artifacts:\n- path: a\n  operation: |`, 'update', 'artifacts/0', { path: 'a', operation: 'update' }],
  [`${OUTPUT}artifacts:\n  - path: s|`, 'src/', 'artifacts/0', { path: 'src/' }],
  [`${OUTPUT}artifacts:\n  - path: src/|`, 'export.ts', 'artifacts/0', { path: 'src/export.ts' }],
  ['|', 'envelope-message', 'payload/needsReview', false],
])('%j, %s', (drawn, pick, path, holds) => {
  test.each(inFiles(drawn))('in a $kind', ({ file, prefix }) => {
    const item = itemsAt(file, { workspace }).find(({ label }) => label === pick);
    if (!item) throw new Error(`not offered, but ${labelsAt(file, { workspace })}`);
    const text = acceptCompletion(file.text, item, file.position);
    const { value, fault } = valueIn(text, prefix) as ReturnType<typeof parseJsonOrYaml>;
    const at = path.split('/').map(step => (/^\d+$/.test(step) ? Number(step) : step));
    expect({ fault, holds: atPath(value, at) }, text).toEqual({ fault: undefined, holds });
    const [quote = ''] =
      /["']?(?=\w*$)/.exec(file.text.split('\n')[file.position.line]?.slice(0, file.position.character) ?? '') ?? [];
    expect(/^["']?/.exec((item.filterText ?? '').trim())?.[0]).toBe(quote);
  });
});

test('an inserted element is laid out as the lines around it', () => {
  const file = fileWithCursor('a.yaml', `${OUTPUT}|`);
  const item = itemsAt(file).find(({ label }) => label === 'artifacts');
  expect(acceptCompletion(file.text, item as never, file.position)).toMatchInlineSnapshot(`
    "success: true
    summary: Done.
    recommendation: proceed
    artifacts: []"
  `);
});

test.each([
  ['a comment', `${MESSAGE}# |`],
  ['a block text', `${MESSAGE}intent: |-\n  te|xt`.replace('|-', '>-')],
  ['a text of several lines', `${MESSAGE}intent: one\n  t|wo`],
  ['a key whose value is below', `${MESSAGE}context:|\n  project: b\n`],
  ['a key whose value is below, behind a blank', `context: |\n  project: b\n${MESSAGE}`],
  ['a key whose text is below', `intent: |\n  idea\n${MESSAGE}`],
  ['front matter', '---\nti|\n---\n'],
  ['a workflow', 'name: CI\non: push\njobs:\n  a:\n    |'],
])('nothing is offered in %s', (_, drawn) => {
  expect(labelsAt(fileWithCursor(drawn.startsWith('---') ? 'a.md' : 'a.yaml', drawn))).toEqual([]);
});

describe.each<[drawn: string, says: RegExp]>([
  [`fr|om: build\n${MESSAGE.slice(12)}`, /^\*\*From\*\* · `from` · string · required/],
  [`from: bui|ld\n${MESSAGE.slice(12)}`, /\*\*`build`\*\*/],
  [MESSAGE.replace('0.5', '0.|9'), /0\.9: very confident/],
  [MESSAGE.replace('confidence', '|confidence'), /From 0 to 1/],
  [`${OUTPUT}artifacts:\n  - path: src|/export.ts\n    operation: create\n`, /✓ Exists/],
  [`${OUTPUT}artifacts: [{ path: a, "oper|ation": create }]\n`, /operation/],
])('hover of %j', (drawn, says) => {
  test.each(inFiles(drawn))('in a $kind', ({ file }) => expect(saidAt(file, { workspace })).toMatch(says));
});
