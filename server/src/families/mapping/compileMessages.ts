import type { ContentPiece, ExchangeMessage } from '../../model/run';
import type { Path } from '../../model/text';
import { t } from '../../shared/l10n';
import { embeddedJson } from '../../text/json/losslessJson';
import { isObject, parsePointer } from '../../text/jsonPointer';
import { nearestWord } from '../../text/similarNames';
import { shortLine } from '../drafts/createDraft';
import { chatMessages, messagePieces, splitImages, textPiece } from '../exchanges/chatMessages';
import { asIs, type Compiling, compileAll, compileGetter, compileId, compileTest } from './compileValue';
import type { Test } from './compileWhen';
import type { Getter, Scope } from './mappingScope';
import { itemsAt, readListPointer } from './readListPointer';

/** Compiles the part `messages` of a protocol's declaration, which says where an envelope holds the messages of a step. */
export function compileMessages(json: unknown, path: Path, compiling: Compiling): AddMessages | undefined {
  if (json === undefined) return undefined;
  const all = Array.isArray(json)
    ? json.slice(0, MOST_MESSAGES).map((one, at) => compileMessage(one, [...path, at], compiling))
    : [compileMessage(json, path, compiling)];
  return (messages, scope) => {
    for (const add of all) add?.(messages, scope);
  };
}

/** Reads messages from a scope, and adds them to a list. */
export type AddMessages = (messages: SidedMessage[], scope: Scope) => void;

/** A message, with its side: an input or an output of its step. */
export interface SidedMessage extends ExchangeMessage {
  side: 'input' | 'output';
}

const MOST_MESSAGES = 50;

interface MessageGetters {
  when: Test | undefined;
  role: Getter<string> | undefined;
  name: Getter<string> | undefined;
  side: SidedMessage['side'] | undefined;
  add: readonly AddPieces[];
  chat: ((scope: Scope) => unknown[]) | undefined;
  /** The path of the message's content, if it is always the same. */
  place: readonly string[] | undefined;
}

type AddPieces = (pieces: ContentPiece[], scope: Scope) => void;

function compileMessage(json: unknown, path: Path, compiling: Compiling): AddMessages | undefined {
  if (!isObject(json)) return undefined;
  const { text, content, chat, reasoning, result, call } = json;
  const when = compileTest(json['when'], [...path, 'when'], compiling);
  // Without its unusable condition, the message would always be added.
  if (json['when'] !== undefined && !when) return undefined;
  const parts = [isObject(result) && result['value'], isObject(call) && call['arguments']];
  const place = [text, content, chat, reasoning, ...parts].find(isPlainPointer);
  const getters: MessageGetters = {
    when,
    // A plain word is the role itself.
    role: compileGetter(wordOrValue(json['role']), shortLine, [...path, 'role'], compiling),
    name: compileGetter(json['name'], shortLine, [...path, 'name'], compiling),
    side: SIDES.find(one => one === json['side']),
    add: Object.entries(PIECES).flatMap(([name, compile]) =>
      Object.hasOwn(json, name) ? (compile(json[name], [...path, name], json, compiling) ?? []) : [],
    ),
    chat: compileAll(json['chat'], [...path, 'chat'], compiling),
    place: place === undefined ? undefined : parsePointer(place),
  };
  const meant = misspeltRole(json['role']);
  if (meant !== undefined) {
    compiling.faults.push({
      path: [...path, 'role'],
      message: t`"${String(json['role'])}" is no usual role; did you mean "${meant}"?`,
    });
  }
  const each = readListPointer(json['each'], [...path, 'each'], compiling.faults);
  if (json['each'] !== undefined && !each) return undefined;
  if (!each) return (messages, scope) => addMessage(messages, getters, scope);
  return (messages, scope) => itemsAt(scope, each, undefined, item => addMessage(messages, getters, item));
}

/** Returns the role that a misspelt word probably means; undefined for values, for roles, and for other words. */
function misspeltRole(json: unknown): string | undefined {
  if (typeof json !== 'string' || !/^\w+$/.test(json) || ROLES.includes(json)) return undefined;
  return nearestWord(json, ROLES);
}

const ROLES = ['user', 'assistant', 'system', 'developer', 'tool', 'program'];

const SIDES = ['input', 'output'] as const;

function isPlainPointer(json: unknown): json is string {
  return typeof json === 'string' && (json === '' || json.startsWith('/')) && !json.includes('*');
}

/** Returns a word, such as `user`, as a fixed text; returns anything else unchanged. */
export function wordOrValue(json: unknown): unknown {
  return typeof json === 'string' && /^[a-z][\w-]{0,40}$/i.test(json) ? `=${json}` : json;
}

function addMessage(
  messages: SidedMessage[],
  { when, role, name, side, add, chat, place }: MessageGetters,
  scope: Scope,
) {
  if (when && !when(scope)) return;
  const own = role?.(scope) ?? 'assistant';
  const called = name?.(scope);
  const around = place && scope.place();
  const path = around && place && [...around, ...place];
  const put = (message: ExchangeMessage) => {
    const isAsked = message.role !== 'assistant' && message.role !== 'tool' ? true : isCall(message);
    messages.push({ ...message, side: side ?? (isAsked ? 'input' : 'output'), ...(path && { path }) });
  };
  if (chat) for (const value of chat(scope)) for (const message of chatMessages(value, own)) put(message);
  const pieces: ContentPiece[] = [];
  for (const addPieces of add) addPieces(pieces, scope);
  if (pieces.length > 0) put({ role: own, ...(called !== undefined && { name: called }), pieces });
}

function isCall({ pieces }: ExchangeMessage): boolean {
  return pieces.some(({ type }) => type === 'tool_call');
}

type CompilePieces = (
  json: unknown,
  path: Path,
  message: Record<string, unknown>,
  compiling: Compiling,
) => AddPieces | undefined;

// In the order in which they stand in a message.
const PIECES: Readonly<Record<string, CompilePieces>> = {
  reasoning: (json, path, _, compiling) =>
    ofAll(json, path, compiling, found => textsIn(found).map(text => ({ type: 'reasoning', text }))),
  text: (json, path, _, compiling) => ofAll(json, path, compiling, found => [textPiece(found)]),
  content(json, path, message, compiling) {
    const [only, without] = [message['only'], message['without']].map(listed);
    return ofAll(json, path, compiling, found =>
      messagePieces(found).filter(({ type }) => (!only || only.has(type)) && !without?.has(type)),
    );
  },
  image: compileReference,
  file: compileReference,
  call: compileCallPiece,
  result: compileResultPiece,
};

function listed(json: unknown): ReadonlySet<unknown> | undefined {
  return Array.isArray(json) ? new Set(json) : undefined;
}

function ofAll(
  json: unknown,
  path: Path,
  compiling: Compiling,
  piecesOf: (found: unknown) => ContentPiece[],
): AddPieces | undefined {
  const all = compileAll(json, path, compiling);
  return all && ((pieces, scope) => pieces.push(...all(scope).flatMap(piecesOf)));
}

function textsIn(found: unknown): string[] {
  return messagePieces(found).flatMap(piece => (piece.type === 'text' || piece.type === 'reasoning' ? piece.text : []));
}

function compileReference(json: unknown, path: Path, _: unknown, compiling: Compiling): AddPieces | undefined {
  const type = path.at(-1) === 'image' ? 'image' : 'file';
  const given = isObject(json) ? json : { uri: json };
  const get = (name: string) => compileGetter(given[name], asText, [...path, name], compiling);
  const [uri, data, mediaType, name] = ['uri', 'data', 'mediaType', 'name'].map(get);
  return (pieces, scope) => {
    const media = mediaType?.(scope);
    const raw = data?.(scope);
    const otherwise = type === 'image' ? 'image/png' : 'application/octet-stream';
    const address =
      uri?.(scope) ?? (raw && (raw.startsWith('data:') ? raw : `data:${media ?? otherwise};base64,${raw}`));
    const called = name?.(scope);
    if (address === undefined && called === undefined) return;
    pieces.push({
      type,
      ...(media && { mediaType: media }),
      ...(called && { name: called }),
      ...(address && { uri: address }),
    });
  };
}

function asText(found: unknown): string | undefined {
  return typeof found === 'string' && found !== '' ? found : undefined;
}

function compileCallPiece(json: unknown, path: Path, _: unknown, compiling: Compiling): AddPieces | undefined {
  if (!isObject(json)) return undefined;
  const id = compileId(json['id'], [...path, 'id'], compiling);
  const tool = compileGetter(json['tool'], shortLine, [...path, 'tool'], compiling);
  const given = compileGetter(json['arguments'], asIs, [...path, 'arguments'], compiling);
  return (pieces, scope) => {
    pieces.push(callPiece({ id: id?.(scope), tool: tool?.(scope), value: given?.(scope) }));
  };
}

function compileResultPiece(json: unknown, path: Path, _: unknown, compiling: Compiling): AddPieces | undefined {
  if (!isObject(json)) return undefined;
  const id = compileId(json['id'], [...path, 'id'], compiling);
  const tool = compileGetter(json['tool'], shortLine, [...path, 'tool'], compiling);
  const value = compileGetter(json['value'], asIs, [...path, 'value'], compiling);
  const failed = compileTest(json['failed'], [...path, 'failed'], compiling);
  return (pieces, scope) => {
    const found = value?.(scope);
    if (found === undefined) return;
    pieces.push(
      ...resultPieces({ id: id?.(scope), tool: tool?.(scope), value: found }, { isError: failed?.(scope) === true }),
    );
  };
}

interface ToolFacts {
  id: string | undefined;
  tool: string | undefined;
  value: unknown;
}

/** A call of a tool as a piece of a message. */
export function callPiece({ id, tool, value }: ToolFacts): ContentPiece {
  return {
    type: 'tool_call',
    ...(id !== undefined && { id }),
    name: tool ?? 'tool',
    arguments: embeddedJson(value) ?? value ?? {},
  };
}

/** The result of a tool as pieces of a message: blocks of text are one text, and images pieces of their own. */
export function resultPieces({ id, tool, value }: ToolFacts, { isError }: { isError: boolean }): ContentPiece[] {
  const { written: result, images } = splitImages(value);
  return [
    {
      type: 'tool_result',
      ...(id !== undefined && { id }),
      ...(tool !== undefined && { name: tool }),
      result,
      ...(isError && { isError }),
    },
    ...images,
  ];
}
