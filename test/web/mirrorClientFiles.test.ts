import { expect, test } from 'vitest';
import type { ReplayAssets } from '../../server/src/model/disk';
import { DEFAULT_SETTINGS } from '../../server/src/project/readSettings';
import type { DiskReadAnswer } from '../../server/src/shared/lspExtensions';
import type { FolderSettings, ToWorker } from '../../server/src/thread/indexMessages';
import { toolPlacesInMemory } from '../../server/src/web/browserPlatform';
import { type ClientDisk, cachedClientDisk, clientDisk, type Failure } from '../../server/src/web/clientDisk';
import {
  type MirrorLimits,
  type MirrorUpdate,
  mirrorClientFiles,
  type PageUpdate,
} from '../../server/src/web/mirrorClientFiles';
import { type MemoryFiles, memoryFiles } from '../../server/src/workspace/memoryFiles';

const FOLDER = 'vscode-vfs://github/team/work';
const SETTINGS = { ...DEFAULT_SETTINGS, trusted: true };

/** A disk of texts by their paths; a text that begins with `->` is a link. Notes what is read and listed; `broken` paths fail. */
function disk(files: Record<string, string>) {
  const reads: string[] = [];
  const lists: string[] = [];
  const broken = new Set<string>();
  const pathOf = (uri: string) => decodeURIComponent(uri.slice(FOLDER.length + 1));
  const source = {
    files,
    reads,
    lists,
    broken,
    async list(uri: string) {
      lists.push(uri === FOLDER ? '' : pathOf(uri));
      if (broken.has(lists.at(-1) ?? '')) return { fault: 'the network is down' };
      const within = uri === FOLDER ? '' : `${pathOf(uri)}/`;
      const below = Object.keys(files).filter(path => path.startsWith(within));
      if (below.length === 0) return null;
      return new Map(
        below.map(path => {
          const [name = '', ...rest] = path.slice(within.length).split('/');
          return [name, rest.length > 0 ? 'folder' : files[path]?.startsWith('->') ? 'link' : 'file'];
        }),
      );
    },
    async read(uri: string, most: number): Promise<DiskReadAnswer | Failure> {
      reads.push(pathOf(uri));
      if (broken.has(pathOf(uri))) return { fault: 'the network is down' };
      const text = files[pathOf(uri)];
      if (text === undefined) return null;
      const bytes = new TextEncoder().encode(text);
      return { size: bytes.length, changedAt: 1, ...(bytes.length <= most && { bytes }) };
    },
  } satisfies Pick<ClientDisk, 'list' | 'read'> & Record<string, unknown>;
  return source;
}

function fedMirror(files: Record<string, string>, limits: MirrorLimits = { file: 1e6, all: 1e6, folders: 1000 }) {
  const source = disk(files);
  const mirror = memoryFiles();
  const passed: string[] = [];
  const warned: string[] = [];
  const pages: boolean[] = [];
  let settled = () => {};
  const feed = mirrorClientFiles(
    source,
    (message: MirrorUpdate | PageUpdate | ToWorker) => {
      if (message.type === 'mirror') mirror.apply(structuredClone(message));
      else if (message.type === 'page') passed.push(message.type);
      else {
        passed.push(message.type);
        settled();
      }
    },
    {
      limits,
      page: async () => (pages.shift() ? ({} as ReplayAssets) : undefined),
      warn: ({ uri, fault }) => warned.push(`${uri.slice(FOLDER.length)} ${fault}`),
    },
  );
  const post = (message: ToWorker) =>
    new Promise<void>(resolve => {
      settled = resolve;
      feed.post(message);
    });
  const start = (settings: Partial<FolderSettings['settings']> = {}) =>
    post({
      type: 'start',
      folders: [{ uri: FOLDER, name: 'work', settings: { ...SETTINGS, ...settings } }],
      sourceFolders: [],
      excluded: [],
    });
  const changed = (path: string | string[], inside = false) =>
    post({ type: 'filesChanged', files: [path].flat().map(one => ({ uri: `${FOLDER}/${one}`, inside })) });
  const found = () =>
    [...mirror.access.find(FOLDER)].map(one =>
      'fault' in one ? `${one.uri.slice(FOLDER.length)}! ${one.fault}` : one.uri.slice(FOLDER.length + 1),
    );
  return { source, mirror, passed, warned, pages, start, changed, found, post };
}

const SOME = {
  'a.json': '{}',
  'logs/b.jsonl': '{"one":1}\n{"two":2}\n',
  'src/program.py': 'pass',
  'node_modules/x/c.json': '{}',
  'out/d.json': '{}',
  '.gitignore': 'out/\n',
  'link.json': '->/etc/passwd',
};

test('the files to be found are read before the message goes on; no others are', async () => {
  const { start, found, passed, source, mirror } = fedMirror({ ...SOME });
  await start();
  expect(found().sort()).toEqual(['a.json', 'logs/b.jsonl']);
  expect(passed).toEqual(['start']);
  expect(source.reads.filter(path => /node_modules|out|program|link/.test(path))).toEqual([]);
  expect(mirror.access.text(`${FOLDER}/a.json`)).toEqual({ text: '{}' });
  expect(mirror.access.line(`${FOLDER}/logs/b.jsonl`, 1, logEnd(mirror))).toMatchObject({ text: '{"two":2}' });
  // Listed, so that a path to it is known to lead to a file.
  expect(mirror.disk().list(`${FOLDER}/src`)).toEqual(new Map([['program.py', 'file']]));
});

function logEnd({ access }: MemoryFiles) {
  const read = access.log(`${FOLDER}/logs/b.jsonl`, undefined);
  if (!('mark' in read)) throw new Error('no log');
  return read.mark;
}

test('settings and the project file decide what is found', async () => {
  const { start, found, source } = fedMirror({ ...SOME });
  await start({ useIgnoreFiles: false, exclude: ['**/node_modules/**', 'logs'] });
  expect(found().sort()).toEqual(['a.json', 'out/d.json']);
  source.files['.agent-envelopes.json'] = '{"exclude": ["a.json"]}';
  await start({ useIgnoreFiles: false });
  expect(found().sort()).toEqual(['.agent-envelopes.json', 'logs/b.jsonl', 'out/d.json']);
});

test('follows what is created, changed and deleted', async () => {
  const { start, found, changed, source, mirror } = fedMirror({ ...SOME });
  await start();
  Object.assign(source.files, { 'new/deep/e.json': '[]', 'logs/b.jsonl': '{"one":1}\n' });
  await changed('new');
  await changed('logs/b.jsonl', true);
  expect(found().sort()).toEqual(['a.json', 'logs/b.jsonl', 'new/deep/e.json']);
  expect(mirror.access.stat(`${FOLDER}/logs/b.jsonl`)?.size).toBe(10);
  delete source.files['new/deep/e.json'];
  delete source.files['a.json'];
  await changed('new');
  await changed('a.json');
  expect(found()).toEqual(['logs/b.jsonl']);
  // What was ignored is found once the rule is gone.
  source.files['.gitignore'] = '';
  await changed('.gitignore', true);
  expect(found().sort()).toEqual(['logs/b.jsonl', 'out/d.json']);
});

const REASON = 'could not be read (the network is down); what was read before stays, "Refresh" tries again.';

test.each([
  ['a refresh', { type: 'rescan' } as const],
  ['a change of the folder', { type: 'filesChanged', files: [{ uri: `${FOLDER}/logs`, inside: false }] } as const],
  ['a change in it', { type: 'filesChanged', files: [{ uri: `${FOLDER}/logs/new.jsonl`, inside: false }] } as const],
  ['new settings', undefined],
])('what a folder held stays where listing it fails in %s, and the failure is said once', async (_, message) => {
  const { start, found, source, warned, post, mirror } = fedMirror({ ...SOME });
  await start();
  source.broken.add('logs');
  const again = async () => (message ? post(structuredClone(message) as never) : start());
  await again();
  await again();
  expect(found().sort()).toEqual(['a.json', 'logs/b.jsonl']);
  expect(mirror.disk().list(`${FOLDER}/logs`)).toEqual(new Map([['b.jsonl', 'file']]));
  expect(warned).toEqual([`/logs ${REASON}`]);
  // It is well again, and has changed meanwhile; then it fails anew.
  source.broken.clear();
  delete source.files['logs/b.jsonl'];
  source.files['logs/new.jsonl'] = '{}\n';
  await again();
  await post({ type: 'rescan' });
  expect(found().sort()).toEqual(['a.json', 'logs/new.jsonl']);
  source.broken.add('logs');
  await again();
  expect(warned).toEqual([`/logs ${REASON}`, `/logs ${REASON}`]);
});

test('what a file held stays where reading it fails; one that was never read says so', async () => {
  const { start, found, source, warned, post, changed, mirror } = fedMirror({ ...SOME });
  source.broken.add('logs/b.jsonl');
  await start();
  expect(found().sort()).toEqual(['a.json', 'logs/b.jsonl']);
  expect(mirror.access.text(`${FOLDER}/logs/b.jsonl`)).toEqual({ fault: REASON });
  expect(warned).toEqual([]);
  source.broken.add('a.json');
  await changed('a.json', true);
  await post({ type: 'rescan' });
  expect(mirror.access.text(`${FOLDER}/a.json`)).toEqual({ text: '{}' });
  expect(warned).toEqual([`/a.json ${REASON}`]);
});

test('rules of what is found stay where reading them fails', async () => {
  const { start, found, source, post } = fedMirror({ ...SOME, '.agent-envelopes.json': '{"exclude": ["a.json"]}' });
  await start();
  const before = found().sort();
  source.broken.add('.gitignore').add('.agent-envelopes.json');
  await post({ type: 'rescan' });
  expect(found().sort()).toEqual(before);
  expect(before).toEqual(['.agent-envelopes.json', 'logs/b.jsonl']);
});

test('a workspace whose first folder fails is not empty for ever', async () => {
  const { start, found, source, warned, post } = fedMirror({ ...SOME });
  source.broken.add('');
  await start();
  expect([found(), warned]).toEqual([[], [` ${REASON}`]]);
  source.broken.clear();
  await post({ type: 'rescan' });
  expect(found().sort()).toEqual(['a.json', 'logs/b.jsonl']);
});

test('files that are created together list their folder once', async () => {
  const { start, found, source, changed } = fedMirror({ ...SOME });
  await start();
  source.lists.length = 0;
  source.reads.length = 0;
  const many = Array.from({ length: 50 }, (_, at) => `logs/new-${at}.json`);
  for (const path of many) source.files[path] = '{}';
  source.files['out/x.json'] = '{}';
  await changed([...many, 'a.json', 'logs/b.jsonl', 'logs/gone.json', 'out/x.json', 'deep/er']);
  expect(found()).toHaveLength(52);
  expect(source.lists.sort()).toEqual(['', 'logs']);
  expect(source.reads).toHaveLength(52);
  // Rules of what is ignored are read once for all changes, and with them all else.
  source.reads.length = 0;
  await changed(['.gitignore', ...many]);
  expect(source.reads.filter(path => path === many[0])).toHaveLength(1);
});

test('a text of a kind that is not read is not known; one that is left out is none', async () => {
  const { start, mirror } = fedMirror({ ...SOME, 'b.json': '[1234567890]' }, { file: 8, all: 100, folders: 10 });
  await start();
  const disk = mirror.disk();
  const texts = ['src/program.py', 'b.json', 'a.json', 'nowhere.py'].map(path => disk.text(`${FOLDER}/${path}`));
  expect(texts).toEqual([undefined, null, '{}', null]);
});

test('the page of an export is read before the first export, until it is there', async () => {
  const { pages, passed, post } = fedMirror({});
  const ask = (question: string) =>
    post({ type: 'query', id: 1, query: 'replay', params: { run: 'x', question, params: {} }, when: 'now' });
  pages.push(false, true, true);
  await ask('overview');
  for (let time = 0; time < 3; time++) await ask('export');
  expect(passed).toEqual(['query', 'query', 'page', 'query', 'query']);
  expect(pages).toEqual([true]);
});

const SECOND = 'vscode-vfs://github/team/other';

test('tools find files by their paths from the first folder, and nothing outside of the folders', async () => {
  const { start, mirror } = fedMirror({ ...SOME, 'a b/ü.json': '{}' });
  await start();
  const { locate, fileOf, newWord } = toolPlacesInMemory(mirror, [FOLDER, SECOND]);
  for (const [path, uri, is] of [
    ['.', FOLDER, 'folder'],
    ['logs', `${FOLDER}/logs`, 'folder'],
    ['logs/../a.json', `${FOLDER}/a.json`, 'file'],
    ['a b/ü.json', `${FOLDER}/a%20b/%C3%BC.json`, 'file'],
  ] as const) {
    expect(locate(path)).toEqual({ uri, is });
    expect(locate(uri)).toEqual({ uri, is });
    expect(locate(fileOf(uri))).toEqual({ uri, is });
  }
  expect(fileOf(`${FOLDER}/a%20b/%C3%BC.json`)).toBe('a b/ü.json');
  expect(fileOf(`${SECOND}/x.json`)).toBe(`${SECOND}/x.json`);
  for (const path of ['../a.json', 'logs/../../a.json', `${FOLDER}/../x`])
    expect(locate(path)).toEqual({ fault: expect.stringContaining('is outside of the folders that are read') });
  for (const path of ['nowhere.json', 'link.json', 'node_modules/x/c.json', '__proto__', '/etc/passwd'])
    expect(locate(path)).toEqual({ fault: expect.stringContaining('is not a file or folder that is read') });
  expect(newWord()).not.toBe(newWord());
});

test('limits are said in a sentence', async () => {
  const { start, found } = fedMirror({ 'a.json': '{}', 'b.json': '[1234567890]' }, { file: 8, all: 100, folders: 10 });
  await start();
  expect(found()).toEqual(['a.json', 'b.json']);
  const all = fedMirror({ 'a.json': '[123456]', 'b.json': '[123456]' }, { file: 100, all: 10, folders: 10 });
  await all.start();
  const texts = ['a', 'b'].map(name => all.mirror.access.text(`${FOLDER}/${name}.json`));
  expect(texts.filter(read => 'text' in read)).toHaveLength(1);
  expect(JSON.stringify(texts)).toMatch(/a browser holds 0 MB of files; exclude some/);
  const deep = fedMirror({ 'a/b/c/d.json': '{}' }, { file: 100, all: 100, folders: 2 });
  await deep.start();
  expect(deep.found()).toEqual([expect.stringMatching(/^! is read in part: it has more than 2 folders/)]);
  // Neighbours are listed at the same time.
  const wide = fedMirror({ 'a/1.json': '{}', 'b/1.json': '{}', 'c/1.json': '{}' }, { file: 100, all: 100, folders: 2 });
  await wide.start();
  expect(wide.found()).toContainEqual(expect.stringMatching(/^! is read in part: it has more than 2 folders/));
});

test('a link is neither listed as a folder nor read', async () => {
  const source = disk({ 'in/a.json': '{}', 'link.json': '->/etc/passwd' });
  const cached = cachedClientDisk(source, () => [FOLDER]);
  const ask = async (uri: string) => {
    cached.text(uri);
    await cached.whenLoaded();
    return cached.text(uri);
  };
  expect(await ask(`${FOLDER}/in/a.json`)).toBe('{}');
  expect(await ask(`${FOLDER}/link.json`)).toBeNull();
  expect(await ask('vscode-vfs://github/team/other/a.json')).toBeNull();
  // Its folder is listed again, and can't be: it is where it was.
  cached.changed(`${FOLDER}/in/a.json`);
  source.broken.add('in');
  expect(await ask(`${FOLDER}/in/a.json`)).toBe('{}');
  expect(source.reads).toEqual(['in/a.json', 'in/a.json']);
});

test('a client that fails, or takes its time, delays no other file for ever', async () => {
  let running = 0;
  let most = 0;
  const asked = clientDisk({
    async sendRequest() {
      most = Math.max(most, ++running);
      await Promise.resolve();
      running--;
      throw new Error('no');
    },
  } as never);
  const answers = await Promise.all(Array.from({ length: 100 }, (_, at) => asked.read(`${FOLDER}/${at}`, 1)));
  expect(answers).toEqual(answers.map(() => ({ fault: 'no' })));
  expect(most).toBeLessThanOrEqual(16);
});
