import { afterAll, expect, onTestFinished } from 'vitest';
import { type RunsClient, startRunsServer } from './runsClient';

interface Turn {
  folders?: readonly string[];
  settings?: unknown;
}

/**
 * One server for the tests of a file or a block, which use it in turns, as an editor that opens other folders: a start takes a second.
 * Returns how a test begins its turn, in which the folders have been read; with the test everything is closed again.
 */
export function serverInTurns(
  options: Parameters<typeof startRunsServer>[1] = {},
): (turn?: Turn) => Promise<RunsClient> {
  let starting: Promise<RunsClient> | undefined;
  afterAll(async () => {
    const server = await starting;
    expect(await server?.stop()).toBe(0);
    expect(server?.errors).toEqual([]);
  });
  return async ({ folders = [], settings = {} } = {}) => {
    starting ??= startRunsServer([], { capabilities: CAPABLE, ...options });
    const server = await starting;
    const changed = (added: readonly string[], removed: readonly string[]) => {
      const named = (uris: readonly string[]) => uris.map(uri => ({ uri, name: uri.slice(uri.lastIndexOf('/') + 1) }));
      const event = { added: named(added), removed: named(removed) };
      return server.tell('workspace/didChangeWorkspaceFolders', { event });
    };
    await server.set(settings);
    // What it tells of the folders is for the test.
    server.forget();
    if (folders.length > 0) {
      await changed(folders, []);
      // The index learns of a folder with its settings. With the answer to what is asked next, the server has those of all.
      await server.asked<{ items: { scopeUri?: string }[] }>('workspace/configuration', ({ items }) =>
        items.some(({ scopeUri }) => scopeUri !== undefined),
      );
      await server.ask('agentEnvelopes/runs/stores', {});
    }
    await server.refresh();
    onTestFinished(async () => {
      await server.closeAll();
      if (folders.length > 0) await changed([], folders);
      await server.set({});
      await server.until(
        () => server.nodes(),
        ({ total }) => total === 0,
      );
    });
    return server;
  };
}

/** As VS Code, but for what it shows. */
const CAPABLE = {
  workspace: { configuration: true, workspaceFolders: true, didChangeWatchedFiles: { dynamicRegistration: true } },
};
