import { expect } from 'vitest';
import {
  RUNS_CHANGED,
  type RunsChanged,
  type RunView,
  type TreeNode,
  type TreeNodes,
} from '../../server/src/shared/lspExtensions';
import { type LspClient, startServer } from './lspClient';

export const PLAIN_VIEW: RunView = { filter: '', group: 'none', sort: 'oldest' };

export type RunsClient = Awaited<ReturnType<typeof startRunsServer>>;

/** Starts the built server over folders, as an editor that shows runs. */
export async function startRunsServer(folders: readonly string[], options: Parameters<typeof startServer>[0] = {}) {
  const server = await startServer({ settings: {}, folders: [...folders], ...options });
  const nodes = (parent?: string, view: RunView = PLAIN_VIEW, from?: number) =>
    server.ask<TreeNodes>('agentEnvelopes/runs/nodes', { view, parent, from });

  /** Each run with its steps by their ids, as `wf_1: msg_1, msg_2`; below workspace folders where these are shown. */
  async function outline(parent?: string): Promise<string[]> {
    const found = await nodes(parent);
    const lines = await Promise.all(
      found.nodes.map(async node => {
        if (node.is === 'folder') return [`${node.label}/`, ...(await outline(node.id))];
        const steps = (await nodes(node.id)).nodes;
        return [`${node.copies}: ${steps.map(({ copies }) => copies).join(', ')}`];
      }),
    );
    return lines.flat();
  }

  return {
    ...server,
    nodes,
    outline,
    roots: async (view?: Partial<RunView>): Promise<TreeNode[]> =>
      (await nodes(undefined, { ...PLAIN_VIEW, ...view })).nodes,
    /** Asks until the answer fits, each time that the index has changed. */
    until: <T>(ask: () => Promise<T>, fits: (answer: T) => boolean) => until(server, ask, fits),
    /** The next time that the workspace has been read. */
    read: () => server.told<RunsChanged>(RUNS_CHANGED, ({ reading }) => !reading),
    /** Refreshes the index and waits for the end of that scan: a status sent just before it began is ignored. */
    async refresh(): Promise<RunsChanged> {
      while (server.untaken(RUNS_CHANGED) > 0) await server.told(RUNS_CHANGED);
      let hasBegun = false;
      const finished = server.told<RunsChanged>(RUNS_CHANGED, ({ reading }) => {
        hasBegun ||= reading;
        return hasBegun && !reading;
      });
      await server.ask('agentEnvelopes/runs/refresh');
      return finished;
    },
    touched: (...uris: string[]) =>
      server.tell('workspace/didChangeWatchedFiles', { changes: uris.map(uri => ({ uri, type: 2 })) }),
    /** What the user was warned of. */
    async warnings(): Promise<string[]> {
      const said: string[] = [];
      while (server.untaken('window/logMessage') > 0) {
        said.push((await server.told<{ message: string }>('window/logMessage')).message);
      }
      return said;
    },
  };
}

async function until<T>(server: LspClient, ask: () => Promise<T>, fits: (answer: T) => boolean): Promise<T> {
  for (;;) {
    const answer = await ask();
    if (fits(answer)) {
      expect(answer).toSatisfy(fits);
      return answer;
    }
    await server.told(RUNS_CHANGED);
  }
}

interface Message {
  run?: string;
  from?: string;
  to?: string;
  next?: string;
  confidence?: number;
}

/** A message of a run, on one line; its id is its time as well: the tenth is sent at second 10. */
export function message(
  number: number,
  { run = 'wf_1', from = 'vision', to = 'conductor', next = 'scope', confidence = 0.95 }: Message = {},
): string {
  return JSON.stringify({
    id: `msg_${number}`,
    timestamp: new Date(Date.UTC(2026, 6, 1, 9) + number * 1000).toISOString(),
    from,
    to,
    intent: 'idea',
    context: { project: 'boards', domain: 'feature', priority: 1, workflowId: run },
    payload: { input: 'x', output: {}, confidence, needsReview: false, reasoning: 'as asked' },
    handoff: { nextAgent: next, instructions: `Do number ${number}` },
  });
}

/** Several lines of a log. */
export function log(...lines: string[]): string {
  return lines.map(line => `${line}\n`).join('');
}
