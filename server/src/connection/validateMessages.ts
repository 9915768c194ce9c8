import type { RpcMessage } from '../project/clientUris';
import { isObject } from '../shared/isObject';
import { DIAGNOSTICS_DROPPED } from '../shared/lspExtensions';
import { hasUri, isPosition, REQUESTS } from '../shared/requests';
import { type Fields, hasFields, isAnything, isJsonObject, isListOf, isText, optional } from '../shared/validateShape';

/** The error with which the server answers an invalid request. */
export interface Refusal {
  code: 'InvalidParams' | 'InvalidRequest' | 'ServerNotInitialized';
  message: string;
}

/**
 * Creates a function that checks each message of a client. It refuses messages with invalid parameters, and messages before `initialize` or
 * after `shutdown`.
 */
export function validateMessages() {
  let life: 'new' | 'initialized' | 'shut down' = 'new';

  function check(message: RpcMessage): Verdict {
    const { method, params } = message;
    // Responses pass.
    if (typeof method !== 'string') return PASSES;
    if (method === 'exit') return PASSES;
    const isRequest = 'id' in message;
    if (life === 'shut down') {
      return isRequest ? refused('InvalidRequest', `${method}: the server was told to shut down.`) : IGNORED;
    }
    if (method === 'initialize') {
      if (life === 'initialized') return refused('InvalidRequest', 'initialize: the server is initialized already.');
    } else if (life === 'new') {
      return isRequest ? refused('ServerNotInitialized', `${method}: initialize comes first.`) : IGNORED;
    }
    const fault = paramsError(method, params);
    if (fault !== undefined) return refused('InvalidParams', fault);
    if (method === 'initialize') life = 'initialized';
    if (method === 'shutdown') life = 'shut down';
    return PASSES;
  }

  return { check, hasShutDown: (): boolean => life === 'shut down' };
}

/**
 * The result of checking a client's message: whether it is processed, and for a rejected request the error to answer with. A message that
 * neither passes nor has a refusal is dropped.
 */
export interface Verdict {
  passes: boolean;
  refusal?: Refusal;
}

const PASSES: Verdict = { passes: true };
const IGNORED: Verdict = { passes: false };

function refused(code: Refusal['code'], message: string): Verdict {
  return { passes: false, refusal: { code, message } };
}

/** Returns a sentence on what is wrong with the parameters of a message; undefined for valid parameters and unknown methods. */
function paramsError(method: string, params: unknown): string | undefined {
  const fields = FIELDS.get(method);
  if (!fields) return undefined;
  if (!isObject(params)) return `${method}: the parameters must be an object.`;
  const wrong = Object.entries(fields).find(([name, shape]) => !shape(params[name]));
  return wrong && `${method}: "${wrong[0]}" must be ${wrong[1].is}.`;
}

const isList = isListOf(isAnything);
const isRange = hasFields({ start: isPosition, end: isPosition }, 'a range: {"start", "end"}, a position each');
const isFolders = isListOf(hasUri);
const document = { textDocument: hasUri };
const position = { ...document, position: isPosition };

/** The parameters of LSP messages, and of our own notification, as far as handlers rely on them. */
const MESSAGES: Readonly<Record<string, Fields>> = {
  initialize: { capabilities: isJsonObject },
  'textDocument/didOpen': { textDocument: hasFields({ uri: isText, text: isText }) },
  'textDocument/didChange': {
    ...document,
    contentChanges: isListOf(
      hasFields({ text: isText, range: optional(isRange) }),
      'an array of changes: a "text" each, for all or with a "range"',
    ),
  },
  'textDocument/didClose': document,
  'workspace/didChangeWorkspaceFolders': {
    event: hasFields({ added: isFolders, removed: isFolders }, 'an object with the arrays "added" and "removed"'),
  },
  'textDocument/hover': position,
  'textDocument/definition': position,
  'textDocument/documentHighlight': position,
  'textDocument/prepareRename': position,
  'textDocument/completion': position,
  'textDocument/prepareCallHierarchy': position,
  'textDocument/references': { ...position, context: isJsonObject },
  'textDocument/rename': { ...position, newName: isText },
  'textDocument/codeLens': document,
  'textDocument/documentSymbol': document,
  'textDocument/foldingRange': document,
  'textDocument/documentLink': document,
  'textDocument/diagnostic': document,
  'textDocument/formatting': { ...document, options: isJsonObject },
  'textDocument/rangeFormatting': { ...document, options: isJsonObject, range: isRange },
  'textDocument/inlayHint': { ...document, range: isRange },
  'textDocument/codeAction': {
    ...document,
    range: isRange,
    context: hasFields({ diagnostics: isList }, 'an object with the array "diagnostics"'),
  },
  'textDocument/selectionRange': { ...document, positions: isListOf(isPosition, 'an array of positions') },
  'codeAction/resolve': { title: isText },
  'callHierarchy/incomingCalls': { item: hasUri },
  'callHierarchy/outgoingCalls': { item: hasUri },
  'workspace/symbol': { query: isText },
  'workspaceSymbol/resolve': { name: isText },
  'workspace/diagnostic': { previousResultIds: isList },
  'workspace/executeCommand': { command: isText },
  [DIAGNOSTICS_DROPPED]: { uri: isText },
};

const FIELDS = new Map<string, Fields>(Object.entries(MESSAGES));
for (const [method, row] of Object.entries(REQUESTS)) if ('params' in row) FIELDS.set(method, row.params);
