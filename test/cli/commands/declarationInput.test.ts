import { expect, test } from 'vitest';
import { checkCommand } from '../../../server/src/cli/commands/check';
import { createChecker, createFixer } from '../../../server/src/features/fixes/checkAndFixFiles';
import { folder, run } from '../run';

const commands = [checkCommand({ createChecker, createFixer, pause: async () => false, version: '1.2.3' })];

test('a declaration on standard input has the problems that its file has', async () => {
  const text = JSON.stringify({
    id: 'posts',
    kinds: {
      unusable: { schema: { type: 'object', required: 'x' } },
      absent: { schema: './absent.json' },
      beside: { schema: './post.json', tells: { id: '/post_id', run: '/nowhere' } },
    },
    order: [{ begins: ['post'] }],
  });
  const schema = { type: 'object', required: ['post_id'], properties: { post_id: { type: 'string' } } };
  const cwd = folder({
    'posts.agent-protocol.json': text,
    'other/post.json': JSON.stringify(schema),
    'post.json': JSON.stringify(schema),
  });
  const problems = async (args: string[], stdin = '') => {
    const { out } = await run(['check', ...args, '--format', 'json'], { cwd, commands, stdin });
    const [file] = JSON.parse(out).files as { problems: { message: string; range: unknown }[] }[];
    return file?.problems.map(({ message, range }) => ({ message, range }));
  };
  const ofFile = await problems(['posts.agent-protocol.json']);
  expect(ofFile).toHaveLength(4);
  expect(await problems(['-', '--stdin-name', 'new.agent-protocol.json'], text)).toEqual(ofFile);
});
