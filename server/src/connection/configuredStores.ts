import { join } from 'node:path';
import type { Connection, InitializeParams } from 'vscode-languageserver';
import { saidWords } from '../features/runs/scanMessageTexts';
import { nodeRef, treeNodeId } from '../features/runs/treeNodeId';
import { isObject } from '../shared/isObject';
import { t } from '../shared/l10n';
import {
  type ClientOptions,
  CREDENTIAL,
  type CredentialAnswer,
  type CredentialParams,
  type SaidAnswer,
  SETTINGS,
  type TreeNode,
  type TreeNodes,
} from '../shared/lspExtensions';
import type { RequestParams } from '../shared/requests';
import { loadedRuns } from '../sources/loadedRuns';
import { SourceError } from '../sources/sourceError';
import { credentialVariable, parseSources, type StoreConfig } from '../sources/storeConfig';
import { type StoreListing, storeListing } from '../sources/storeListing';
import {
  firstRunOf,
  KIND_TITLES,
  loadFaultNodes,
  type StoreFolder,
  storedMatch,
  storeTreeNodes,
} from '../sources/storeTreeNodes';
import type { IndexThread } from '../thread/indexThread';
import { type StoreSource, storeThread } from '../thread/storeThread';
import { toFilePath, toFileUri } from '../workspace/fileUri';
import { createTemporaryFolder, makePrivateFolder, removePath, streamToFile } from '../workspace/writeTextFile';

/** The trace stores, such as Langfuse, that the user's settings list. The tree of workflow runs shows their runs next to the runs in files. */
export interface ConfiguredStores {
  /**
   * Reads the settings: at the start, and when they or the trust may have changed. Stores that stay the same stay open.
   *
   * @param pushed the setting, from a client that sends it
   */
  configure(pushed?: unknown): Promise<void>;
  /** Resolves when the last call of `configure` has read the settings. */
  configured(): Promise<void>;
  /** Opens all stores again, since a credential has changed. */
  reopen(): void;
  /** Cancels all pending requests, and removes what was loaded unless the editor has a folder for it. */
  close(): void;
  /**
   * Returns a page of nodes below a store, or below one of its runs that can't be loaded. Undefined for any other node, which the index
   * knows.
   */
  nodes(params: RequestParams<'agentEnvelopes/runs/nodes'>): Promise<TreeNodes | undefined>;
  /** Returns the key of a run in the index. Loads a store's run first. See `LoadedRuns`. */
  keyOf(run: string): Promise<string>;
  /** Returns a node's id with the run's key in the index. */
  nodeOf(node: string): Promise<string>;
  /** The names of the stores. */
  names(): string[];
  /** Returns a page of the texts in a store's runs that match a search. Cancels a pending search of the same store. */
  search(name: string, params: RequestParams<'agentEnvelopes/runs/said'>): Promise<SaidAnswer>;
  /** Drops cached answers, so that the next query goes to the store. */
  refresh(): void;
}

export interface ConfiguredStore extends StoreFolder {
  config: StoreConfig;
  source: StoreSource;
  listing: StoreListing;
  /** Cancels the newest search. */
  searching: AbortController;
  /** Cancels all pending requests. */
  close(): void;
}

interface ConfiguredStoresOptions {
  index: IndexThread;
  isTrusted(): boolean;
  warn(message: string): void;
}

/**
 * Opens the stores that the settings list.
 * Invariant: no store gets a request, and no credential is read, before a user opens the store, or searches, in a trusted workspace.
 */
export function configuredStores(
  connection: Connection,
  { capabilities, initializationOptions }: InitializeParams,
  { index, isTrusted, warn }: ConfiguredStoresOptions,
): ConfiguredStores {
  const client: ClientOptions & { settings?: { sources?: unknown } } = initializationOptions ?? {};
  let temporary: ReturnType<typeof createTemporaryFolder> | undefined;
  const warned = new Set<string>();
  let pushed: unknown = client.settings?.sources;
  const thread = storeThread();
  let stores: readonly ConfiguredStore[] = [];
  let turns = 0;
  let configuring: Promise<void> = Promise.resolve();
  /** The settings and the trust that the open stores were opened with. */
  let configuredFor = '';

  const loaded = loadedRuns({
    storeOf(folder) {
      const store = stores.find(({ uri }) => uri === folder);
      return store && { folder, source: { name: store.name, load: store.source.load } };
    },
    write: (uri, pieces) => streamToFile(toFilePath(uri), pieces),
    remove(uri) {
      removePath(toFilePath(uri));
      index.filesChanged([{ uri, inside: false }]);
    },
    async keysIn(uri) {
      index.filesChanged([{ uri, inside: false }]);
      return (await index.query('findReplay', { uri }, 'caughtUp')).runs.map(({ key }) => key);
    },
  });

  /** The folder that runs are loaded into. If the editor has none for it, it goes with this process: no later one would find it. */
  function root(): string {
    if (client.storage !== undefined) return join(client.storage, 'sources');
    temporary ??= createTemporaryFolder();
    return join(temporary.path, 'sources');
  }

  async function readSources(): Promise<unknown> {
    if (!capabilities.workspace?.configuration) return pushed;
    const settings: unknown = await connection.workspace.getConfiguration(SETTINGS).catch(() => undefined);
    return isObject(settings) ? settings['sources'] : undefined;
  }

  async function credentialOf({ name, address }: StoreConfig): Promise<string | undefined> {
    const params: CredentialParams = { name, address };
    const set = client.givesCredentials
      ? await connection.sendRequest<CredentialAnswer | null>(CREDENTIAL, params)
      : undefined;
    return set?.credential ?? process.env[credentialVariable(name)];
  }

  function remedyFor({ name }: StoreConfig): string {
    return client.givesCredentials ? t`run "Set Credential of Source…"` : t`set ${credentialVariable(name)}`;
  }

  function openStore(config: StoreConfig): ConfiguredStore {
    const controller = new AbortController();
    // Opened at first use, since that takes the credential; opened anew if getting the credential failed.
    let opening: Promise<StoreSource> | undefined;
    const opened = () => {
      if (!isTrusted()) throw new SourceError(t`${config.name}: not asked, since this workspace is not trusted.`);
      opening ??= credentialOf(config).then(
        credential => thread.sourceOf({ config, credential, credentialRemedy: remedyFor(config) }),
        (error: unknown) => {
          opening = undefined;
          throw error;
        },
      );
      return opening;
    };
    const signalOf = (signal: AbortSignal) => AbortSignal.any([signal, controller.signal]);
    const source: ConfiguredStore['source'] = {
      list: async (query, signal) => (await opened()).list(query, signalOf(signal)),
      search: async (query, signal) => (await opened()).search(query, signalOf(signal)),
      async *load(id, signal) {
        yield* (await opened()).load(id, signalOf(signal));
      },
    };
    return {
      uri: toFileUri(join(root(), encodeURIComponent(config.name))),
      name: config.name,
      kind: config.kind,
      config,
      source,
      listing: storeListing(source, config.maxRuns),
      searching: new AbortController(),
      close() {
        opening = undefined;
        controller.abort(new SourceError(t`${config.name}: no longer wanted.`));
      },
    };
  }

  async function configure(changed: unknown): Promise<void> {
    if (changed !== undefined) pushed = changed;
    const turn = ++turns;
    const given = await readSources();
    const key = JSON.stringify([given, isTrusted()]);
    if (turn !== turns || key === configuredFor) return;
    configuredFor = key;
    const { sources, faults } = parseSources(given);
    for (const fault of faults.filter(fault => !warned.has(fault))) {
      warned.add(fault);
      warn(`agentEnvelopes.sources: ${fault}`);
    }
    const isFirst = stores.length === 0;
    closeAll();
    stores = sources.map(openStore);
    // Runs that were loaded before the last start may have grown since.
    if (isFirst && stores.length > 0) removePath(root());
    for (const { uri } of stores) makePrivateFolder(toFilePath(uri));
    index.sourceFolders(
      'stores',
      stores.map(({ uri, name, kind }) => ({ uri, name, note: KIND_TITLES[kind], isStore: true })),
    );
  }

  /** Adds facts from the index to nodes of loaded runs, such as status and steps, which the store's list lacks. */
  async function withLoadedFacts(nodes: readonly TreeNode[]): Promise<TreeNode[]> {
    const keys = nodes.map(({ run }) => (run === undefined ? undefined : loaded.loadedKey(run)));
    if (keys.every(key => key === undefined)) return [...nodes];
    const known = await index.query('runNodesOf', { runs: keys.map(key => key ?? '') });
    return nodes.map((node, at) => ({
      ...node,
      ...known[at],
      id: node.id,
      ...(node.run !== undefined && { run: node.run }),
    }));
  }

  function closeAll(): void {
    for (const store of stores) store.close();
    loaded.reset();
  }

  function reopen(): void {
    closeAll();
    stores = stores.map(({ config }) => openStore(config));
  }

  return {
    reopen,
    close() {
      closeAll();
      temporary?.remove();
      temporary = undefined;
    },
    configure(changed) {
      configuring = configure(changed);
      return configuring;
    },
    configured: () => configuring.catch(() => undefined),
    async nodes({ view, parent, from = 0 }) {
      const ref = parent === undefined ? undefined : nodeRef(parent);
      if (!ref) return undefined;
      const store = stores.find(({ uri }) => ref.is === 'folder' && uri === ref.folder);
      if (store) {
        const first = Number.isSafeInteger(from) && from > 0 ? from : 0;
        const begin = await store.listing.from(view.filter, 0);
        const listed = first === 0 ? begin : await store.listing.from(view.filter, firstRunOf(first, begin));
        const page = storeTreeNodes(store, listed, first, Date.now());
        return { ...page, nodes: await withLoadedFacts(page.nodes) };
      }
      if (!('run' in ref)) return undefined;
      try {
        await loaded.keyOf(ref.run);
        return undefined;
      } catch (error) {
        if (!(error instanceof SourceError)) throw error;
        // Its steps are gone with it.
        return ref.is === 'run' ? loadFaultNodes(ref.run, error.message) : { nodes: [], total: 0 };
      }
    },
    keyOf: loaded.keyOf,
    async nodeOf(node) {
      const ref = nodeRef(node);
      return ref && 'run' in ref ? treeNodeId({ ...ref, run: await loaded.keyOf(ref.run) }) : node;
    },
    names: () => stores.map(({ name }) => name),
    async search(name, { words: typed, filter = '', cursor, limit }) {
      const store = stores.find(one => one.name === name);
      if (!store) return { matches: [], fault: t`There is no store "${name}" any more.` };
      store.searching.abort(new SourceError(t`${name}: no longer wanted.`));
      store.searching = new AbortController();
      const { words, filter: keys } = saidWords(typed);
      const query = { words, filter: `${filter} ${keys}`.trim(), limit, ...(cursor !== undefined && { cursor }) };
      try {
        const { matches, ...page } = await store.source.search(query, store.searching.signal);
        return { ...page, matches: matches.map(match => storedMatch(match, store)) };
      } catch (error) {
        if (error instanceof SourceError) return { matches: [], fault: error.message };
        throw error;
      }
    },
    refresh() {
      for (const { listing } of stores) listing.reset();
      loaded.reset();
    },
  };
}
