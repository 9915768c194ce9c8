import { expect, test } from 'vitest';
import { checkCommand } from '../../server/src/cli/check';
import { createChecker, createFixer } from '../../server/src/features/report';
import { folder, run } from './run';

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

test('each line of a log must be what was asked for', async () => {
  const stdin = [JSON.stringify({ $schema: OTHER }), JSON.stringify({ $schema: OTHER, ...elided })].join('\n');
  expect(await rulesOf(stdin, 'outputs.jsonl')).toEqual({ code: 1, rules: ['schema/const', 'schema/const'] });
});

test('a comment in Markdown silences nothing in what must be an output', async () => {
  const block = `\`\`\`json\n${JSON.stringify({ ...elided, success: 'yes' })}\n\`\`\`\n`;
  const found = await rulesOf(`<!-- agent-envelopes-disable -->\n\n${block}`, 'a.md');
  expect(found).toEqual({ code: 1, rules: ['schema/type', 'envelope/elided-content'] });
});
