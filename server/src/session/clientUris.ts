import { type LruCache, lruCache } from '../shared/lruCache';
import { isObject } from '../text/pointer';
import { normalizeFolderUri, normalizeUri } from '../text/uri/normalizeUri';

/** A message of JSON-RPC, of which any part may be missing. */
export interface RpcMessage {
  jsonrpc: string;
  method?: unknown;
  params?: unknown;
  result?: unknown;
}

/** Spells URIs as the server does in what is received, and as the client does in what is sent. */
export interface ClientUris {
  /**
   * Changes a message that was received.
   *
   * @returns where it tells that the client spells a document otherwise than it was told of it so far: the spelling until then
   */
  received(message: RpcMessage): string | undefined;
  /** A message as it is to be sent; what is given stays as it is. */
  sent<M extends RpcMessage>(message: M): M;
}

/**
 * Knows how the client spells the URIs of its documents and folders. Documents that it opened are answered in its own
 * spelling, letter by letter: many clients compare URIs as text, and an edit must reach the open document. Files that it never opened are
 * spelled with its spelling of the folder above them.
 */
export function clientUris(): ClientUris {
  // From our spelling to the client's.
  const documents = lruCache<string, string>({ max: MOST_SPELLINGS });
  const folders = lruCache<string, string>({ max: MOST_SPELLINGS });
  // Most clients whose spelling differs differ from the start; for the others nothing has to be looked through.
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

// A document keeps its spelling when it is closed: what is said of it then must replace what was said before.
const MOST_SPELLINGS = 10_000;

/** The properties of these parameters that hold the URI of a folder. */
function foldersIn(params: unknown): [holder: Record<string, unknown>, key: string][] {
  if (!isObject(params)) return [];
  const { workspaceFolders, event } = params;
  const lists = [workspaceFolders, ...(isObject(event) ? [event['removed'], event['added']] : [])];
  const named = lists.filter(Array.isArray).flat().filter(isObject);
  return [[params, 'rootUri'], ...named.map((folder): [Record<string, unknown>, string] => [folder, 'uri'])];
}

// Parameters and answers are nested a few levels deep where they hold URIs; other values may be nested without end.
const DEEPEST = 32;
const RECEIVED: ReadonlySet<string> = new Set(['uri', 'oldUri', 'newUri']);
const SENT: ReadonlySet<string> = new Set([...RECEIVED, 'targetUri', 'scopeUri', 'baseUri', 'target']);
/** Its property names are URIs. */
const KEYED = 'changes';

function normalizeIn(value: unknown, depth: number): void {
  if (typeof value !== 'object' || value === null || depth > DEEPEST) return;
  const holder = value as Record<string, unknown>;
  for (const [key, one] of Object.entries(holder)) {
    if (typeof one !== 'string') normalizeIn(one, depth + 1);
    else if (RECEIVED.has(key)) holder[key] = normalizeUri(one);
  }
}

function respelled(value: unknown, respell: (uri: string) => string, depth: number): unknown {
  if (typeof value !== 'object' || value === null || depth > DEEPEST) return value;
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
