import { setImmediate } from 'node:timers/promises';
import {
  type DidChangeWatchedFilesParams,
  LSPErrorCodes,
  Message,
  type RequestMessage,
  type ResponseMessage,
  type WorkspaceFoldersChangeEvent,
} from 'vscode-languageserver/node';
import { TRUSTED } from '../shared/lspExtensions';
import type { Channel } from './interceptMessages';

/**
 * Watches a workspace for something that needs the rest of the server, most of which is not loaded at the start. Call its functions at each
 * change of settings, folders and files.
 */
export interface ActivationWatch {
  /** @param changed the settings, if the client pushes settings */
  settingsChanged(changed: unknown): void;
  foldersChanged(event: WorkspaceFoldersChangeEvent): void;
  filesChanged(changes: DidChangeWatchedFilesParams['changes']): void;
  stop(): void;
}

interface DeferredActivation {
  /** Starts to defer. Call it once the notification `initialized` has been handled. */
  begin(options: BeginOptions): Promise<void>;
}

interface BeginOptions {
  /** Starts to watch the workspace. */
  watch(onNeeded: () => void): Promise<ActivationWatch>;
  /** Loads the rest of the server, which registers its handlers. Returns work to do in the background until a document is opened. */
  load(): Promise<Iterator<undefined>>;
}

/**
 * Defers loading the rest of the server until a message or the workspace needs it.
 *
 * Invariants: messages reach the server in the client's order; messages that the server needs later are held until it is loaded;
 * every held request is answered.
 */
export function deferActivation(channel: Pick<Channel, 'intercept' | 'respond'>): DeferredActivation {
  const held: Message[] = [];
  let isInitialized = false;
  let hasBegun = false;
  let activate = () => {};
  let watching: ActivationWatch | undefined;
  let deliver = (_: Message) => {};

  function receive(message: Message): void {
    const { method } = message as Partial<RequestMessage>;
    // A response belongs to a request of the server.
    if (method === undefined) deliver(message);
    else if (!isInitialized) {
      isInitialized = method === 'initialized';
      deliver(message);
    } else if (watching) route(message, method, watching);
    else held.push(message);
  }

  function route(
    message: Message,
    method: string,
    { settingsChanged, foldersChanged, filesChanged, stop }: ActivationWatch,
  ) {
    const params = ((message as RequestMessage).params ?? {}) as Record<string, unknown>;
    switch (method) {
      case '$/cancelRequest':
        return cancelHeld(params['id']) || deliver(message);
      case 'workspace/didChangeWatchedFiles':
        return filesChanged(params['changes'] as DidChangeWatchedFilesParams['changes']);
      case 'workspace/didChangeConfiguration':
        held.push(message);
        return settingsChanged(params['settings']);
      case 'workspace/didChangeWorkspaceFolders':
        held.push(message);
        return foldersChanged(params['event'] as WorkspaceFoldersChangeEvent);
      // This pull is answered when there is something to report.
      case 'workspace/diagnostic':
      case TRUSTED:
        return held.push(message);
      case 'agentEnvelopes/runs/files':
        return channel.respond(message, { result: [] });
      case 'shutdown':
        stop();
        for (const pull of held.splice(0)) channel.respond(pull, { result: { items: [] } });
        return deliver(message);
      default:
        if (method === 'exit' || method.startsWith('$/')) return deliver(message);
        held.push(message);
        return activate();
    }
  }

  function cancelHeld(id: unknown): boolean {
    const at = held.findIndex(message => Message.isRequest(message) && message.id === id);
    const [cancelled] = at < 0 ? [] : held.splice(at, 1);
    if (!cancelled) return false;
    channel.respond(cancelled, { error: CANCELLED });
    return true;
  }

  channel.intercept((message, pass) => {
    deliver = pass;
    receive(message);
  });

  return {
    async begin({ watch, load }) {
      if (hasBegun) return;
      hasBegun = true;
      let isNeeded = false;
      activate = () => {
        if (isNeeded) return;
        isNeeded = true;
        watching?.stop();
        // Further messages are held.
        watching = undefined;
        void load().then(async idleWork => {
          // A request without a document waits for the index, which loads longer than this work takes.
          while (!held.some(opensDocument) && !idleWork.next().done) await setImmediate();
          channel.intercept(undefined);
          for (const message of held.splice(0)) deliver(message);
        });
      };
      const started = await watch(activate);
      if (isNeeded) return started.stop();
      watching = started;
      for (const message of held.splice(0)) receive(message);
    },
  };
}

function opensDocument(message: Message): boolean {
  return (message as Partial<RequestMessage>).method === 'textDocument/didOpen';
}

/** The error for a request that was cancelled before its work began. */
const CANCELLED = { code: LSPErrorCodes.RequestCancelled, message: 'The request was cancelled.' };

/**
 * Answers a cancelled request that still waits behind other messages. Undefined for requests of the server's lifecycle, which are executed
 * anyway.
 */
export function cancelUndispatched(message: Message): ResponseMessage | undefined {
  if (!Message.isRequest(message) || message.method === 'initialize' || message.method === 'shutdown') return undefined;
  const { jsonrpc, id } = message;
  return { jsonrpc, id, error: CANCELLED };
}
