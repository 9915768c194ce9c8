import { spawn, spawnSync } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, describe, expect, test } from 'vitest';
import { everyFourth } from '../kit/amount';
import { examples } from '../kit/examples';
import { isJson } from '../kit/isJson';
import { serverPath } from '../kit/lspClient';
import { temporaryFolder } from '../kit/temporaryFolder';
import { commandInProcess } from './commandInProcess';
import { watchMemory } from './processMemory';
import { fineOutputs } from './tricks/fine';
import { FOLDER, pathTricks } from './tricks/paths';
import { structureTricks } from './tricks/structure';
import { hookOutput, hookOutputWriting, type Trick } from './tricks/trick';

/** The folder that a hook runs in, as `docs/ci.md` shows it. */
const folder = temporaryFolder(
  Object.fromEntries(Object.entries(FOLDER).filter(([, text]) => !text.startsWith('-> '))),
);
for (const [path, text] of Object.entries(FOLDER)) {
  if (text.startsWith('-> ')) symlinkSync(text.slice('-> '.length), folder.pathOf(path));
}
afterAll(folder.dispose);

const run = commandInProcess();
const argsFor = (stdinName = 'output.json') =>
  ['check', '-', '--as', 'agent-protocol/output', '--stdin-name', stdinName, '--no-config'] as const;
const hook = ({ stdin, stdinName }: Pick<Trick, 'stdin' | 'stdinName'>, ...more: string[]) =>
  run([...argsFor(stdinName), ...more], { cwd: folder.path, stdin });

test('there are two hundred of each together', () => {
  const tricks = [...structureTricks, ...pathTricks];
  expect(tricks.length).toBeGreaterThan(200);
  const inputs = tricks.map(({ stdin, stdinName }) => `${stdinName} ${Buffer.from(stdin as string).toString('hex')}`);
  expect(inputs.filter((one, at) => inputs.indexOf(one) !== at)).toEqual([]);
});

describe('what an agent returns to get past the hook does not, and is told why:', () => {
  test.each([...structureTricks, ...pathTricks])('$name', async trick => {
    const { code, out, err } = await hook(trick);
    expect({ code, said: `${out}${err}` }).toEqual({
      code: expect.toBeOneOf([1, 2]),
      said: expect.stringMatching(trick.says),
    });
    expect(err).not.toMatch(/defect/);
    // What keeps it out is an error, not one of the warnings beside it.
    if (code === 1) expect(out).toMatch(/ error /);
  });
});

describe('the guard of the package gives the same verdict', () => {
  type Program = Pick<typeof import('../../server/src/entries/api'), 'guard' | 'GuardError'>;
  const { guard, GuardError } = createRequire(join(dirname(serverPath), 'cli.js'))('./api.js') as Program;
  const output = guard('agent-protocol/output', { cwd: folder.path });
  /** One object; a log of several lines, and bytes that are no UTF-8, are nothing that a program hands to it. */
  const isText = ({ stdin, stdinName }: Pick<Trick, 'stdin' | 'stdinName'>) =>
    !stdinName?.endsWith('l') && Buffer.from(String(stdin)).equals(Buffer.from(stdin as string));
  const tricks = [...structureTricks, ...pathTricks].filter(isText);

  test('on what an agent returns to get past it', () => {
    expect(tricks.length).toBeGreaterThan(180);
    for (const { name, stdin } of tricks) expect(() => output.parse(String(stdin)), name).toThrow(GuardError);
  });

  test('on what is fine, as a text and as a value', () => {
    const fine = fineOutputs.map(([, stdin]) => String(stdin)).filter(text => /^\s*\{/.test(text) && isJson(text));
    expect(fine.length).toBeGreaterThan(3);
    for (const text of fine) {
      expect(output.parse(text)).toEqual(JSON.parse(text));
      expect(output(JSON.parse(text))).toEqual(JSON.parse(text));
    }
  });
});

describe('what is fine goes through:', () => {
  test.each(fineOutputs)('%s', async (_, stdin, stdinName) => {
    const { code, out, err } = await hook({ stdin, ...(stdinName && { stdinName }) });
    expect({ code, err, errors: out.match(/^.* error .*$/m) }).toEqual({ code: 0, err: '', errors: null });
  });
});

describe('an example goes through, alone and in an array, and nothing beside it:', () => {
  test.each(everyFourth(examples).map(({ kind, value }) => [kind.id, JSON.stringify(value)]))(
    '%s',
    async (kind, good) => {
      const codeOf = async (stdin: string) => {
        const args = ['check', '-', '--as', kind, '--stdin-name', 'a.json', '--no-config'];
        return (await run(args, { cwd: folder.path, stdin })).code;
      };
      expect(await codeOf(good)).toBe(0);
      expect(await codeOf(`[${good},${good}]`)).toBe(0);
      for (const bad of ['{"a":1}', `[${good},7]`, `[[${good}]]`, `Here: ${good}`, `${good}${good}`, '7', '[]']) {
        expect(await codeOf(bad), bad).toBe(1);
      }
    },
  );
});

test('a real start says the same', () => {
  const cli = join(dirname(serverPath), 'cli.js');
  const start = (input: string) =>
    spawnSync(process.execPath, [cli, ...argsFor()], { cwd: folder.path, input, encoding: 'utf8' });
  expect(start(hookOutput()).status).toBe(0);
  const { status, stdout } = start(hookOutputWriting('link/passwd'));
  expect({ status, stdout }).toEqual({ status: 1, stdout: expect.stringMatching(/through the link "link" out of/) });
});

test('what never ends is given up', async () => {
  const child = spawn(process.execPath, [serverPath.replace(/server\.js$/, 'cli.js'), ...argsFor()], {
    cwd: folder.path,
  });
  const memory = watchMemory(child.pid ?? 0, () => child.kill('SIGKILL'));
  const said: string[] = [];
  child.stderr.on('data', chunk => said.push(String(chunk)));
  const endless = Readable.from(
    (function* () {
      for (;;) yield Buffer.alloc(1 << 20, ' ');
    })(),
  );
  // It stops reading, and what is written then is lost.
  child.stdin.on('error', () => endless.destroy());
  endless.pipe(child.stdin);
  const code = await new Promise(resolve => child.once('close', resolve));
  endless.destroy();
  memory.stop();
  expect({ code, said: said.join('') }).toEqual({ code: 2, said: expect.stringContaining('too large to be read') });
});

test('a place that the settings allow may be written to, and no other', async () => {
  const config = folder.pathOf('settings.json');
  folder.write('settings.json', JSON.stringify({ protectedPaths: { '.github/workflows': false, infra: true } }));
  const under = async (path: string) =>
    (await run([...argsFor().slice(0, -1), '--config', config], { cwd: folder.path, stdin: hookOutputWriting(path) }))
      .code;
  expect(await under('.github/workflows/ci.yml')).toBe(0);
  expect(await under('.github/workflows/../../.git/config')).toBe(1);
  expect(await under('.github/actions/x/action.yml')).toBe(1);
  expect(await under('infra/main.tf')).toBe(1);
});

test('a large output takes time in proportion to its size', async () => {
  const files = (count: number) =>
    hookOutput({
      artifacts: Array.from({ length: count }, (_, index) => ({
        path: `docs/${index}.md`,
        operation: 'create',
        content: '# A\n\nText.\n'.repeat(20),
      })),
    });
  const took = async (stdin: string) => {
    const begun = performance.now();
    expect((await hook({ stdin })).code).toBe(0);
    return performance.now() - begun;
  };
  const [small, large] = [files(100), files(1000)];
  await took(small);
  let [least, most] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  // What grows too fast does so however often it is timed; a machine that is busy for a while does not.
  for (let round = 0; round < 5 && !(most < Math.max(20, least) * 40); round++) {
    least = Math.min(least, await took(small));
    most = Math.min(most, await took(large));
  }
  expect(most).toBeLessThan(Math.max(20, least) * 40);
});
