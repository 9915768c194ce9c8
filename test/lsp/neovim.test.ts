import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { serverPath } from '../kit/lspClient';
import { message } from '../kit/runsClient';
import { temporaryFolder } from '../kit/temporaryFolder';

const isThere = spawnSync('nvim', ['--version']).status === 0;

// Where there is no Neovim, `clientUris.test.ts` and `otherEditors.test.ts` still speak as it does.
test.skipIf(!isThere)(
  'Neovim: problems once, a rename that is right, logs that are no false JSON',
  { timeout: 60_000 },
  () => {
    const files = {
      'log (1).jsonl': `${message(1, { run: 'wf_x', confidence: 1.4 })}\n${message(2, { run: 'wf_x' })}\n`,
      "it's @2!.ndjson": `${message(3, { run: 'wf_x' })}\n${message(4, { run: 'wf_x', confidence: 1.5 })}\n`,
      'closed+(b).json': `${message(5, { run: 'wf_x' })}\n`,
    };
    const folder = temporaryFolder(
      Object.fromEntries(Object.entries(files).map(([name, text]) => [`a (b)+c@d/${name}`, text])),
    );
    const pathOf = (name: string) => folder.pathOf(`a (b)+c@d/${name}`);
    const data = {
      SERVER: [process.execPath, serverPath, '--stdio'],
      ROOT: folder.pathOf('a (b)+c@d'),
      OPENED: ['log (1).jsonl', "it's @2!.ndjson"].map(pathOf),
      PROBLEMS: 2,
      NAME: 'wf_x',
      NEW_NAME: 'wf_a_longer_name',
      RESULT: folder.pathOf('result.json'),
    };
    const env = Object.fromEntries(
      Object.entries(data).map(([name, value]) => [`NVIM_TEST_${name}`, JSON.stringify(value)]),
    );
    const script = new URL('neovim.lua', import.meta.url).pathname;
    const { status, stderr } = spawnSync('nvim', ['--headless', '--clean', '-c', `luafile ${script}`], {
      env: { ...process.env, ...env, XDG_STATE_HOME: folder.pathOf('state'), XDG_CACHE_HOME: folder.pathOf('cache') },
      input: '',
      encoding: 'utf8',
      timeout: 50_000,
    });
    expect({ status, stderr }).toEqual({ status: 0, stderr: expect.not.stringContaining('Error') });
    expect(JSON.parse(readFileSync(folder.pathOf('result.json'), 'utf8'))).toEqual({
      failed: [],
      problems: ["it's @2!.ndjson:2 schema/maximum", 'log (1).jsonl:1 schema/maximum'],
      // Those that were opened, and the one that the rename reached.
      buffers: 3,
    });
    for (const [name, text] of Object.entries(files)) {
      expect(readFileSync(pathOf(name), 'utf8')).toBe(text.replaceAll('wf_x', 'wf_a_longer_name'));
    }
    folder.dispose();
  },
);
