import { readFileSync } from 'node:fs';
import type { Hover } from 'vscode-languageserver-types';
import type { TreeNode } from '../../server/src/shared/lspExtensions';
import { PLAIN_VIEW, startRunsServer } from '../kit/runsClient';
import { type AttackedFolder, HEALTHY_FILE } from './folderAttack';
import { watchMemory } from './processMemory';

/** How the built server did over some folders. */
export interface ServerOutcome {
  /** Milliseconds of the slowest answer to a hover in a healthy file, from the start until all was read. */
  slowestHover: number;
  /** Milliseconds until all was read. */
  read: number;
  /** Megabytes: the most it took, and what it took at the end, when it had nothing to do. */
  peak: number;
  idle: number;
  /** What went wrong, each with its folder: a hover without an answer, healthy runs that are not indexed. */
  faults: string[];
}

interface AttackedServerOptions {
  /** Each is a workspace folder. */
  folders: readonly { name: string; folder: AttackedFolder }[];
  trusted: boolean;
  /** Milliseconds until it is ended, and counts as hanging. */
  patience: number;
}

/** Starts the built server over folders, hovers in healthy files of each again and again while it reads, and looks at what it has found. */
export async function attackServer({ folders, trusted, patience }: AttackedServerOptions): Promise<ServerOutcome> {
  const begun = performance.now();
  const server = await startRunsServer(
    folders.map(({ folder }) => folder.uri),
    {
      capabilities: { workspace: { configuration: true, workspaceFolders: true }, textDocument: { diagnostic: {} } },
      initializationOptions: { trusted },
    },
  );
  const memory = watchMemory(server.pid, () => server.kill('SIGKILL'));
  const outcome: ServerOutcome = { slowestHover: 0, read: Number.POSITIVE_INFINITY, peak: 0, idle: 0, faults: [] };
  const left = () => begun + patience - performance.now();
  const inTime = <T>(answer: Promise<T>) => withDeadline(answer, Math.max(left(), 0));
  try {
    let isRead = false;
    const read = inTime(server.read()).then(done => {
      isRead = done !== undefined;
      if (isRead) outcome.read = performance.now() - begun;
    });
    // Once at least in each, and on until all is read.
    for (const [index, { name, folder }] of folders.entries()) {
      const uri = folder.uriOf(HEALTHY_FILE);
      await server.open(uri, readFileSync(folder.pathOf(HEALTHY_FILE), 'utf8'));
      do {
        const asked = performance.now();
        const hover = await inTime(hoverOver(server, uri));
        outcome.slowestHover = Math.max(outcome.slowestHover, performance.now() - asked);
        if (!hover) outcome.faults.push(`${name}: ${hover === null ? 'hover says nothing' : 'hover is not answered'}`);
      } while (index === folders.length - 1 && !isRead && left() > 0);
      if (left() <= 0) break;
    }
    await read;
    if (!isRead) outcome.faults.push('reading does not end');
    outcome.faults.push(...((await inTime(unindexed(server, folders))) ?? ['runs are not told of']));
    outcome.peak = memory.peak();
    outcome.idle = memory.now();
    return outcome;
  } finally {
    memory.stop();
    server.kill('SIGKILL');
  }
}

type Server = Awaited<ReturnType<typeof startRunsServer>>;

function hoverOver(server: Server, uri: string): Promise<Hover | null> {
  // Over the key of the id, which begins each of the healthy files.
  return server.ask('textDocument/hover', { textDocument: { uri }, position: { line: 0, character: 3 } });
}

async function unindexed(server: Server, folders: AttackedServerOptions['folders']): Promise<string[]> {
  const top = await allNodes(server, undefined);
  const missing = folders.map(async ({ name, folder }) => {
    const node = top.find(({ is, label }) => is === 'folder' && folder.path.endsWith(label));
    const runs = node ? await allNodes(server, node.id) : top;
    const known = new Set(runs.map(({ copies }) => copies));
    const absent = folder.runs.filter(run => !known.has(run));
    return absent.map(run => `${name}: ${run} is not indexed`);
  });
  return (await Promise.all(missing)).flat();
}

/** The tree is told of a window at a time. */
async function allNodes(server: Server, parent: string | undefined): Promise<TreeNode[]> {
  const found: TreeNode[] = [];
  for (let total = 1; found.length < total; ) {
    const window = await server.nodes(parent, PLAIN_VIEW, found.length);
    found.push(...window.nodes);
    total = window.nodes.length === 0 ? 0 : window.total;
  }
  return found;
}

function withDeadline<T>(answer: Promise<T>, milliseconds: number): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<undefined>(resolve => {
    timer = setTimeout(() => resolve(undefined), milliseconds);
  });
  return Promise.race([answer.catch(() => undefined), deadline]).finally(() => clearTimeout(timer));
}
