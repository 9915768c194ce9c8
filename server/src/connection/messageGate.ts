import type { RpcMessage } from '../session/clientUris';
import {
  ASSOCIATE,
  DIAGNOSTICS_DROPPED,
  DOCUMENT,
  ENVELOPE,
  FITTING_KINDS,
  MISSING_SECTIONS,
  NEW_REGISTRY,
  RECEIVER_START,
  REPLAY,
  REPLAY_AT,
  REPLAY_FILES,
  REPLAY_LOCATION,
  RUN_FILTER,
  RUN_LOCATION,
  RUN_NODES,
  RUN_PATH,
  RUN_TEXT,
  SEARCH_SAID,
  SENDING_ADDRESS,
  SENDING_HEADERS,
  SENDING_PREPARE,
  SENDING_PREVIEW,
  SENDING_SEND,
  SESSION_SUMMARIES,
  SESSIONS,
  STATE_NODES,
  STORED_STEP,
} from '../shared/protocol';
import { isObject } from '../text/pointer';

export interface Refusal {
  code: 'InvalidParams' | 'InvalidRequest' | 'ServerNotInitialized';
  message: string;
}

/** The verdict on a message: a request without a refusal passes; a notification without one may still be ignored. */
export interface Verdict {
  passes: boolean;
  refusal?: Refusal;
}

/** Follows the server's lifecycle, and refuses messages at the wrong time or with invalid parameters. */
export function messageGate() {
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

const PASSES: Verdict = { passes: true };
const IGNORED: Verdict = { passes: false };

function refused(code: Refusal['code'], message: string): Verdict {
  return { passes: false, refusal: { code, message } };
}

/**
 * Describes what is wrong with the parameters of a message, in a sentence. Undefined for valid parameters and unknown
 * methods.
 */
function paramsError(method: string, params: unknown): string | undefined {
  const shape = SHAPES.get(method);
  if (!shape) return undefined;
  if (!isObject(params)) return `${method}: the parameters must be an object.`;
  for (const [name, { fits, is }] of Object.entries(shape)) {
    if (!fits(params[name])) return `${method}: "${name}" must be ${is}.`;
  }
  return undefined;
}

interface Check {
  is: string;
  fits(value: unknown): boolean;
}
type Shape = Readonly<Record<string, Check>>;

const text: Check = { is: 'a string', fits: value => typeof value === 'string' };
const optionalText: Check = {
  is: 'a string, or absent',
  fits: value => value === undefined || typeof value === 'string',
};
const number: Check = { is: 'a whole number from 0', fits: isCount };
const object: Check = { is: 'an object', fits: isObject };
const items: Check = {
  is: 'an array of objects with a "uri"',
  fits: value => Array.isArray(value) && value.every(hasUri),
};
const list: Check = { is: 'an array', fits: Array.isArray };
const item: Check = { is: 'an object with a "uri"', fits: hasUri };
const place: Check = { is: 'a position: {"line", "character"}', fits: isPosition };
const places: Check = { is: 'an array of positions', fits: value => Array.isArray(value) && value.every(isPosition) };
const range: Check = {
  is: 'a range: {"start", "end"}, a position each',
  fits: value => isObject(value) && isPosition(value['start']) && isPosition(value['end']),
};
const asked: Check = {
  is: 'an object with the array "diagnostics"',
  fits: value => isObject(value) && Array.isArray(value['diagnostics']),
};
const openText: Check = {
  is: 'an object with a "uri" and a "text"',
  fits: value => hasUri(value) && isObject(value) && typeof value['text'] === 'string',
};
const edits: Check = {
  is: 'an array of changes: a "text" each, for all or with a "range"',
  fits: value => Array.isArray(value) && value.every(isChange),
};
const redaction: Check = {
  is: 'a redaction: {"paths", "emails", "secrets", "fields"}',
  fits: value =>
    isObject(value) &&
    [value['paths'], value['emails'], value['secrets']].every(one => typeof one === 'boolean') &&
    Array.isArray(value['fields']) &&
    value['fields'].every(field => typeof field === 'string'),
};
const event: Check = {
  is: 'an object with the arrays "added" and "removed"',
  fits: value =>
    isObject(value) && [value['added'], value['removed']].every(one => Array.isArray(one) && one.every(hasUri)),
};

const document: Shape = { textDocument: item };
const position: Shape = { ...document, position: place };
const ofRun: Shape = { run: text };
const uri: Shape = { uri: text };

const SHAPES: ReadonlyMap<string, Shape> = new Map<string, Shape>([
  ['initialize', { capabilities: object }],
  ['textDocument/didOpen', { textDocument: openText }],
  ['textDocument/didChange', { ...document, contentChanges: edits }],
  ['textDocument/didClose', document],
  ['workspace/didChangeWorkspaceFolders', { event }],
  ...[
    'hover',
    'definition',
    'references',
    'documentHighlight',
    'prepareRename',
    'completion',
    'prepareCallHierarchy',
  ].map((name): [string, Shape] => [`textDocument/${name}`, position]),
  ['textDocument/references', { ...position, context: object }],
  ['textDocument/rename', { ...position, newName: text }],
  ...['codeLens', 'documentSymbol', 'foldingRange', 'documentLink', 'diagnostic'].map((name): [string, Shape] => [
    `textDocument/${name}`,
    document,
  ]),
  ['textDocument/formatting', { ...document, options: object }],
  ['textDocument/rangeFormatting', { ...document, options: object, range }],
  ['textDocument/inlayHint', { ...document, range }],
  ['textDocument/codeAction', { ...document, range, context: asked }],
  ['textDocument/selectionRange', { ...document, positions: places }],
  ['codeAction/resolve', { title: text }],
  ['callHierarchy/incomingCalls', { item }],
  ['callHierarchy/outgoingCalls', { item }],
  ['workspace/symbol', { query: text }],
  ['workspaceSymbol/resolve', { name: text }],
  ['workspace/diagnostic', { previousResultIds: list }],
  ['workspace/executeCommand', { command: text }],
  [ENVELOPE, { ...uri, position: place, snippet: text }],
  [DIAGNOSTICS_DROPPED, uri],
  [DOCUMENT, uri],
  [NEW_REGISTRY, { featureId: text, branch: text, workflow: text, extensions: list }],
  [ASSOCIATE, uri],
  [FITTING_KINDS, uri],
  [MISSING_SECTIONS, uri],
  [RUN_FILTER, { filter: text }],
  [RUN_NODES, { view: object }],
  [SEARCH_SAID, { words: text, filter: optionalText, cursor: optionalText, source: optionalText, limit: number }],
  [STORED_STEP, { ...ofRun, step: optionalText }],
  [RUN_PATH, { view: object }],
  [RUN_LOCATION, { node: text }],
  [RUN_TEXT, { ...ofRun, format: text }],
  [STATE_NODES, ofRun],
  [REPLAY, { ...ofRun, question: text }],
  [REPLAY_AT, uri],
  [REPLAY_FILES, { files: items }],
  [RECEIVER_START, { folder: text, name: text, port: number, maxMegabytes: number, maxDays: number }],
  [SESSIONS, {}],
  [SESSION_SUMMARIES, { files: items }],
  [SENDING_ADDRESS, { address: text }],
  [SENDING_PREPARE, { ...ofRun, redaction }],
  [SENDING_PREVIEW, { id: number }],
  [SENDING_HEADERS, { headers: text }],
  [SENDING_SEND, { id: number, address: text, headers: text }],
  [REPLAY_LOCATION, { ...ofRun, step: number, source: number }],
]);

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

function isPosition(value: unknown): boolean {
  return isObject(value) && isCount(value['line']) && isCount(value['character']);
}

function hasUri(value: unknown): boolean {
  return isObject(value) && typeof value['uri'] === 'string';
}

function isChange(value: unknown): boolean {
  return (
    isObject(value) && typeof value['text'] === 'string' && (value['range'] === undefined || range.fits(value['range']))
  );
}
