import { expect, test } from 'vitest';
import { checkCommand } from '../../../server/src/cli/commands/check';
import { createChecker, createFixer } from '../../../server/src/features/fixes/checkAndFixFiles';
import { examples } from '../../kit/examples';
import { folder, run } from '../run';

const commands = [checkCommand({ createChecker, createFixer, pause: async () => false, version: '1' })];
const elided = {
  success: true,
  summary: 'Done.',
  recommendation: 'proceed',
  artifacts: [{ path: 'a.md', operation: 'create', content: '<full spec>' }],
};

/** The rules of what is found in standard input that must be an output. */
async function rulesOf(stdin: string, name = 'output.json', ...more: string[]) {
  const args = ['check', '-', '--as', 'agent-protocol/output', '--stdin-name', name, '--format', 'json', ...more];
  const { out, code } = await run(args, { cwd: folder({}), commands, stdin });
  const { files } = JSON.parse(out) as { files: { problems: { rule: string }[] }[] };
  return { code, rules: files.flatMap(({ problems }) => problems.map(({ rule }) => rule)) };
}

const OTHER = 'agent-envelopes:/agent-io/event.schema.json';
const OWN = 'agent-envelopes:/agent-protocol/output.schema.json';

test.each([
  ['a list', JSON.stringify({ ...elided, $ignore: ['envelope/elided-content'] }), 'output.json'],
  ['a list further in', JSON.stringify(elided).replace('"path"', '"$ignore":["envelope/*"],"path"'), 'output.json'],
  ['a comment', `// agent-envelopes-disable\n${JSON.stringify(elided)}`, 'output.jsonc'],
  ['its own schema', JSON.stringify({ $schema: OWN, ...elided }), 'output.json'],
])('%s silences nothing in what must be an output', async (_, stdin, name) => {
  expect(await rulesOf(stdin, name)).toEqual({ code: 1, rules: ['envelope/elided-content'] });
});

test.each([OTHER, 'nowhere.schema.json', 3, null])('$schema %j is one error', async $schema => {
  const stdin = JSON.stringify({ $schema, ...elided });
  expect(await rulesOf(stdin)).toEqual({ code: 1, rules: ['schema/const'] });
  // Where that is made less of, the rest is said.
  expect(await rulesOf(stdin, 'output.json', '--rule', 'schema/const=off')).toEqual({
    code: 1,
    rules: ['envelope/elided-content'],
  });
});

test('standard input of a given kind needs no name', async () => {
  const args = ['check', '-', '--as', 'agent-protocol/output', '--format', 'json'];
  const { out, code } = await run(args, { cwd: folder({}), commands, stdin: JSON.stringify(elided) });
  expect(code).toBe(1);
  expect(JSON.parse(out).files).toMatchObject([
    { file: 'output.json', problems: [{ rule: 'envelope/elided-content' }] },
  ]);
});

test('each line of a log must be what was asked for', async () => {
  const stdin = [JSON.stringify({ $schema: OTHER }), JSON.stringify({ $schema: OTHER, ...elided })].join('\n');
  expect(await rulesOf(stdin, 'outputs.jsonl')).toEqual({ code: 1, rules: ['schema/const', 'schema/const'] });
});

test.each(['output.json', 'output.md'])('what is around an output is an error, as %s', async name => {
  const block = `\`\`\`json\n${JSON.stringify({ ...elided, artifacts: [] })}\n\`\`\`\n`;
  const said = [block, `Here it is:\n\n${block}`, `<!-- agent-envelopes-disable -->\n\n${block}`];
  for (const stdin of said) expect(await rulesOf(stdin, name)).toEqual({ code: 1, rules: ['syntax'] });
});

const good = JSON.stringify({ ...elided, artifacts: [] });

test.each([
  ['no object', `[[1], ${good}]`, 'schema/type'],
  ['more than objects', `[${good}, "text", 7]`, 'schema/type'],
  ['nothing', '[]', 'schema/type'],
  ['an array in an array', `[[${good}]]`, 'schema/type'],
])('an array with %s is an error', async (_, stdin, rule) => {
  const { code, rules } = await rulesOf(stdin);
  expect(code).toBe(1);
  expect(new Set(rules)).toEqual(new Set([rule]));
});

test.each([
  ['a key that stands twice', good.replace('{', '{"artifacts":[],'), 'envelope/duplicate-key'],
  ['a key in other case', good.replace('{', '{"Artifacts":[],'), 'envelope/key-twin'],
  ['such a key in place of the right one', good.replace('artifacts', 'Artifacts'), 'envelope/key-twin'],
  ['the same of one that may be absent', good.replace('{', '{"Notes":[],'), 'envelope/key-twin'],
  ['half of a character', good.replace('Done.', '\\ud800'), 'envelope/ambiguous-json'],
  ['a key that reaches the prototype', good.replace('{', '{"__proto__":{},'), 'envelope/ambiguous-json'],
  ['a path out of the folder', good.replace('[]', path('../a.md')), 'envelope/path-escapes'],
  ['a path from the root', good.replace('[]', path('/a.md')), 'envelope/path-absolute'],
])('%s is an error', async (_, stdin, rule) => {
  // Also of one of several.
  for (const text of [stdin, `[${good},${stdin}]`]) {
    const { code, rules } = await rulesOf(text);
    expect({ code, rules: rules.filter(one => one !== 'schema/unknown-property') }).toEqual({ code: 1, rules: [rule] });
  }
});

function path(name: string): string {
  return JSON.stringify([{ path: name, operation: 'create', content: 'A' }]);
}

test('one object, one array of objects, and lines of a log go through', async () => {
  expect(await rulesOf(` ${good}\n`)).toEqual({ code: 0, rules: [] });
  expect(await rulesOf(`[${good}, ${good}]`)).toEqual({ code: 0, rules: [] });
  expect(await rulesOf(`${good}\n\n${good}\n`, 'a.jsonl')).toEqual({ code: 0, rules: [] });
});

test('a misspelt key stands for what a condition misses without it, as an error', async () => {
  const example = examples.find(({ kind, value }) => kind.id === 'toolcall/quarantined-call' && 'trace' in value);
  const stdin = JSON.stringify(example?.value).replace('"trace":', '"trcae":');
  const args = ['check', '-', '--as', 'toolcall/quarantined-call', '--stdin-name', 'a.json', '--format', 'json'];
  const { out, code } = await run(args, { cwd: folder({}), commands, stdin });
  expect({ code, out }).toEqual({
    code: 1,
    out: expect.stringContaining('"rule":"schema/unknown-property","severity":"error"'),
  });
});
