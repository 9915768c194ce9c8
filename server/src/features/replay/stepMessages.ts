import { recognise } from '../../analysis/recognise';
import { writtenExchange } from '../../families/exchanges/spanExchange';
import type { Kind } from '../../model/kind';
import type {
  ContentPiece,
  EnvelopeLocation,
  Exchange,
  ExchangeMessage,
  ModelCall,
  Step,
  WrittenExchange,
} from '../../model/run';
import type { Path } from '../../model/text';
import { embeddedJson, stringifyJson } from '../../text/json/losslessJson';
import { atPointer, isObject } from '../../text/jsonPointer';
import type { EnvelopeReader } from './replayedRun';
import { parsedEnvelope, stepFamilies, stepFamily } from './stepFamilies';

/** A message of a step, and the place that it was read from: `envelope` is an index in the step's list of envelopes. */
export interface LocatedMessage extends ExchangeMessage {
  envelope: number;
  side: 'input' | 'output';
}

/** Reads the envelopes of steps for their messages. */
export type MessageReader = Pick<EnvelopeReader, 'text' | 'families' | 'exchange'>;

/** The model call of a step, and all its messages in order: input, then output. */
export interface StepMessages {
  call: ModelCall;
  messages: LocatedMessage[];
  /** The number of read characters of envelopes. */
  characters: number;
}

/** Reads a step's exchange from its envelopes. Skips envelopes that can't be read. */
export function stepMessages(reader: MessageReader, step: Step): StepMessages {
  let call: ModelCall = {};
  let characters = 0;
  const sides: Record<LocatedMessage['side'], LocatedMessage[]> = { input: [], output: [] };
  // The further pieces of a streamed text are the last envelopes, and what is said in the first goes on in them.
  const firstPiece = step.envelopes.length - (step.pieces ?? 0);
  const streamed: Record<LocatedMessage['side'], ExchangeMessage[]> = { input: [], output: [] };
  for (const [envelope, location] of step.envelopes.entries()) {
    const read = reader.text(location);
    if ('text' in read) characters += read.text.length;
    const found = envelopeExchange(reader, step, envelope, read);
    if (!found) continue;
    const { input, output, ...facts } = found;
    // Facts of the response override facts of the request.
    call = { ...call, ...facts };
    if (step.pieces !== undefined && (envelope === 0 || envelope >= firstPiece)) {
      streamed.input.push(...input);
      streamed.output.push(...output);
    } else {
      addMessages(sides, 'input', input, envelope);
      addMessages(sides, 'output', output, envelope);
    }
  }
  for (const side of ['input', 'output'] as const) {
    sides[side].unshift(...joinedMessages(streamed[side]).map(one => ({ ...one, envelope: 0, side })));
  }
  return { call, messages: [...sides.input, ...sides.output], characters };
}

/** Adds the messages of an envelope. An update of a request may repeat its messages. */
function addMessages(
  sides: Record<LocatedMessage['side'], LocatedMessage[]>,
  side: LocatedMessage['side'],
  messages: readonly ExchangeMessage[],
  envelope: number,
): void {
  const known = new Set(sides[side].map(messageIdentity));
  sides[side].push(
    ...messages.filter(one => !known.has(messageIdentity(one))).map(one => ({ ...one, envelope, side })),
  );
}

/** Joins the messages of the pieces of one streamed message: texts go on, and so do the arguments of a call. */
function joinedMessages(messages: readonly ExchangeMessage[]): ExchangeMessage[] {
  const joined: ExchangeMessage[] = [];
  for (const { path, ...message } of messages) {
    const last = joined.at(-1);
    if (last?.role === message.role) for (const piece of message.pieces) addPiece(last.pieces, piece);
    else joined.push({ ...message, pieces: [...message.pieces], ...(messages.length === 1 && path && { path }) });
  }
  return joined.map(one => ({ ...one, pieces: one.pieces.map(wholePiece) }));
}

function addPiece(pieces: ContentPiece[], piece: ContentPiece): void {
  const last = pieces.at(-1);
  if ((last?.type === 'text' || last?.type === 'reasoning') && piece.type === last.type) {
    pieces[pieces.length - 1] = { ...last, text: last.text + piece.text };
  } else if (last?.type === 'tool_call' && piece.type === 'tool_call' && (piece.id ?? last.id) === last.id) {
    // Whole arguments take the place of earlier ones; texts go on.
    const isWhole = isObject(last.arguments) && isObject(piece.arguments);
    const written = isWhole ? piece.arguments : argumentText(last.arguments) + argumentText(piece.arguments);
    if (!isWhole || !isEmpty(written)) pieces[pieces.length - 1] = { ...last, arguments: written };
  } else pieces.push(piece);
}

function argumentText(value: unknown): string {
  return typeof value === 'string' ? value : isEmpty(value) ? '' : stringifyJson(value);
}

// The piece that names the tool has no arguments, or empty ones.
function isEmpty(value: unknown): boolean {
  return isObject(value) && Object.keys(value).length === 0;
}

function wholePiece(piece: ContentPiece): ContentPiece {
  if (piece.type !== 'tool_call' || typeof piece.arguments !== 'string') return piece;
  return { ...piece, arguments: piece.arguments === '' ? {} : (embeddedJson(piece.arguments) ?? piece.arguments) };
}

/** Returns a text that is equal for messages with the same role and pieces. */
export function messageIdentity({ role, pieces }: ExchangeMessage): string {
  return `${role} ${stringifyJson(pieces)}`;
}

/** Returns what was said in an envelope of a step; undefined if it can't be read, or says nothing. */
export function envelopeExchange(
  reader: MessageReader,
  { kind, envelopes }: Pick<Step, 'kind' | 'envelopes'>,
  envelope: number,
  read = reader.text(envelopes[envelope] as EnvelopeLocation),
): Exchange | undefined {
  const location = envelopes[envelope] as EnvelopeLocation;
  const known = reader.exchange?.(location, kind);
  if (known) return known;
  const { value } = parsedEnvelope(read);
  if (!isObject(value)) return undefined;
  const families = stepFamilies(reader, envelopes.slice(envelope));
  const exchange = stepFamily(families, { kind })?.exchange;
  const valueAt = (path: Path): unknown => {
    const found = reader.text({ ...location, path });
    return 'fault' in found ? undefined : parsedEnvelope(found).value;
  };
  const said = writtenExchange(value) ?? exchange?.(value, kind, { ...location, valueAt });
  if (said) return said;
  const recognised = recognise(value, families, undefined)?.kind;
  return recognised && !recognised.readOnly ? pointedExchange(value, recognised) : undefined;
}

/** Reads the exchange of an envelope whose family has no reader for it: a call, or the text at the kind's field pointers. */
function pointedExchange(
  value: Record<string, unknown>,
  { fieldPointers, toolCall, side }: Kind,
): Exchange | undefined {
  if (toolCall) {
    const name = atPointer(value, toolCall.tool);
    if (typeof name !== 'string') return undefined;
    const id = fieldPointers.id?.map(pointer => atPointer(value, pointer)).find(isText);
    const call = {
      type: 'tool_call' as const,
      ...(id !== undefined && { id }),
      name,
      arguments: atPointer(value, toolCall.args) ?? {},
    };
    return { input: [{ role: 'assistant', pieces: [call] }], output: [] };
  }
  const text = fieldPointers.text?.map(pointer => atPointer(value, pointer)).find(isText);
  if (text === undefined) return undefined;
  const name = fieldPointers.agent?.map(pointer => atPointer(value, pointer)).find(isText);
  const message: ExchangeMessage = {
    role: side === 'ask' ? 'user' : 'assistant',
    ...(name !== undefined && { name }),
    pieces: [{ type: 'text', text }],
  };
  return side === 'ask' ? { input: [message], output: [] } : { input: [], output: [message] };
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}

/** Converts a step's exchange for export; null without messages. */
export function exportedExchange({ messages }: StepMessages): WrittenExchange | null {
  if (messages.length === 0) return null;
  const side = (wanted: LocatedMessage['side']) =>
    messages
      .filter(message => message.side === wanted)
      .map(({ role, name, pieces }) => ({ role, ...(name !== undefined && { name }), parts: pieces }));
  return { input: side('input'), output: side('output') };
}
