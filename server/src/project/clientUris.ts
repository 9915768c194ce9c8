import { isObject } from '../text/jsonPointer';
import { type LruCache, lruCache } from '../text/memoize';
import { normalizeFolderUri, normalizeUri } from '../text/normalizeUri';

/** Translates URIs in LSP messages between the client's spelling and the normal spelling that the server uses. */
export interface ClientUris {
  /**
   * Normalizes the URIs of a received message, in place.
   *
   * @returns the previous spelling of a document if the message shows that the client spells it differently
   */
  received(message: RpcMessage): string | undefined;
  /** Returns the message with the client's spellings; the argument is not changed. */
  sent<M extends RpcMessage>(message: M): M;
}

/** A JSON-RPC message; any field may be missing. */
export interface RpcMessage {
  jsonrpc: string;
  method?: unknown;
  params?: unknown;
  result?: unknown;
}

/**
 * Remembers how the client spells the URIs of its documents and folders. Many clients compare URIs as text, so a
 * document that the client opened is sent in exactly its spelling, and any other file with its spelling of the folder
 * above.
 */
export function clientUris(): ClientUris {
  // From the server's spelling to the client's.
  const documents = lruCache<string, string>({ max: MAX_SPELLINGS });
  const folders = lruCache<string, string>({ max: MAX_SPELLINGS });
  // While no spelling differs, messages need no translation.
  let differs = false;

  function respell(uri: string): string {
    const own = documents.get(uri) ?? folders.get(uri);
    if (own !== undefined) return own;
    for (let end = uri.lastIndexOf('/'); end > 0; end = uri.lastIndexOf('/', end - 1)) {
      const folder = folders.get(uri.slice(0, end));
      if (folder !== undefined) return folder + uri.slice(end);
    }
    return uri;
  }

  function learn(spellings: LruCache<string, string>, uri: string, spelled: string): void {
    spellings.set(uri, spelled);
    differs ||= uri !== spelled;
  }

  function learnFolders(params: unknown): void {
    for (const [holder, key] of foldersIn(params)) {
      const spelled = holder[key];
      if (typeof spelled !== 'string') continue;
      const uri = normalizeFolderUri(spelled);
      holder[key] = uri;
      learn(folders, uri, spelled.replace(/\/$/, ''));
    }
  }

  function learnDocument(params: unknown): string | undefined {
    const document = isObject(params) && params['textDocument'];
    const uri = isObject(document) && document['uri'];
    if (typeof uri !== 'string') return undefined;
    const before = respell(normalizeUri(uri));
    learn(documents, normalizeUri(uri), uri);
    return before === uri ? undefined : before;
  }

  return {
    received(message) {
      if (message.method === 'initialize' || message.method === 'workspace/didChangeWorkspaceFolders') {
        learnFolders(message.params);
      }
      const before = message.method === 'textDocument/didOpen' ? learnDocument(message.params) : undefined;
      normalizeIn(message.params, 0);
      return before;
    },
    sent(message) {
      if (!differs) return message;
      return {
        ...message,
        ...(message.params !== undefined && { params: respelled(message.params, respell, 0) }),
        ...(message.result !== undefined && { result: respelled(message.result, respell, 0) }),
      };
    },
  };
}

// A closed document keeps its spelling: later diagnostics must replace the earlier ones.
const MAX_SPELLINGS = 10_000;

/** Returns the properties of these parameters that hold the URI of a folder. */
function foldersIn(params: unknown): [holder: Record<string, unknown>, key: string][] {
  if (!isObject(params)) return [];
  const { workspaceFolders, event } = params;
  const lists = [workspaceFolders, ...(isObject(event) ? [event['removed'], event['added']] : [])];
  const named = lists.filter(Array.isArray).flat().filter(isObject);
  return [[params, 'rootUri'], ...named.map((folder): [Record<string, unknown>, string] => [folder, 'uri'])];
}

// URIs are a few levels deep; other values may be nested without limit.
const MAX_DEPTH = 32;
const RECEIVED: ReadonlySet<string> = new Set(['uri', 'oldUri', 'newUri']);
const SENT: ReadonlySet<string> = new Set([...RECEIVED, 'targetUri', 'scopeUri', 'baseUri', 'target']);
/** The only property whose keys are URIs. */
const KEYED = 'changes';

function normalizeIn(value: unknown, depth: number): void {
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return;
  const holder = value as Record<string, unknown>;
  for (const [key, one] of Object.entries(holder)) {
    if (typeof one !== 'string') normalizeIn(one, depth + 1);
    else if (RECEIVED.has(key)) holder[key] = normalizeUri(one);
  }
}

function respelled(value: unknown, respell: (uri: string) => string, depth: number): unknown {
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return value;
  if (Array.isArray(value)) return value.map(one => respelled(one, respell, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => {
      if (typeof one === 'string' && SENT.has(key)) return [key, respell(one)];
      const inside = respelled(one, respell, depth + 1);
      return [key, key === KEYED && isObject(inside) ? keysRespelled(inside, respell) : inside];
    }),
  );
}

function keysRespelled(edits: object, respell: (uri: string) => string): object {
  return Object.fromEntries(Object.entries(edits).map(([uri, inside]) => [respell(uri), inside]));
}
