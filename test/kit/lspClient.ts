import { type ChildProcess, fork, spawn } from 'node:child_process';
import { resolve } from 'node:path';
import {
  CancellationTokenSource,
  createMessageConnection,
  ErrorCodes,
  IPCMessageReader,
  IPCMessageWriter,
  Message,
  type MessageConnection,
  type MessageReader,
  type MessageStrategy,
  type MessageWriter,
  ResponseError,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-jsonrpc/node';
import type { Position } from '../../server/src/model/text';
import { languageOf } from '../../server/src/text/fileLanguage';
import { projectRoot } from './corpus';

interface Capabilities {
  textDocument?: Record<string, object | undefined>;
  workspace?: object;
  window?: object;
  general?: object;
}

interface StartServerOptions {
  /** Added to those of `TODAY`. */
  capabilities?: Capabilities;
  /** Unless they say otherwise, it takes our own notifications and shows runs, as VS Code does. */
  initializationOptions?: object;
  /** What the client answers when it is asked for the settings; it can't be asked without. */
  settings?: unknown;
  folders?: string[];
  /** Where it knows no workspace folders: its only one. */
  rootUri?: string;
  /** For its Node, instead of `KEEPING_CODE`; over stdio alone. */
  nodeFlags?: readonly string[];
  /** Of its process, besides our own; over stdio alone. */
  env?: Readonly<Record<string, string>>;
  transport?: 'stdio' | 'node-ipc';
  /** It answers whatever the server asks of it with an error. */
  refuses?: boolean;
  /** Is told of all that the server notifies of or asks. */
  onMessage?(method: string, params: unknown): void;
}

interface InitializeResult {
  capabilities: Record<string, unknown>;
  serverInfo?: { name: string; version?: string };
}

export type LspClient = Awaited<ReturnType<typeof startServer>>;

/** Of another build where the environment names its folder: who works beside others leaves `dist/` to them. */
export const serverPath = resolve(projectRoot, process.env.AGENT_ENVELOPES_DIST ?? 'dist', 'server.js');

/** Flags for a Node that keeps compiled code. */
export const KEEPING_CODE = ['--require', resolve(projectRoot, 'test/kit/keptCode.cjs')];

/** What editors of today take; a test of an older one names the property, with `undefined`. */
const TODAY = {
  codeAction: { codeActionLiteralSupport: { codeActionKind: { valueSet: [] } } },
  hover: { contentFormat: ['markdown', 'plaintext'] },
  completion: { completionItem: { documentationFormat: ['markdown', 'plaintext'] } },
};

function textCapabilities({ codeAction, hover, completion, ...others }: Record<string, object | undefined> = {}) {
  const { completionItem, ...of }: { completionItem?: object } = completion ?? {};
  return {
    ...others,
    codeAction: { ...TODAY.codeAction, ...codeAction },
    hover: { ...TODAY.hover, ...hover },
    completion: { ...of, completionItem: { ...TODAY.completion.completionItem, ...completionItem } },
  };
}

/** Starts the built server and says hello, as an editor does. */
export async function startServer(options: StartServerOptions = {}) {
  let answers = 0;
  const { process, connection } = launched(options, () => answers++);
  const told = mailbox();
  const asked = mailbox();
  const errors: string[] = [];
  const exited = new Promise<number | null>(resolve => process.once('exit', resolve));
  let { settings } = options;

  connection.onNotification((method, params) => {
    options.onMessage?.(method, params);
    told.put(method, params);
  });
  connection.onUnhandledProgress(params => {
    options.onMessage?.('$/progress', params);
    told.put('$/progress', params);
  });
  connection.onRequest((method, params) => {
    options.onMessage?.(method, params);
    asked.put(method, params);
    if (options.refuses) return new ResponseError(ErrorCodes.MethodNotFound, `${method} is not for me`);
    if (method === 'workspace/applyEdit') return { applied: true };
    if (method !== 'workspace/configuration') return null;
    return (params as { items: unknown[] }).items.map(() => settings);
  });
  process.stderr?.on('data', chunk => errors.push(String(chunk)));
  connection.listen();

  const folders = (options.folders ?? []).map(uri => ({ uri, name: uri.slice(uri.lastIndexOf('/') + 1) }));
  const initialized = await connection.sendRequest<InitializeResult>('initialize', {
    processId: null,
    rootUri: options.rootUri ?? null,
    capabilities: {
      ...(settings !== undefined && { workspace: { configuration: true, workspaceFolders: true } }),
      ...options.capabilities,
      textDocument: textCapabilities(options.capabilities?.textDocument),
    },
    initializationOptions: { showsRuns: true, takesNotifications: true, ...options.initializationOptions },
    ...(options.rootUri === undefined && { workspaceFolders: folders }),
  });
  await connection.sendNotification('initialized', {});

  let version = 0;
  const opened = new Set<string>();
  const closeDocument = (uri: string) => {
    opened.delete(uri);
    return connection.sendNotification('textDocument/didClose', { textDocument: { uri } });
  };
  return {
    capabilities: initialized.capabilities,
    serverInfo: initialized.serverInfo,
    exited,
    errors,
    ask: <T = unknown>(method: string, params?: unknown): Promise<T> => connection.sendRequest<T>(method, params),
    /** The same, and a way to say that the answer is not needed any more. */
    askUntil<T = unknown>(method: string, params?: unknown) {
      const source = new CancellationTokenSource();
      return { answer: connection.sendRequest<T>(method, params, source.token), cancel: () => source.cancel() };
    },
    /** How many answers have come, to whatever was asked. */
    answers: () => answers,
    tell: (method: string, params?: unknown): Promise<void> => connection.sendNotification(method, params),
    close: closeDocument,
    closeAll: () => Promise.all([...opened].map(closeDocument)),
    /** The first notification that fits, and that nobody has taken yet: one that came already, or the next to come. */
    told: told.take,
    /** The same for what the server asks of the client. */
    asked: asked.take,
    /** How many notifications of a method nobody has taken yet. */
    untaken: told.count,
    /** Nobody takes what has come so far. */
    forget() {
      told.clear();
      asked.clear();
    },
    open(uri: string, text: string, languageId: string = languageOf(uri) ?? 'json') {
      opened.add(uri);
      return connection.sendNotification('textDocument/didOpen', {
        textDocument: { uri, languageId, version: ++version, text },
      });
    },
    change: (uri: string, ...contentChanges: { range?: { start: Position; end: Position }; text: string }[]) =>
      connection.sendNotification('textDocument/didChange', {
        textDocument: { uri, version: ++version },
        contentChanges,
      }),
    set(changed: unknown) {
      settings = changed;
      return connection.sendNotification('workspace/didChangeConfiguration', { settings: null });
    },
    async stop(): Promise<number | null> {
      await connection.sendRequest('shutdown');
      await connection.sendNotification('exit');
      return exited;
    },
    pid: process.pid ?? 0,
    kill: (signal?: NodeJS.Signals) => process.kill(signal),
    /** It goes without a word. */
    hangUp: () => process.stdin?.end(),
  };
}

function launched(
  { transport = 'stdio', nodeFlags = KEEPING_CODE, env = {} }: StartServerOptions,
  onAnswer: () => void,
): { process: ChildProcess; connection: MessageConnection } {
  const messageStrategy: MessageStrategy = {
    handleMessage(message, next) {
      if (Message.isResponse(message)) onAnswer();
      return next(message);
    },
  };
  const connected = (reader: MessageReader, writer: MessageWriter) =>
    createMessageConnection(reader, writer, undefined, { messageStrategy });
  if (transport === 'node-ipc') {
    const child = fork(serverPath, ['--node-ipc'], { silent: true });
    return {
      process: child,
      connection: connected(new IPCMessageReader(child), new IPCMessageWriter(child)),
    };
  }
  const child = spawn(process.execPath, [...nodeFlags, serverPath, '--stdio'], {
    stdio: 'pipe',
    // Of our own code, tests keep what is compiled themselves.
    env: { ...globalThis.process.env, NODE_DISABLE_COMPILE_CACHE: '1', ...env },
  });
  const [reader, writer] = [new StreamMessageReader(child.stdout), new StreamMessageWriter(child.stdin)];
  return { process: child, connection: connected(reader, writer) };
}

interface Waiting {
  method: string;
  fits(params: never): boolean;
  resolve(params: never): void;
}

function mailbox() {
  const arrived: { method: string; params: unknown }[] = [];
  const waiting: Waiting[] = [];
  return {
    put(method: string, params: unknown): void {
      const index = waiting.findIndex(one => one.method === method && one.fits(params as never));
      if (index < 0) arrived.push({ method, params });
      else waiting.splice(index, 1)[0]?.resolve(params as never);
    },
    take<T>(method: string, fits: (params: T) => boolean = () => true): Promise<T> {
      const index = arrived.findIndex(one => one.method === method && fits(one.params as T));
      if (index >= 0) return Promise.resolve(arrived.splice(index, 1)[0]?.params as T);
      return new Promise(resolve => waiting.push({ method, fits, resolve }));
    },
    clear: () => void arrived.splice(0),
    count: (method: string): number => arrived.filter(one => one.method === method).length,
  };
}
