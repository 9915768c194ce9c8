import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { DIAGNOSTICS_DROPPED } from '../../server/src/shared/lspExtensions';
import { runsEverything } from '../kit/amount';
import { type LspClient, serverPath } from '../kit/lspClient';
import { log, message, PLAIN_VIEW, startRunsServer } from '../kit/runsClient';
import { serverInTurns } from '../kit/serverInTurns';
import { temporaryFolder } from '../kit/temporaryFolder';

type Folder = ReturnType<typeof temporaryFolder>;

interface Report {
  kind: 'full' | 'unchanged';
  uri: string;
  version: number | null;
  resultId?: string;
  items?: Item[];
}
const REQUEST_CANCELLED = -32800;

interface Item {
  code?: string;
  severity: number;
  message: string;
  range: { start: { line: number; character: number } };
}
interface Partial {
  token: string;
  value: { items: Report[] };
}

const PULL = {
  textDocument: { diagnostic: {} },
  workspace: {
    configuration: true,
    workspaceFolders: true,
    didChangeWatchedFiles: { dynamicRegistration: true },
  },
};
const CREATED = 1;
const CHANGED = 2;
const DELETED = 3;

const good = message(1);
const bad = message(2, { confidence: 7 });
const worse = message(3, { confidence: -1 });
/** An envelope that updates a file: it is wrong where that is missing. */
const wrote = (path: string) =>
  JSON.stringify({
    success: true,
    summary: 'x',
    recommendation: 'proceed',
    artifacts: [{ path, operation: 'update', content: 'A' }],
  });
const block = (json: string) => `# Example\n\n\`\`\`json\n${json}\n\`\`\`\n`;

const turn = serverInTurns({ capabilities: PULL });

/** For one test: the server over files of its own, or one of its own with these capabilities; and what an editor shows by what it was told. */
async function over(
  files: Parameters<typeof temporaryFolder>[0],
  check: (on: {
    server: LspClient;
    folder: Folder;
    shows(wanted: string[]): Promise<void>;
    pull: Puller;
  }) => Promise<void>,
  { settings, capabilities }: { settings?: object; capabilities?: object } = {},
) {
  const folder = temporaryFolder(files);
  onTestFinished(folder.dispose);
  const server = capabilities
    ? await startRunsServer([folder.uri], { capabilities })
    : await turn({ folders: [folder.uri], settings });
  const pull = puller(server);
  const shows = async (wanted: string[]) => {
    while (JSON.stringify(outline(folder, pull.shown)) !== JSON.stringify(wanted)) await pull.next();
    expect(outline(folder, pull.shown)).toEqual(wanted);
  };
  try {
    await check({ server, folder, shows, pull });
    if (!capabilities) return;
    expect(await server.stop()).toBe(0);
    expect(server.errors).toEqual([]);
  } finally {
    if (capabilities) server.kill();
  }
}

type Puller = ReturnType<typeof puller>;

/** Pulls as VS Code does. */
function puller(server: LspClient) {
  const shown = new Map<string, Item[]>();
  const known = new Map<string, string>();
  return {
    shown,
    known,
    async next(): Promise<Report[]> {
      const previousResultIds = [...known].map(([uri, value]) => ({ uri, value }));
      const { items } = await server.ask<{ items: Report[] }>('workspace/diagnostic', { previousResultIds });
      for (const report of items) take(report, shown, known);
      return items;
    },
  };
}

function take({ kind, uri, resultId, items = [] }: Report, shown: Map<string, Item[]>, known: Map<string, string>) {
  if (kind === 'full') shown.set(uri, items);
  if (resultId === undefined) known.delete(uri);
  else known.set(uri, resultId);
}

const told = (server: LspClient, type: number, ...uris: string[]) =>
  server.tell('workspace/didChangeWatchedFiles', { changes: uris.map(uri => ({ uri, type })) });

const close = (server: LspClient, uri: string) => server.tell('textDocument/didClose', { textDocument: { uri } });

/** What is shown of each file that has problems, by its path: `a.json: 0 schema/maximum`. */
const outline = (folder: Folder, shown: ReadonlyMap<string, Item[]>) =>
  [...shown]
    .filter(([, items]) => items.length > 0)
    .map(([uri, items]) => {
      const said = items.map(({ range, code }) => `${range.start.line} ${code}`);
      return `${uri.slice(folder.uri.length + 1)}: ${said.join(', ')}`;
    })
    .sort();

/** The file of each problem that the command line lists. */
function checkedByCommand(folder: Folder): (string | undefined)[] {
  const { stdout } = spawnSync(process.execPath, [join(serverPath, '../cli.js'), 'check', '.', '--format', 'github'], {
    cwd: folder.path,
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  });
  return [...stdout.matchAll(/file=([^,]*)/g)].map(([, file]) => file);
}

const A = 'a.json: 0 schema/maximum';

describe('a client that pulls', () => {
  test('is told first of all files with problems, and later of those that are others', () =>
    over(
      { 'a.json': bad, 'b.jsonl': log(good, bad, '{"id": '), 'c.md': block(bad), 'd.json': good, 'e.json': '{' },
      async ({ server, folder, shows, pull }) => {
        expect(server.capabilities.diagnosticProvider).toMatchObject({ workspaceDiagnostics: true });
        const rest = ['b.jsonl: 1 schema/maximum, 2 syntax', 'c.md: 3 schema/maximum'];
        await shows([A, ...rest]);
        // Nobody is answered until there is something to say.
        const second = pull.next();
        folder.write('d.json', worse);
        await told(server, CHANGED, folder.uriOf('d.json'));
        expect((await second).map(({ uri, kind }) => `${uri.slice(folder.uri.length + 1)} ${kind}`).sort()).toEqual([
          'a.json unchanged',
          'b.jsonl unchanged',
          'c.md unchanged',
          'd.json full',
        ]);
        await shows([A, ...rest, 'd.json: 0 schema/minimum']);
        folder.write('a.json', good);
        await told(server, CHANGED, folder.uriOf('a.json'));
        await shows([...rest, 'd.json: 0 schema/minimum']);
        expect(pull.known.has(folder.uriOf('a.json'))).toBe(false);
        folder.remove('c.md');
        folder.append('b.jsonl', log('', worse));
        await told(server, DELETED, folder.uriOf('c.md'));
        await told(server, CHANGED, folder.uriOf('b.jsonl'));
        await shows(['b.jsonl: 1 schema/maximum, 2 syntax, 4 schema/minimum', 'd.json: 0 schema/minimum']);
      },
    ));

  test('is told the same as of a file that is open', () =>
    over({ 'a.jsonl': log(good, bad, '{"from": "x", "to": "y"}') }, async ({ server, folder, pull }) => {
      await pull.next();
      const uri = folder.uriOf('a.jsonl');
      await server.open(uri, log(good, bad, '{"from": "x", "to": "y"}'));
      const { items, resultId } = await server.ask<Report>('textDocument/diagnostic', { textDocument: { uri } });
      expect(pull.shown.get(uri)).toEqual(items);
      expect(pull.known.get(uri)).toBe(resultId);
    }));

  test('is told of all problems of a large file at once when it opens, since it shows them already', () => {
    const lines = Array.from({ length: 4000 }, (_, at) => message(at, { confidence: at % 100 > 0 ? 1 : 7 }));
    const text = log(...lines);
    return over(
      { 'a.jsonl': text },
      async ({ server, folder, pull }) => {
        await pull.next();
        const uri = folder.uriOf('a.jsonl');
        expect(pull.shown.get(uri)).toHaveLength(40);
        await server.open(uri, text);
        const { items } = await server.ask<Report>('textDocument/diagnostic', { textDocument: { uri } });
        expect(items).toEqual(pull.shown.get(uri));
      },
      { capabilities: { ...PULL, workspace: { ...PULL.workspace, diagnostics: { refreshSupport: true } } } },
    );
  });

  test('is told of what is open as the editor holds it, and of a file again when it closes', () =>
    over({ 'a.json': good, 'b.json': bad }, async ({ server, folder, shows, pull }) => {
      const [a, b] = [folder.uriOf('a.json'), folder.uriOf('b.json')];
      await shows(['b.json: 0 schema/maximum']);
      await server.open(b, bad);
      folder.write('b.json', good);
      await told(server, CHANGED, b);
      await server.open(a, worse);
      await shows(['a.json: 0 schema/minimum', 'b.json: 0 schema/maximum']);
      await server.change(a, { text: bad });
      const reports = await pull.next();
      expect(new Set(reports.map(({ version }) => typeof version))).toEqual(new Set(['number']));
      await shows([A, 'b.json: 0 schema/maximum']);
      await close(server, a);
      await close(server, b);
      await shows([]);
      // What the editor shows may be of what was typed last, and of which it never asked.
      await server.open(a, good);
      pull.shown.set(a, [{ code: 'typed', severity: 1, message: '', range: { start: { line: 0, character: 0 } } }]);
      await close(server, a);
      await shows([]);
    }));

  // An editor may close the last tab of a file and keep the file open: it forgets the diagnostics that it asked for, and needs a report.
  test.each([
    ['as before', {}, 1],
    ['of which nothing is shown', { checkClosedFiles: false }, 0],
  ])('is told again of a file whose diagnostics it dropped, %s', (_, settings, count) =>
    over(
      { 'a.json': bad },
      async ({ server, folder, pull }) => {
        const uri = folder.uriOf('a.json');
        await server.open(uri, bad);
        const isReported = (reports: Report[]) => reports.some(report => report.kind === 'full' && report.uri === uri);
        while (!isReported(await pull.next()));
        const { resultId } = await server.ask<Report>('textDocument/diagnostic', { textDocument: { uri } });
        const next = pull.next();
        expect(resultId).toBeDefined();
        server.tell(DIAGNOSTICS_DROPPED, { uri });
        expect((await next).at(-1)).toMatchObject({ kind: 'full', uri, items: { length: count } });
      },
      { settings },
    ),
  );

  test('by the settings: not when it is switched off, nor of files that are left out', () =>
    over({ 'a.json': bad, 'logs/b.json': bad }, async ({ server, shows }) => {
      const both = [A, 'logs/b.json: 0 schema/maximum'];
      await shows(both);
      await server.set({ checkClosedFiles: false });
      await shows([]);
      await server.set({ checkClosedFiles: true });
      await shows(both);
      await server.set({ exclude: ['logs'] });
      await shows([A]);
    }));

  test("by the folder's own file, and of what is built in never: as the command line has it", () => {
    const own = { '.agent-envelopes.json': '{"exclude": ["archive"]}' };
    const files = { 'a.json': bad, 'archive/b.json': bad, 'node_modules/x/c.json': bad, ...own };
    return over(files, async ({ server, folder, shows }) => {
      await shows([A]);
      expect(checkedByCommand(folder)).toEqual(['a.json']);
      folder.remove('.agent-envelopes.json');
      await told(server, DELETED, folder.uriOf('.agent-envelopes.json'));
      await shows([A, 'archive/b.json: 0 schema/maximum']);
    });
  });

  test('of a file that rests on others, when these come and go', () =>
    over({ 'w/a.json': wrote('w/out.md') }, async ({ server, folder, shows }) => {
      await shows(['w/a.json: 0 envelope/update-of-missing']);
      folder.write('w/out.md', '');
      await told(server, CREATED, folder.uriOf('w/out.md'));
      await shows([]);
    }));

  test('may end what it asked, and ask again', () =>
    over({ 'a.json': bad }, async ({ server, folder, shows, pull }) => {
      await shows([A]);
      const ended = server.askUntil('workspace/diagnostic', { previousResultIds: known(pull) });
      ended.cancel();
      // Refused where its work had not begun yet.
      expect(await ended.answer.catch(({ code }) => code)).toBeOneOf([REQUEST_CANCELLED, { items: [] }]);
      // A second one ends the first.
      const first = server.ask('workspace/diagnostic', { previousResultIds: known(pull) });
      const second = pull.next();
      expect(await first).toEqual({ items: [] });
      folder.write('a.json', good);
      await told(server, CHANGED, folder.uriOf('a.json'));
      await second;
      await shows([]);
    }));

  test('through partial results, for as long as it asks', () =>
    over({ 'a.json': bad, 'b.json': good }, async ({ server, folder }) => {
      const asked = server.askUntil('workspace/diagnostic', { previousResultIds: [], partialResultToken: 'some' });
      const shown = new Map<string, Item[]>();
      const shows = async (wanted: string[]) => {
        while (JSON.stringify(outline(folder, shown)) !== JSON.stringify(wanted)) {
          const { value } = await server.told<Partial>('$/progress', ({ token }) => token === 'some');
          for (const report of value.items) take(report, shown, new Map());
        }
      };
      await shows([A]);
      folder.write('b.json', bad);
      await told(server, CHANGED, folder.uriOf('b.json'));
      await shows([A, 'b.json: 0 schema/maximum']);
      folder.remove('a.json');
      await told(server, DELETED, folder.uriOf('a.json'));
      await shows(['b.json: 0 schema/maximum']);
      asked.cancel();
      expect(await asked.answer).toEqual({ items: [] });
    }));

  test.runIf(runsEverything)(
    'of a log with more than a thousand problems gets the worst thousand, and how many more there are',
    () => {
      const lines = Array.from({ length: 1010 }, (_, n) => message(n, { from: 'me' }));
      const text = log(...lines, message(1010, { from: 'me', confidence: 7 }));
      return over({ 'a.jsonl': text }, async ({ server, folder, pull }) => {
        const uri = folder.uriOf('a.jsonl');
        await pull.next();
        const [notice, ...items] = pull.shown.get(uri) ?? [];
        expect(notice?.message).toMatch(/^12 more problems in this file are not listed/);
        expect(notice).toMatchObject({ severity: 3, range: { start: { line: 0, character: 0 } } });
        expect(items.map(({ range }) => range.start.line)).toEqual([...Array(999).keys(), 1010]);
        expect(checkedByCommand(folder)).toHaveLength(1012);
        await server.set({ maxProblems: 2 });
        while (pull.shown.get(uri)?.length !== 3) await pull.next();
        expect(outline(folder, pull.shown)).toEqual([
          'a.jsonl: 0 undefined, 0 agent-message/unknown-agent, 1010 schema/maximum',
        ]);
        await server.open(uri, text);
        const { items: open } = await server.ask<Report>('textDocument/diagnostic', { textDocument: { uri } });
        expect(pull.shown.get(uri)).toEqual(open);
      });
    },
  );

  test.runIf(runsEverything)('of a thousand files, and is asked of others meanwhile', () => {
    const files = Object.fromEntries(
      Array.from({ length: 1000 }, (_, n) => [`f${n % 20}/${n}.json`, n % 2 ? bad : good]),
    );
    return over(files, async ({ server, folder, pull }) => {
      const first = pull.next();
      expect(await server.ask('agentEnvelopes/runs/nodes', { view: PLAIN_VIEW })).toBeDefined();
      await first;
      const shown = () => [...pull.shown].filter(([uri]) => uri.startsWith(folder.uri));
      while (shown().length < 500) await pull.next();
      expect(shown().every(([, { length }]) => length === 1)).toBe(true);
      const next = pull.next();
      folder.write('f1/1.json', good);
      await told(server, CHANGED, folder.uriOf('f1/1.json'));
      expect((await next).filter(({ kind }) => kind === 'full')).toMatchObject([{ items: [] }]);
    });
  });

  test('after a restart, from what was kept: also where files around changed meanwhile', async () => {
    const storage = temporaryFolder();
    const folder = temporaryFolder({ 'a.json': bad, 'w/b.json': wrote('w/out.md'), 'w/out.md': '' });
    const options = { capabilities: PULL, initializationOptions: { storage: storage.path } };
    const run = async (wanted: string[]) => {
      const server = await startRunsServer([folder.uri], options);
      const pull = puller(server);
      while (JSON.stringify(outline(folder, pull.shown)) !== JSON.stringify(wanted)) await pull.next();
      expect(await server.stop()).toBe(0);
    };
    await run([A]);
    folder.remove('w/out.md');
    await run([A, 'w/b.json: 0 envelope/update-of-missing']);
    folder.dispose();
    storage.dispose();
  });
});

test('a client that cannot pull is sent them, where it tells of changes', () =>
  over(
    { 'a.json': bad },
    async ({ server, folder }) => {
      const uri = folder.uriOf('a.json');
      const sent = (count: number) =>
        server.told<{ uri: string; diagnostics: Item[] }>(
          'textDocument/publishDiagnostics',
          one => one.uri === uri && one.diagnostics.length === count,
        );
      await sent(1);
      folder.write('a.json', good);
      await told(server, CHANGED, uri);
      await sent(0);
    },
    { capabilities: { workspace: PULL.workspace } },
  ));

const known = ({ known }: Puller) => [...known].map(([uri, value]) => ({ uri, value }));
