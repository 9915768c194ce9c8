import { expect, test } from 'vitest';
import { DEFAULT_SETTINGS } from '../../server/src/project/readSettings';
import type { DiskReadAnswer } from '../../server/src/shared/protocol';
import type { FolderSettings, ToWorker } from '../../server/src/thread/messages';
import { type ClientDisk, cachedClientDisk, clientDisk } from '../../server/src/web/clientDisk';
import { type MirrorUpdate, openMirror } from '../../server/src/web/mirror';
import { type MirrorLimits, mirrorFeed } from '../../server/src/web/mirrorFeed';

const FOLDER = 'vscode-vfs://github/team/work';
const SETTINGS = { ...DEFAULT_SETTINGS, trusted: true };

/** A disk of texts by their paths; a text that begins with `->` is a link. Counts what is read. */
function disk(files: Record<string, string>): ClientDisk & { files: Record<string, string>; reads: string[] } {
  const reads: string[] = [];
  const pathOf = (uri: string) => decodeURIComponent(uri.slice(FOLDER.length + 1));
  return {
    files,
    reads,
    async list(uri: string) {
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
    async read(uri, most): Promise<DiskReadAnswer> {
      reads.push(pathOf(uri));
      const text = files[pathOf(uri)];
      if (text === undefined) return null;
      const bytes = new TextEncoder().encode(text);
      return { size: bytes.length, changedAt: 1, ...(bytes.length <= most && { bytes }) };
    },
  };
}

function fedMirror(files: Record<string, string>, limits?: MirrorLimits) {
  const source = disk(files);
  const mirror = openMirror();
  const passed: string[] = [];
  let settled = () => {};
  const feed = mirrorFeed(
    source,
    (message: MirrorUpdate | ToWorker) => {
      if (message.type === 'mirror') mirror.apply(structuredClone(message));
      else {
        passed.push(message.type);
        settled();
      }
    },
    limits,
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
  const changed = (path: string, inside = false) =>
    post({ type: 'filesChanged', files: [{ uri: `${FOLDER}/${path}`, inside }] });
  const found = () =>
    [...mirror.access.find(FOLDER)].map(one =>
      'fault' in one ? `${one.uri.slice(FOLDER.length)}! ${one.fault}` : one.uri.slice(FOLDER.length + 1),
    );
  return { source, mirror, passed, start, changed, found, post };
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

function logEnd({ access }: ReturnType<typeof openMirror>) {
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
  expect(source.reads).toEqual(['in/a.json']);
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
  expect(answers.every(answer => answer === null)).toBe(true);
  expect(most).toBeLessThanOrEqual(16);
});
