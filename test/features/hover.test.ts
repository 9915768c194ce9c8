import { describe, expect, test } from 'vitest';
import { fileWithCursor, inEachFileKind } from '../kit/inEachFileKind';
import { memoryWorkspace } from '../kit/memoryWorkspace';
import { allKinds } from '../kit/testContext';
import { hoverAt, saidAt } from './askAt';

const workspace = memoryWorkspace(['src/export.ts']);
const output = (path: string) =>
  `{"success": true, "summary": "s", "recommendation": "proceed", "artifacts": [{"path": ${path}, "operation": "create"}]}`;
const message = (confidence: string) =>
  `{"from": "build", "to": "fix", "intent": "bug", "payload": {"confidence": ${confidence}, "needsReview": true}}`;

const hovers: { at: string; says: RegExp[] }[] = [
  {
    at: `|${message('0.5')}`,
    says: [/^\*\*build\*\* → \*\*fix\*\* · bug · confidence 0\\\.5/, /Agent Message Protocol/],
  },
  {
    at: message('0.6').replace('"from', '"fr|om'),
    says: [/^\*\*From\*\* · `from` · string · required/, /`conductor`/],
  },
  { at: message('0.6').replace('"from', '|"from'), says: [/^\*\*From\*\*/] },
  { at: message('0.6').replace('"build', '"bui|ld'), says: [/^\*\*From\*\*/, /\*\*`build`\*\*/] },
  {
    at: message('0.6').replace('{"conf', '{|"conf'),
    says: [/^\*\*Confidence\*\*/, /From 0 to 1\./, /`agent-message\/message`/],
  },
  { at: message('0.9|2'), says: [/0\.92: very confident: proceed/] },
  { at: message('|0.7'), says: [/0\.7: confident/] },
  { at: message('0.6|'), says: [/0\.6: uncertain/] },
  { at: message('0.|1'), says: [/0\.1: low/] },
  { at: message('1.|4'), says: [/1\.4: outside of 0 to 1/] },
  { at: output('"s|rc/export.ts"'), says: [/✓ Exists: \[src\/export\\\.ts\]\(file:\/\/\/work\/src\/export\.ts\)/] },
  { at: output('"s|rc"'), says: [/✓ Exists: a folder/] },
  { at: output('"no|ne.ts"'), says: [/✗ Not found/] },
  { at: output('"../..|/etc/passwd"'), says: [/✗ Not found/] },
  {
    at: output('"x"').replace('{"path', '|{"path'),
    says: [/^\*\*Artifact\*\* · an item of `artifacts` · object\n\n.+/, /`agent-protocol\/output`/],
  },
  { at: output('"x"').replace('[{"path', '|[{"path'), says: [/^\*\*Artifacts\*\* · `artifacts` · array/] },
  { at: message('0.6').replace('{"conf', '|{"conf'), says: [/^\*\*Payload\*\* · `payload` · object/] },
  { at: output('"x"').replace('"create"', '"cr|eate"'), says: [/Allowed:/, /- \*\*`create`\*\*/, /- `update`/] },
];

describe.each(hovers)('$at', ({ at, says }) => {
  test.each(inEachFileKind(at))('$name', file => {
    const said = saidAt(file, { workspace });
    for (const part of says) expect(said).toMatch(part);
    const range = hoverAt(file, { workspace })?.range;
    expect(range?.start.line).toBe(file.position.line);
    expect(range?.start.character).toBeLessThanOrEqual(file.position.character);
    expect(range?.end.character).toBeGreaterThanOrEqual(file.position.character);
  });
});

test.each([
  'success: true\nsummary: s\nrecommendation: proceed\nartifacts:\n  |- path: a\n    operation: create\n',
  'success: true\nsummary: s\nrecommendation: proceed\nartifacts: [|{ path: a, operation: create }]\n',
])('of an element in YAML its schema is told: %j', at => {
  expect(saidAt(fileWithCursor('a.yaml', at))).toMatch(/^\*\*Artifact\*\* · an item of `artifacts` · object\n\n/);
});

test.each([
  '{"from": "build", "to": "fix", // the ag|ent\n "payload": {"confidence": 1}}',
  '{"from": "build", "to": /* the ag|ent */ "fix", "payload": {"confidence": 1}}',
  '{"from": "build", "to": |// to\n "fix", "payload": {"confidence": 1}}',
])('nothing is said of a comment: %j', at => {
  expect(saidAt(fileWithCursor('a.jsonc', at))).toBe('');
  expect(saidAt(fileWithCursor('a.jsonc', at.replace('|', '').replace('fix"', 'f|ix"')))).toMatch(/^\*\*To\*\*/);
});

const hostile = [
  '](command:workbench.action.quit)',
  '[x](command:x)',
  '![x](https://evil.example/x.png)',
  '<img src=x onerror=alert(1)>',
  '<a href="command:x">y</a>',
  '`](command:x)',
  '``` ```` `',
  '**bold** _it_ ~~no~~ # | &lt; &#60;',
  'https://evil.example www.evil.example me@evil.example',
  '$(alert) \\[x\\](command:x)',
  'line\n\n# heading\n\n- item',
  '\u2028# heading',
];

// What remains of Markdown when all that is code or escaped has gone.
function markupOf(markdown: string): string {
  const [first = ''] = markdown.split('\n\n_');
  return first.replace(/\\[!-/:-@[-`{-~]|(`+)(?!`)[\s\S]*?[^`]\1(?!`)/g, '').replaceAll('**', '');
}

test.each(hostile)('text of a file is text in a hover: %j', text => {
  const quoted = JSON.stringify(text);
  const drawings = [
    `|{"from": ${quoted}, "to": ${quoted}, "intent": ${quoted}, "payload": {"confidence": 0.5}}`,
    `{${quoted.slice(0, 2)}|${quoted.slice(2)}: 1, "from": "build", "to": "fix", "payload": {"confidence": 0.5}}`,
    `|{"from": "a", "to": "b", "payload": {"output": null}, "issues": [{"severity": "error", "message": ${quoted}}]}`,
    output(`${quoted.slice(0, 2)}|${quoted.slice(2)}`),
  ];
  const safe = memoryWorkspace([text.replaceAll('/', '')]);
  for (const at of [...drawings, output(JSON.stringify(`|${text.replaceAll('/', '')}`))]) {
    const said = saidAt(fileWithCursor('a.json', at), { workspace: safe });
    expect(said).not.toBe('');
    const link = /✓ Exists: \[(?:\\.|[^\]\\])*\]\(file:\/\/\/work\/[^()\s<>"\\]*\)/;
    const markup = markupOf(said.replace(link, ''));
    expect(markup).not.toMatch(/[<>[\]`#!]|https?:|www\.|\w@\w|&[#\w]+;|\n\s*\n\s*[-#]/);
  }
});

test.each(allKinds.map(({ id }) => id))('%s: each of its properties is explained, with its protocol', id => {
  const kind = allKinds.find(one => one.id === id);
  for (const shape of kind?.variants ?? (kind ? [kind] : [])) {
    for (const example of (shape.schema.examples ?? []) as Record<string, unknown>[]) {
      for (const key of Object.keys(example)) {
        // The key comes first, since a value may have one of the same name.
        const envelope = { $schema: kind?.schema.$id, [key]: example[key], ...example };
        const text = JSON.stringify(envelope).replace(`"${key}":`, `"|${key}":`);
        const said = saidAt(fileWithCursor('a.json', text));
        expect(said, `${id} ${key}`).toContain(`\`${id}\``);
        expect(said.split('\n\n').length, `${id} ${key}`).toBeGreaterThan(shape.schema.properties?.[key] ? 2 : 1);
      }
    }
  }
});

describe('a rule of the steps of a declaration', () => {
  const tool = {
    each: '/calls/*',
    step: 'tool',
    side: 'ask',
    id: '/id',
    call: { tool: '/name', about: '/args/command' },
  };
  const line = (good: object[]) => ({
    id: 'relay',
    title: 'Relay',
    readOnly: true,
    kinds: {
      line: {
        signature: { proof: [{ all: ['/relay_session', '/ts'] }] },
        examples: { good },
        steps: [
          { when: { at: '/type', is: ['prompt'] }, step: 'message', title: '/text' },
          { when: { at: '/type', is: ['model'] }, steps: [{ step: 'llm', title: '/text' }, tool] },
          { when: { at: '/type', is: ['end'] }, step: 'end', title: '/reason' },
        ],
      },
    },
  });
  const call = (id: string) => ({ id, name: 'shell', args: { command: `ls ${id}` } });
  const records = [
    { relay_session: 'r', ts: 1, type: 'prompt', text: 'List the [files](command:x)' },
    { relay_session: 'r', ts: 2, type: 'model', calls: [1, 2, 3, 4].map(id => call(`c${id}`)) },
  ];
  const told = (word: string, good: object[]) => {
    const text = JSON.stringify(line(good), undefined, 2).replace(`"step": "${word}"`, `"st|ep": "${word}"`);
    return saidAt(fileWithCursor('relay.agent-protocol.json', text));
  };

  test('tells its number, and what it makes of the good examples', () => {
    expect(told('message', records)).toContain('Rule 1 of `line` makes 1 step of the good examples: `List the files`.');
    expect(told('llm', records)).toContain('Rule 2.1 of `line` makes no step of the good examples.');
    expect(told('tool', records)).toContain(
      'Rule 2.2 of `line` makes 4 steps of the good examples: `shell ls c1`, `shell ls c2`, `shell ls c3`, ….',
    );
    expect(told('end', [])).toContain('Rule 3 of `line`: add records of a log to `examples.good`');
  });
});
