import type { ContentPiece, Step } from '../../model/run';
import type { IndexedRun } from '../../runs/assembly/indexedRun';
import { callsTool } from '../../runs/columnarSteps';
import { t } from '../../shared/l10n';
import type { ReplayAnswer, ReplayParams, RichText, SaidMessage, SaidPiece, SaidText } from '../../shared/replay/index';
import { sizeText, sliceStart } from '../../shared/shownText';
import { withoutTerminalCodes } from '../../text/characters';
import { stringifyJson } from '../../text/json/losslessJson';
import { isJson } from '../../text/json/parseJson';
import { parseRichText } from '../../text/parseRichText';
import { plain } from '../runs/treeNodeTexts';
import { envelopeTextLines } from './envelopeTextLines';
import { clampWindow, memoizePerRun, type ReplayedRun, windowRows } from './replayedRun';
import { type LocatedMessage, messageIdentity, type StepMessages, stepMessages } from './stepMessages';

/**
 * Returns the messages of a step of a workflow run, each tool call with its result. Throws RangeError if there is no such step.
 *
 * @param pieces the maximum number of pieces of a message
 */
export function exchangeOfStep(
  replay: ReplayedRun,
  { step, ...window }: ReplayParams<'exchange'>,
  pieces = MOST_PIECES,
): ReplayAnswer<'exchange'> {
  const { call, messages } = messagesOf(replay, step);
  const rows = exchangeRows(messages);
  const before = seenBefore(replay, step);
  const isInput = (row: ExchangeRow) => messages[row.message]?.side === 'input';
  // A tool call at the end of the previous model call counts as new if its result is new.
  const isSeen = ({ message, results }: ExchangeRow) =>
    [message, ...[...results.values()].map(([at]) => at)].every(
      at => before?.has(messageIdentity(messages[at] as LocatedMessage)) ?? false,
    );
  const added = before && rows.filter(row => isInput(row) && !isSeen(row)).length;
  const budget = { characters: MOST_CHARACTERS, pieces };
  return {
    ...windowRows(window, rows.length, MOST_ROWS, index => {
      const row = rows[index] as ExchangeRow;
      return saidMessage(messages, row, before && isInput(row) ? { seen: isSeen(row) } : {}, budget);
    }),
    ...(Object.keys(call).length > 0 && { call }),
    // Without an earlier conversation every message is new: no count.
    ...(added !== undefined && { added }),
  };
}

/** Returns a window of a long text: of a message, the arguments of a call, or a result. */
export function said(
  replay: ReplayedRun,
  { step, message, piece, ...window }: ReplayParams<'said'>,
): ReplayAnswer<'said'> {
  const found = messagesOf(replay, step).messages[message]?.pieces[piece];
  const text = found ? (pieceText(found) ?? '') : '';
  const { from, count } = clampWindow(window, text.length, MOST_AT_ONCE);
  const shown = text.slice(from, from + count);
  return { text: shown, total: text.length, ...(from === 0 && found && richOf(found, shown)) };
}

const MOST_ROWS = 100;
const MOST_PIECES = 50;
const MOST_AT_ONCE = 50_000;
/** The maximum number of characters of one text, and of all texts of an answer. */
const LONGEST_TEXT = 4_000;
const MOST_CHARACTERS = 200_000;
const LEAST_TEXT = 200;
/** Larger images are shown by name only. */
const LARGEST_IMAGE = 3_000_000;

/** A message, and the results of its tool calls in other messages: for each calling piece, the result's message and piece. */
interface ExchangeRow {
  message: number;
  results: ReadonlyMap<number, readonly [message: number, piece: number]>;
}

/** Pairs tool calls with their results. A message gets no row if all its pieces are results beside their calls. */
function exchangeRows(messages: readonly LocatedMessage[]): ExchangeRow[] {
  const rows = messages.map((_, message) => ({ message, results: new Map<number, readonly [number, number]>() }));
  const open = new Map<string, readonly [message: number, piece: number]>();
  const paired = new Map<number, number>();
  for (const [message, { pieces }] of messages.entries()) {
    for (const [piece, one] of pieces.entries()) {
      if (one.type !== 'tool_call' && one.type !== 'tool_result') continue;
      // A step with a single tool call often gives it no id: a result without an id belongs to the last call without one.
      const id = one.id ?? '';
      if (one.type === 'tool_call') open.set(id, [message, piece]);
      const call = one.type === 'tool_result' ? open.get(id) : undefined;
      if (!call) continue;
      open.delete(id);
      rows[call[0]]?.results.set(call[1], [message, piece]);
      paired.set(message, (paired.get(message) ?? 0) + 1);
    }
  }
  return rows.filter(({ message }) => {
    const { pieces = [] } = messages[message] ?? {};
    return pieces.length > 0 && paired.get(message) !== pieces.length;
  });
}

function saidMessage(
  messages: readonly LocatedMessage[],
  { message, results }: ExchangeRow,
  marks: Pick<SaidMessage, 'seen'>,
  budget: { characters: number; pieces?: number },
  isShown: (piece: ContentPiece) => boolean = () => true,
): SaidMessage {
  const { role, name, pieces, side, envelope, path } = messages[message] as LocatedMessage;
  const textAt = (at: number, piece: number): SaidText => {
    const text = pieceText(messages[at]?.pieces[piece] as ContentPiece) ?? '';
    const most = Math.min(LONGEST_TEXT, Math.max(LEAST_TEXT, budget.characters));
    const shown = sliceStart(text, most);
    budget.characters -= shown.length;
    return { text: shown, size: text.length, message: at, piece, ...richOf(messages[at]?.pieces[piece], shown) };
  };
  const shownPiece = (piece: ContentPiece, index: number): SaidPiece => {
    switch (piece.type) {
      case 'text':
      case 'reasoning':
        return { is: piece.type, ...textAt(message, index) };
      case 'tool_call': {
        const result = results.get(index);
        const end = result && messages[result[0]]?.pieces[result[1]];
        const isError = end?.type === 'tool_result' && end.isError;
        return {
          is: 'call',
          name: plain(piece.name, LONGEST_NAME),
          ...(piece.id !== undefined && { id: plain(piece.id, LONGEST_NAME) }),
          arguments: textAt(message, index),
          ...(result && { result: { ...textAt(result[0], result[1]), ...(isError && { isError }) } }),
        };
      }
      case 'tool_result':
        return {
          is: 'result',
          ...nameOfCall(messages, piece),
          ...(piece.id !== undefined && { id: plain(piece.id, LONGEST_NAME) }),
          ...textAt(message, index),
          ...(piece.isError && { isError: piece.isError }),
        };
      default:
        return { is: piece.type, ...reference(piece) };
    }
  };
  const { pieces: most = MOST_PIECES } = budget;
  const shown = pieces.slice(0, most).flatMap((one, index) => (isShown(one) ? [shownPiece(one, index)] : []));
  return {
    side,
    role: plain(role, LONGEST_NAME),
    ...(name !== undefined && { name: plain(name, LONGEST_NAME) }),
    pieces: shown,
    ...(pieces.length > most && { morePieces: pieces.length - most }),
    ...marks,
    ...(path && { place: { envelope, path } }),
  };
}

/** Returns the name of a result's tool: the result's own, otherwise the name in its call. */
function nameOfCall(
  messages: readonly LocatedMessage[],
  { name, id }: Extract<ContentPiece, { type: 'tool_result' }>,
): { name?: string } {
  const isCall = (piece: ContentPiece) => piece.type === 'tool_call' && piece.id === id;
  const call = name === undefined && id !== undefined ? messages.flatMap(one => one.pieces).find(isCall) : undefined;
  const known = call?.type === 'tool_call' ? call.name : name;
  return known === undefined ? {} : { name: plain(known, LONGEST_NAME) };
}

const LONGEST_NAME = 100;

/** Returns an embedded image that the page may show; for any other file, a description. */
function reference({ mediaType, name, uri }: Extract<ContentPiece, { type: 'image' | 'file' }>): {
  about: string;
  uri?: string;
} {
  const isData = uri?.startsWith('data:') ?? false;
  const about = plain(
    [name, mediaType, isData ? sizeText((uri?.length ?? 0) * BYTES_PER_CHARACTER) : uri].filter(Boolean).join(' · ') ||
      t`without a name`,
    300,
  );
  const isShown = uri !== undefined && uri.length <= LARGEST_IMAGE && SHOWN_IMAGE.test(uri);
  return { about, ...(isShown && { uri }) };
}

/** Four characters of base64 are three bytes. */
const BYTES_PER_CHARACTER = 3 / 4;
const SHOWN_IMAGE = /^data:image\/(?:png|jpeg|gif|webp);base64,[\w+/=\s-]+$/;

/** Returns the Markdown of a text, of a reasoning, or of a sub-agent's answer; an empty object for data. */
function richOf(piece: ContentPiece | undefined, shown: string): { rich?: RichText } {
  const isSaid = piece?.type === 'tool_result' ? piece.isSaid : piece?.type === 'text' || piece?.type === 'reasoning';
  if (!isSaid) return {};
  const rich = isJson(shown) ? undefined : parseRichText(shown);
  return rich ? { rich } : {};
}

/** The messages that a step adds to the conversation of its run. */
export interface Addition {
  messages: readonly LocatedMessage[];
  rows: ExchangeRow[];
  isShown(piece: ContentPiece): boolean;
  /** The length of the envelopes that were read for it. */
  characters: number;
}

/**
 * Returns the messages that a step adds to the conversation of its run. Leaves out messages of the previous model call, and
 * tool calls and results that have their own steps.
 */
export function addition(replay: Pick<ReplayedRun, 'run' | 'reader'>, step: number): Addition {
  const { messages, characters } = messagesOf(replay, step);
  const { effects } = replay.run.step(step);
  const before = seenBefore(replay, step);
  const isSeen = (at: number) => {
    const message = messages[at] as LocatedMessage;
    return message.side === 'input' && before?.has(messageIdentity(message)) === true;
  };
  // A tool call at the end of the previous model call is known, its result is new.
  const newRows = (row: ExchangeRow): ExchangeRow[] => {
    if (!isSeen(row.message)) return [row];
    const answered = new Set([...row.results.values()].map(([at]) => at).filter(at => !isSeen(at)));
    return [...answered].map(message => ({ message, results: new Map() }));
  };
  const ids = callsTool(effects) ? undefined : memoizePerRun(replay.run, callIds);
  let results: ReadonlySet<string> | undefined;
  const isTold = (piece: ContentPiece) => {
    if (!ids || (piece.type !== 'tool_call' && piece.type !== 'tool_result')) return false;
    if (ids.has(piece.id ?? '')) return true;
    if (piece.type === 'tool_call') return false;
    results ??= resultsBefore(replay, step);
    return results.has(pieceText(piece) ?? '');
  };
  const isShown = (piece: ContentPiece) => !isTold(piece);
  const rows = exchangeRows(messages)
    .flatMap(newRows)
    .filter(row => messages[row.message]?.pieces.some(isShown));
  return { messages, rows, isShown, characters };
}

/** Returns the results of the tool calls since the previous model call, for calls without ids. */
function resultsBefore(replay: Pick<ReplayedRun, 'run' | 'reader'>, step: number): ReadonlySet<string> {
  const results = new Set<string>();
  let { parent: around } = replay.run.step(step);
  for (let index = step - 1; index >= Math.max(0, step - MOST_RESULTS); index--) {
    const { model, effects, parent } = replay.run.step(index);
    if (index === around) {
      around = parent;
      continue;
    }
    if (!callsTool(effects)) {
      if (model !== undefined) break;
      continue;
    }
    for (const { pieces } of messagesOf(replay, index).messages) {
      for (const piece of pieces) if (piece.type === 'tool_result') results.add(pieceText(piece) ?? '');
    }
  }
  return results;
}

const MOST_RESULTS = 30;

/** Returns the ids of the tool calls that have a step. */
function callIds(run: IndexedRun): ReadonlySet<string> {
  const ids = new Set<string>();
  for (let index = 0; index < run.summary.steps; index++) {
    for (const effect of run.step(index).effects)
      if (effect.do === 'call' && effect.id !== undefined) ids.add(effect.id);
  }
  return ids;
}

/** Returns the rows of the messages that a step adds. */
export function addedMessages({ messages, rows, isShown }: Addition, budget: { characters: number }): SaidMessage[] {
  return rows.slice(0, MOST_ROWS).map(row => saidMessage(messages, row, {}, budget, isShown));
}

/** Returns the texts of the messages that a step adds. */
export function addedTexts({ messages, rows, isShown }: Addition): string[] {
  return rows.flatMap(row => rowPieces(messages, row).filter(isShown).flatMap(pieceTexts));
}

/** Returns the texts of each row of a step's exchange. */
export function rowTexts(replay: ReplayedRun, step: number): string[][] {
  const { messages } = messagesOf(replay, step);
  return exchangeRows(messages).map(row => rowPieces(messages, row).flatMap(pieceTexts));
}

/** Returns the pieces of a message, and the results of its tool calls. */
function rowPieces(messages: readonly LocatedMessage[], { message, results }: ExchangeRow): ContentPiece[] {
  const paired = [...results.values()].flatMap(([at, piece]) => messages[at]?.pieces[piece] ?? []);
  return [...(messages[message]?.pieces ?? []), ...paired];
}

function pieceTexts(piece: ContentPiece): string[] {
  return [...('name' in piece ? [piece.name ?? ''] : []), pieceText(piece) ?? ''];
}

/** Returns the text of a piece; undefined for a reference. */
function pieceText(piece: ContentPiece): string | undefined {
  switch (piece.type) {
    case 'text':
    case 'reasoning':
      return withoutTerminalCodes(piece.text);
    case 'tool_call':
      return valueText(piece.arguments);
    case 'tool_result':
      return typeof piece.result === 'string' ? withoutTerminalCodes(valueText(piece.result)) : valueText(piece.result);
    default:
      return undefined;
  }
}

/** Formats a value, or the JSON in a string, with one value per line. Digits stay as written. */
function valueText(value: unknown): string {
  if (typeof value !== 'string') return stringifyJson(value, 2);
  if (value.length > LONGEST_FORMATTED || !/^\s*[[{]/.test(value) || !isJson(value)) return value;
  const { count, line } = envelopeTextLines(value);
  return Array.from({ length: count }, (_, index) => line(index, LONGEST_FORMATTED)).join('\n');
}

const LONGEST_FORMATTED = 1_000_000;

/** Returns the messages of a step; memoized for the last few steps, since a list requests windows of their rows. */
function messagesOf(replay: Pick<ReplayedRun, 'run' | 'reader'>, step: number): StepMessages {
  const known = memoizePerRun(replay.run, recentMessages);
  // A redacted run is another object and so has its own messages.
  let found = known.get(step);
  if (!found) {
    found = resultsAsTold(stepMessages(replay.reader, replay.run.step(step)), replay.run, step);
    if (known.size >= REMEMBERED) known.delete(known.keys().next().value as number);
    known.set(step, found);
  }
  return found;
}

/** Adds what only the step of a tool call knows to the call's results: whether a result is an error, or a sub-agent's answer. */
function resultsAsTold(said: StepMessages, run: IndexedRun, index: number): StepMessages {
  const step = run.step(index);
  if (!step.effects.some(effect => effect.do === 'call')) return said;
  const told = {
    ...(step.outcome === 'failed' && { isError: true as const }),
    ...(isOfSubAgent(run, step) && { isSaid: true as const }),
  };
  if (Object.keys(told).length === 0) return said;
  const withTold = (piece: ContentPiece) => (piece.type === 'tool_result' ? { ...piece, ...told } : piece);
  return { ...said, messages: said.messages.map(one => ({ ...one, pieces: one.pieces.map(withTold) })) };
}

/** Returns whether a call started a sub-agent: its tool does so, or another agent's steps are nested in it. */
function isOfSubAgent(run: IndexedRun, { index, agent, effects }: Step): boolean {
  if (effects.some(effect => effect.do === 'call' && STARTING.has(effect.tool))) return true;
  const nested = run.children(index).slice(0, MOST_NESTED);
  return nested.map(child => run.step(child).agent).some(other => other !== undefined && other !== agent);
}

/** The tools that start a sub-agent. */
const STARTING: ReadonlySet<string> = new Set(['Task', 'Agent']);
const MOST_NESTED = 10;
const REMEMBERED = 4;

function recentMessages(_run: IndexedRun): Map<number, StepMessages> {
  return new Map();
}

/**
 * Returns the identities of the messages of the previous model call that this model call repeats. Prefers a call of the same agent,
 * otherwise takes any agent's, since each node of a graph may be an agent. Undefined without a common message.
 */
function seenBefore(replay: Pick<ReplayedRun, 'run' | 'reader'>, step: number): ReadonlySet<string> | undefined {
  const { agent, model } = replay.run.step(step);
  if (model === undefined) return undefined;
  let other: number | undefined;
  for (const index of callsBefore(replay.run, step)) {
    if (messagesOf(replay, index).messages.length === 0) continue;
    if (replay.run.step(index).agent === agent) return continuedFrom(replay, index, step);
    other ??= index;
  }
  return other === undefined ? undefined : continuedFrom(replay, other, step);
}

/** Yields the model calls before a step, the last first. Skips steps around the step, which are the same call. */
function* callsBefore(run: IndexedRun, step: number): Generator<number> {
  const { agent, parent } = run.step(step);
  let around = parent;
  let others = 0;
  for (let index = step - 1; index >= Math.max(0, step - MOST_LOOKED_AT); index--) {
    const one = run.step(index);
    if (index === around) around = one.parent;
    else if (one.model !== undefined && (one.agent === agent || others++ < MOST_OTHERS)) yield index;
  }
}

function continuedFrom(
  replay: Pick<ReplayedRun, 'run' | 'reader'>,
  index: number,
  step: number,
): ReadonlySet<string> | undefined {
  const before = new Set(messagesOf(replay, index).messages.map(messageIdentity));
  const isContinued = messagesOf(replay, step).messages.some(
    message => message.side === 'input' && message.role !== 'system' && before.has(messageIdentity(message)),
  );
  return isContinued ? before : undefined;
}

/** The maximum number of examined calls of other agents. */
const MOST_OTHERS = 2;
const MOST_LOOKED_AT = 500;
