import { MessageChannel } from 'node:worker_threads';
import { expect, onTestFinished, test, vi } from 'vitest';
import { DEFAULT_SETTINGS } from '../../server/src/project/readSettings';
import type { TreeNode, TreeNodes } from '../../server/src/shared/lspExtensions';
import type { FromWorker, SourceFolder, ToWorker } from '../../server/src/thread/indexMessages';
import { runIndexWorker } from '../../server/src/thread/indexWorker';
import { nodeIndexPlatform } from '../../server/src/thread/nodePlatform';
import { temporaryFolder } from '../kit/temporaryFolder';

const VIEW = { filter: '', group: 'none', sort: 'name' };

function trace(id: string, name: string): string {
  const span = {
    traceId: id.repeat(32),
    spanId: id.repeat(16),
    name,
    startTimeUnixNano: '1780301109000000000',
    endTimeUnixNano: '1780301109000000250',
    attributes: [{ key: 'gen_ai.agent.name', value: { stringValue: name } }],
  };
  return `${JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans: [span] }] }] })}\n`;
}

/** The worker of the index in this thread, over a workspace folder with one trace. */
function startedIndex(sourceFolders: readonly SourceFolder[]) {
  const workspace = temporaryFolder({ 'own.jsonl': trace('a', 'own') });
  const channel = new MessageChannel();
  const answers = new Map<number, (value: unknown) => void>();
  const states: FromWorker[] = [];
  let stopped = () => {};
  channel.port2.on('message', (message: FromWorker) => {
    if (message.type === 'result') answers.get(message.id)?.(message.value);
    if (message.type === 'state') states.push(message);
    if (message.type === 'stopped') stopped();
  });
  runIndexWorker(channel.port1, nodeIndexPlatform());
  const send = (message: ToWorker) => channel.port2.postMessage(message);
  const settings = { ...DEFAULT_SETTINGS, trusted: true };
  const folders = [{ uri: workspace.uri, name: 'work', settings }];
  send({ type: 'start', folders, sourceFolders, excluded: [] });
  let id = 0;
  const query = <T>(name: string, params: unknown) =>
    new Promise<T>(resolve => {
      answers.set(++id, value => resolve(value as T));
      send({ type: 'query', id, query: name, params, when: 'complete' });
    });
  const children = async (parent?: TreeNode) =>
    (await query<TreeNodes>('nodes', { view: VIEW, ...(parent && { parent: parent.id }) })).nodes;
  onTestFinished(async () => {
    const stopping = new Promise<void>(resolve => {
      stopped = resolve;
    });
    send({ type: 'stop' });
    await stopping;
    channel.port2.close();
    workspace.dispose();
  });
  return {
    workspace,
    send,
    query,
    states,
    /** The roots of the tree with the runs in them. */
    async tree(): Promise<string[]> {
      const roots = await children();
      const drawn = roots.map(async root => {
        const below = root.is === 'folder' ? await children(root) : [];
        const shown = below.length > 0 ? `: ${below.map(({ label }) => label).join(', ')}` : '';
        return `${root.label}${root.is === 'folder' ? ` (${root.description})` : ''}${shown}`;
      });
      return Promise.all(drawn);
    },
  };
}

function receivedFolder(files: Record<string, string> = { 'first.jsonl': trace('b', 'received') }) {
  const folder = temporaryFolder(files);
  onTestFinished(() => folder.dispose());
  return folder;
}

test('runs of a source folder stand under its name, as long as it is one', async () => {
  const received = receivedFolder();
  const index = startedIndex([]);
  expect(await index.tree()).toEqual(['own']);
  index.send({ type: 'sourceFolders', folders: [{ uri: received.uri, name: 'Received Traces' }] });
  await vi.waitFor(async () =>
    expect(await index.tree()).toEqual(['work (1 run): own', 'Received Traces (1 run): received']),
  );
  received.write('second.jsonl', trace('c', 'another'));
  index.send({ type: 'filesChanged', files: [{ uri: received.uriOf('second.jsonl'), inside: false }] });
  await vi.waitFor(async () =>
    expect(await index.tree()).toEqual(['work (1 run): own', 'Received Traces (2 runs): another, received']),
  );
  index.send({ type: 'sourceFolders', folders: [] });
  await vi.waitFor(async () => expect(await index.tree()).toEqual(['own']));
});

test('a note shows a source folder without runs, and a changed one is told', async () => {
  const received = receivedFolder({});
  const index = startedIndex([{ uri: received.uri, name: 'Received Traces' }]);
  expect(await index.tree()).toEqual(['own']);
  const told = index.states.length;
  index.send({ type: 'sourceFolders', folders: [{ uri: received.uri, name: 'Received Traces', note: 'listening' }] });
  await vi.waitFor(() => expect(index.states.length).toBeGreaterThan(told));
  expect(await index.tree()).toEqual(['work (1 run): own', 'Received Traces (0 runs · listening)']);
});

test('a source folder has no symbols, and its files are named by their paths in it', async () => {
  const received = receivedFolder();
  const index = startedIndex([{ uri: received.uri, name: 'Received Traces' }]);
  await vi.waitFor(async () => expect(await index.tree()).toHaveLength(2));
  const symbols = await index.query<{ name: string }[]>('symbols', { query: '', resolves: false });
  expect(symbols.map(({ name }) => name)).toEqual([expect.stringContaining('own')]);
  const found = await index.query<{ runs: { files: unknown }[] }>('findReplay', { uri: received.uriOf('first.jsonl') });
  expect(JSON.stringify(found.runs)).toContain('"first.jsonl"');
});

test('a source folder configures and declares nothing, and ignores no file', async () => {
  const declared = { id: 'mine', title: 'Mine', kinds: [] };
  const received = receivedFolder({
    'first.jsonl': trace('b', 'received'),
    '.gitignore': '*.jsonl',
    'agent-envelopes.json': JSON.stringify({ exclude: ['**/*.jsonl'] }),
    'mine.agent-protocol.json': JSON.stringify(declared),
  });
  const index = startedIndex([{ uri: received.uri, name: 'Received Traces' }]);
  await vi.waitFor(async () =>
    expect(await index.tree()).toEqual(['work (1 run): own', 'Received Traces (1 run): received']),
  );
});

test('a file that is deleted takes its runs along', async () => {
  const received = receivedFolder();
  const index = startedIndex([{ uri: received.uri, name: 'Received Traces' }]);
  await vi.waitFor(async () => expect(await index.tree()).toHaveLength(2));
  received.remove('first.jsonl');
  index.send({ type: 'filesChanged', files: [{ uri: received.uriOf('first.jsonl'), inside: false }] });
  await vi.waitFor(async () => expect(await index.tree()).toEqual(['own']));
});
