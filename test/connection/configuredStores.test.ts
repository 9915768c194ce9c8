import { readdirSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Connection, InitializeParams } from 'vscode-languageserver';
import { configuredStores } from '../../server/src/connection/configuredStores';
import type { IndexThread } from '../../server/src/thread/indexThread';
import { temporaryFolder } from '../kit/temporaryFolder';

test.each([false, true])('the folder of loaded runs: the editor has one for it: %j', async hasStorage => {
  const [temporary, storage] = [temporaryFolder(), temporaryFolder()];
  vi.stubEnv('TMPDIR', temporary.path);
  onTestFinished(() => {
    vi.unstubAllEnvs();
    temporary.dispose();
    storage.dispose();
  });
  const sources = [{ name: 'prod', kind: 'tempo', address: 'http://127.0.0.1:9' }];
  const folders: string[] = [];
  const stores = configuredStores(
    {} as Connection,
    {
      capabilities: {},
      initializationOptions: { settings: { sources }, ...(hasStorage && { storage: storage.path }) },
    } as InitializeParams,
    {
      index: {
        sourceFolders: (_: string, named: { uri: string }[]) => folders.push(...named.map(({ uri }) => uri)),
      } as unknown as IndexThread,
      isTrusted: () => true,
      warn: () => undefined,
    },
  );
  const made = () => readdirSync(tmpdir());
  expect(made()).toEqual([]);
  await stores.configure();
  expect(folders).toEqual([expect.stringMatching(/\/sources\/prod$/)]);
  const own = made();
  expect(own).toEqual(hasStorage ? [] : [expect.stringMatching(/^agent-envelopes-runs-/)]);
  for (const name of own) expect(statSync(join(tmpdir(), name)).mode & 0o777).toBe(0o700);
  stores.close();
  expect(made()).toEqual([]);
  // The editor's folder keeps the runs until the next start.
  expect(readdirSync(storage.path)).toEqual(hasStorage ? ['sources'] : []);
});
