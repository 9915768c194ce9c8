import { closeSync, linkSync, openSync, readdirSync, statSync, symlinkSync, utimesSync, writeSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { RUNS_CHANGED, type RunsChanged } from '../../server/src/shared/lspExtensions';
import { log, message, type RunsClient, startRunsServer } from '../kit/runsClient';
import { serverInTurns } from '../kit/serverInTurns';
import { temporaryFolder } from '../kit/temporaryFolder';

type Folder = ReturnType<typeof temporaryFolder>;

const turn = serverInTurns();

/** For one test: the server over files of its own, or one of its own with these options. */
async function over(
  files: Parameters<typeof temporaryFolder>[0],
  check: (server: RunsClient, folder: Folder) => Promise<void>,
  options?: Parameters<typeof startRunsServer>[1],
) {
  const folder = temporaryFolder(files);
  onTestFinished(folder.dispose);
  if (!options) return check(await turn({ folders: [folder.uri] }), folder);
  const server = await startRunsServer([folder.uri], options);
  try {
    await check(server, folder);
    expect(await server.stop()).toBe(0);
    expect(server.errors).toEqual([]);
  } finally {
    server.kill();
  }
}

const outlineOf = (server: RunsClient, wanted: string[]) =>
  server.until(server.outline, found => JSON.stringify(found) === JSON.stringify(wanted));

test('an empty workspace is read, too', () =>
  over(
    {},
    async server => {
      expect(await server.read()).toEqual({ runs: 0, reading: false, live: false });
      expect(await server.nodes()).toEqual({ nodes: [], total: 0 });
    },
    {},
  ));

test('what is open before the settings are known is read under them', () =>
  over(
    { 'a.json': message(1) },
    async (server, folder) => {
      await server.open(folder.uriOf('a.json'), message(2));
      await server.open(folder.uriOf('none/b.json'), message(3, { run: 'wf_none' }));
      await server.read();
      await outlineOf(server, ['wf_1: msg_2']);
      await server.set({});
      await outlineOf(server, ['wf_1: msg_2', 'wf_none: msg_3']);
      // In the workspace folder, and not outside of all.
      expect((await server.roots()).map(({ run }) => run?.includes(folder.uri))).toEqual([true, true]);
    },
    { settings: { associations: { 'none/*.json': 'none' } } },
  ));

describe('follows', () => {
  const folder = temporaryFolder({ 'a.json': message(1), 'b.jsonl': log(message(2), message(3)) });
  let server: RunsClient;
  beforeAll(async () => {
    server = await startRunsServer([folder.uri]);
    await outlineOf(server, ['wf_1: msg_1, msg_2, msg_3']);
  });
  afterAll(async () => {
    expect(await server.stop()).toBe(0);
    expect(server.errors).toEqual([]);
    expect(await server.warnings()).toEqual([]);
    folder.dispose();
  });

  test('what is typed, until it is thrown away', async () => {
    const uri = folder.uriOf('a.json');
    await server.open(uri, message(1));
    const at = { line: 0, character: message(1).indexOf('msg_1') };
    await server.change(uri, { range: { start: at, end: { line: 0, character: at.character + 5 } }, text: 'typed' });
    await outlineOf(server, ['wf_1: typed, msg_2, msg_3']);
    await server.change(uri, { text: message(9, { run: 'wf_9' }) });
    await outlineOf(server, ['wf_1: msg_2, msg_3', 'wf_9: msg_9']);
    await server.close(uri);
    await outlineOf(server, ['wf_1: msg_1, msg_2, msg_3']);
  });

  test('what is not on disk yet', async () => {
    await server.open('untitled:Untitled-1', message(4, { run: 'wf_new' }), 'json');
    const roots = () => server.roots();
    // It lies in no folder.
    await server.until(roots, found => found.some(({ copies }) => copies === 'wf_new'));
    await server.close('untitled:Untitled-1');
    await outlineOf(server, ['wf_1: msg_1, msg_2, msg_3']);
  });

  test('files that are made, changed and deleted', async () => {
    const uri = folder.uriOf('new/c d.json');
    folder.write('new/c d.json', message(4));
    await server.touched(uri);
    await outlineOf(server, ['wf_1: msg_1, msg_2, msg_3, msg_4']);
    folder.write('new/c d.json', message(0));
    await server.touched(uri);
    await outlineOf(server, ['wf_1: msg_0, msg_1, msg_2, msg_3']);
    folder.remove('new/c d.json');
    await server.touched(uri);
    await outlineOf(server, ['wf_1: msg_1, msg_2, msg_3']);
  });

  test('folders that are deleted', async () => {
    folder.write('old/deep/c.json', message(4));
    folder.write('old/d.jsonl', log(message(5)));
    await server.touched(folder.uriOf('old/deep/c.json'), folder.uriOf('old/d.jsonl'));
    await outlineOf(server, ['wf_1: msg_1, msg_2, msg_3, msg_4, msg_5']);
    folder.remove('old');
    await server.touched(folder.uriOf('old'));
    await outlineOf(server, ['wf_1: msg_1, msg_2, msg_3']);
  });

  test('a log that grows, by half a line at first', async () => {
    folder.append('b.jsonl', message(4).slice(0, 80));
    await server.touched(folder.uriOf('b.jsonl'));
    const label = async () => (await server.nodes((await server.roots())[0]?.id)).total;
    await server.until(label, total => total === 4);
    folder.append('b.jsonl', `${message(4).slice(80)}\n${message(5)}\n`);
    await server.touched(folder.uriOf('b.jsonl'));
    await outlineOf(server, ['wf_1: msg_1, msg_2, msg_3, msg_4, msg_5']);
    folder.write('b.jsonl', log(message(2), message(3)));
    await server.touched(folder.uriOf('b.jsonl'));
    await outlineOf(server, ['wf_1: msg_1, msg_2, msg_3']);
  });
});

test('of a log that grows what was read is not read again', () =>
  over({ 'a.jsonl': log(...[1, 2, 3, 4, 5].map(number => message(number))) }, async (server, folder) => {
    await outlineOf(server, ['wf_1: msg_1, msg_2, msg_3, msg_4, msg_5']);
    // Behind the server's back, in the middle, where nobody looks any more.
    const log = openSync(folder.pathOf('a.jsonl'), 'r+');
    writeSync(log, 'XXX', (message(1).length + 1) * 2 + message(3).indexOf('msg_3'));
    closeSync(log);
    folder.append('a.jsonl', `${message(6)}\n`);
    await server.touched(folder.uriOf('a.jsonl'));
    await outlineOf(server, ['wf_1: msg_1, msg_2, msg_3, msg_4, msg_5, msg_6']);
    await server.ask('agentEnvelopes/runs/refresh');
    await outlineOf(server, ['wf_1: msg_1, msg_2, XXX_3, msg_4, msg_5, msg_6']);
  }));

describe('workspace folders', () => {
  test('two are read apart; one that comes or goes, its runs with it', async () => {
    const [one, two] = [temporaryFolder({ 'a.json': message(1) }), temporaryFolder({ 'b.json': message(2) })];
    onTestFinished(() => [one, two].forEach(({ dispose }) => dispose()));
    const names = [one, two].map(({ path }) => path.slice(path.lastIndexOf('/') + 1));
    const server = await turn({ folders: [one.uri, two.uri] });
    const both = [`${names[0]}/`, 'wf_1: msg_1', `${names[1]}/`, 'wf_1: msg_2'];
    await outlineOf(server, both);
    const folder = { uri: two.uri, name: names[1] };
    await server.tell('workspace/didChangeWorkspaceFolders', { event: { added: [], removed: [folder] } });
    await outlineOf(server, ['wf_1: msg_1']);
    await server.tell('workspace/didChangeWorkspaceFolders', { event: { added: [folder], removed: [] } });
    await outlineOf(server, both);
  });

  test('what is left out: by git, and by the settings as they are', () =>
    over(
      {
        '.git/HEAD': '',
        '.gitignore': 'build/\n*.tmp.json\n',
        'a.json': message(1),
        'b.tmp.json': message(2),
        'build/c.json': message(3),
        'logs/d.json': message(4),
        'node_modules/e.json': message(5),
      },
      async (server, folder) => {
        await outlineOf(server, ['wf_1: msg_1, msg_4']);
        await server.set({ exclude: ['logs'] });
        // What is built in is left out as before.
        await outlineOf(server, ['wf_1: msg_1']);
        await server.set({ useIgnoreFiles: false });
        await outlineOf(server, ['wf_1: msg_1, msg_2, msg_3, msg_4']);
        await server.set({ include: ['logs/**'] });
        await outlineOf(server, ['wf_1: msg_4']);
        await server.set({});
        await outlineOf(server, ['wf_1: msg_1, msg_4']);
        // What is left out stays so when it changes.
        folder.write('build/c.json', message(6));
        folder.write('node_modules/e.json', message(7));
        folder.write('z.json', message(8));
        await server.touched(...['build/c.json', 'node_modules/e.json', 'z.json'].map(folder.uriOf));
        await outlineOf(server, ['wf_1: msg_1, msg_4, msg_8']);
      },
    ));
});

describe('what can not be read', () => {
  test('is told of once; all else is there', () =>
    over(
      {
        'a.json': message(1),
        'binary.json': Buffer.from([0x7b, 0, 1, 2, 0xff]),
        'binary.jsonl': Buffer.from([0x7b, 0, 1, 2, 0x0a, 0xff]),
        'empty.json': '',
        'torn.jsonl': `42\n${message(2)}\n\n"x"\n${message(3).slice(0, -9)}`,
        'sub/b.json': message(4),
      },
      async (server, folder) => {
        symlinkSync('..', folder.pathOf('sub/loop'));
        symlinkSync('self', folder.pathOf('self'));
        symlinkSync('nowhere.json', folder.pathOf('dangling.json'));
        const told = async () => (await server.nodes((await server.roots())[0]?.id)).total;
        await server.until(told, total => total === 4);
        await server.touched(
          ...['binary.json', 'binary.jsonl', 'dangling.json', 'gone.json', 'self'].map(folder.uriOf),
        );
        await server.ask('agentEnvelopes/runs/refresh');
        await server.until(told, total => total === 4);
        // Answered after all that was said before.
        await server.ask('callHierarchy/incomingCalls', { item: { uri: folder.uri } });
        const binary = ['binary.json', 'binary.jsonl'].map(file =>
          expect.stringContaining(`/${file}: is not UTF-8 text`),
        );
        expect((await server.warnings()).sort()).toEqual(binary);
      },
    ));

  test.skipIf(process.getuid?.() === 0)('for want of a permission', () =>
    over({ 'a.json': message(1), 'b.json': message(2) }, async (server, folder) => {
      const { chmodSync } = await import('node:fs');
      await outlineOf(server, ['wf_1: msg_1, msg_2']);
      chmodSync(folder.pathOf('b.json'), 0);
      await server.ask('agentEnvelopes/runs/refresh');
      await outlineOf(server, ['wf_1: msg_1']);
      expect(await server.warnings()).toEqual([expect.stringContaining('permission denied')]);
    }),
  );

  // No editor says so, but each is a message that a client can send.
  test.each([
    ['a URI with a percent sign of its own', 'file:///work/100%.json'],
    ['no path in its URI', 'x:.json'],
    ['no URI', '1:2.json'],
  ])('a file with %s does no harm', (_, uri) =>
    over({ 'a.json': message(1) }, async server => {
      await server.open(uri, message(2, { run: 'wf_odd' }));
      await server.touched(uri);
      const ids = async () => (await server.outline()).join();
      await server.until(ids, found => found.includes('wf_odd: msg_2') && found.includes('wf_1: msg_1'));
      await server.close(uri);
      await server.until(ids, found => !found.includes('wf_odd'));
      expect(await server.warnings()).toEqual([]);
    }),
  );

  test('nonsense that is no request does no harm', () =>
    over({ 'a.json': message(1) }, async (server, folder) => {
      await outlineOf(server, ['wf_1: msg_1']);
      const uri = folder.uriOf('a.json');
      await server.tell('workspace/didChangeWatchedFiles', { changes: [{ uri: 5 }, {}, null] });
      await server.tell('workspace/didChangeWatchedFiles', { changes: [{ uri: 5 }] });
      await server.tell('textDocument/didOpen', { textDocument: { uri, text: 5 } });
      await server.tell('textDocument/didOpen', { textDocument: { uri: 5, text: 'x' } });
      await server.tell('textDocument/didChange', { textDocument: { uri }, contentChanges: [{ range: null }, 5] });
      await server.tell('textDocument/didClose', { textDocument: { uri: 5 } });
      await server.close(uri);
      await server.ask('agentEnvelopes/runs/refresh');
      folder.write('b.json', message(2));
      await server.touched(folder.uriOf('b.json'));
      await outlineOf(server, ['wf_1: msg_1, msg_2']);
    }));
});

describe('what is kept for the next time', () => {
  test('is all there after a start, and only what changed is read', async () => {
    const wrong = { confidence: 7 };
    const folder = temporaryFolder({ 'a.json': message(1, wrong), 'b.jsonl': log(message(2), message(3, wrong)) });
    const storage = temporaryFolder();
    const start = () => startRunsServer([folder.uri], { initializationOptions: { storage: storage.path } });
    const errors = (server: RunsClient) => async () => (await server.roots())[0]?.problems?.error;
    const stop = async (server: RunsClient) => {
      expect(await server.stop()).toBe(0);
      expect(await server.warnings()).toEqual([]);
    };
    // To the millisecond: no finer time can be set again.
    const written = new Date(2026, 0, 1);
    utimesSync(folder.pathOf('a.json'), written, written);
    const first = await start();
    // Only what is known to its end is kept.
    await first.until(errors(first), count => count === 2);
    await stop(first);
    // Behind the server's back, and as if nothing had been done.
    folder.write('a.json', message(9, wrong));
    utimesSync(folder.pathOf('a.json'), written, written);
    const before = ['wf_1: msg_1, msg_2, msg_3'];
    const second = await start();
    await second.read();
    expect(await second.outline()).toEqual(before);
    expect(await errors(second)()).toBe(2);
    folder.append('b.jsonl', `${message(4)}\n`);
    await second.touched(folder.uriOf('b.jsonl'));
    await outlineOf(second, ['wf_1: msg_1, msg_2, msg_3, msg_4']);
    await second.until(errors(second), count => count === 2);
    await stop(second);
    // What is damaged is left alone, and all is read.
    const kept = readdirSync(storage.path);
    expect(kept.length).toBeGreaterThan(0);
    for (const file of kept) storage.write(file, Buffer.alloc(statSync(storage.pathOf(file)).size, '{'));
    const third = await start();
    await third.read();
    await outlineOf(third, ['wf_1: msg_2, msg_3, msg_4, msg_9']);
    await stop(third);
    for (const one of [folder, storage]) one.dispose();
  });

  test('where it can not be kept, that is said, and all else goes on', () =>
    over(
      { 'a.json': message(1) },
      async server => {
        await outlineOf(server, ['wf_1: msg_1']);
      },
      { initializationOptions: { storage: '/dev/null/none' } },
    ));
});

describe('progress', () => {
  interface Progress {
    token: string;
    value: { kind: string; title?: string; message?: string; cancellable?: boolean };
  }
  const lines = log(...Array.from({ length: 6000 }, (_, i) => message(i)));
  // The same log by forty names: much to read, and little to write.
  function muchToRead(): Folder {
    const folder = temporaryFolder({ 'log0/a.jsonl': lines });
    for (let i = 1; i < 40; i++) {
      folder.write(`log${i}/.keep`, '');
      linkSync(folder.pathOf('log0/a.jsonl'), folder.pathOf(`log${i}/a.jsonl`));
    }
    return folder;
  }

  test('is shown while it is read, and stops the reading where the user says so', async () => {
    const folder = muchToRead();
    const capabilities = { window: { workDoneProgress: true } };
    const server = await startRunsServer([folder.uri], { settings: undefined, capabilities });
    expect(await server.told<RunsChanged>(RUNS_CHANGED)).toMatchObject({ reading: true });
    const { token } = await server.asked<Progress>('window/workDoneProgress/create');
    const told = (kind: string) => server.told<Progress>('$/progress', ({ value }) => value.kind === kind);
    expect(await told('begin')).toMatchObject({
      token,
      value: {
        title: 'Reading workflow runs',
        cancellable: true,
        message: expect.stringMatching(/^\d+ files, \d+ runs?$/),
      },
    });
    await server.tell('window/workDoneProgress/cancel', { token });
    await told('end');
    await server.read();
    const [run] = await server.roots();
    const files = Number(/Files\D*(\d+)/.exec(run?.tooltip ?? '')?.[1]);
    expect(files).toBeGreaterThan(0);
    expect(files).toBeLessThan(40);
    server.kill();
    folder.dispose();
  });
});
