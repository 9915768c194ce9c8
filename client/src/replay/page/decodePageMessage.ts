import { isObject } from '../../../../server/src/shared/isObject';
import {
  isShortText,
  PAGE_MESSAGES,
  type PageMessage,
  type PageState,
} from '../../../../server/src/shared/pageMessages';
import { REPLAY_QUESTIONS, type ReplayQuestion } from '../../../../server/src/shared/replay/index';
import { type Fields, isCount, isText } from '../../../../server/src/shared/shape';

/**
 * Decodes a message from the page, field by field; undefined for an invalid one. The page shows untrusted files, so its
 * messages are untrusted, too.
 */
export function decodePageMessage(message: unknown): PageMessage | undefined {
  if (!isObject(message)) return undefined;
  const type = keyIn(PAGE_MESSAGES, message['type']);
  const decoded = type && decodeFields(message, PAGE_MESSAGES[type]);
  if (!decoded) return undefined;
  if (type === 'ask') {
    const question = keyIn<ReplayQuestion>(REPLAY_QUESTIONS, decoded['question']);
    decoded['params'] = question && decodeFields(message['params'], REPLAY_QUESTIONS[question].params);
    if (!decoded['params']) return undefined;
  }
  return sizeOf(decoded) <= (type === 'copy' ? MAX_COPY_SIZE : MAX_SIZE)
    ? ({ type, ...decoded } as PageMessage)
    : undefined;
}

/** Decodes a page's saved state, which VS Code restores; undefined if it has no run. */
export function decodePageState(state: unknown): Pick<PageState, 'run' | 'step'> | undefined {
  if (!isObject(state)) return undefined;
  const { run, step } = state;
  return isShortText(run) ? { run, step: isCount(step) ? step : 0 } : undefined;
}

function keyIn<Key extends string>(table: Readonly<Record<Key, unknown>>, key: unknown): Key | undefined {
  return isText(key) && Object.hasOwn(table, key) ? (key as Key) : undefined;
}

/** Copies the fields of an object, and thereby drops everything else; undefined if one has another shape. */
function decodeFields(value: unknown, fields: Fields): Record<string, unknown> | undefined {
  if (!isObject(value)) return undefined;
  const decoded: Record<string, unknown> = {};
  for (const [name, shape] of Object.entries(fields)) {
    const field = value[name];
    if (!shape(field)) return undefined;
    if (field !== undefined) decoded[name] = shape.fields ? decodeFields(field, shape.fields) : field;
  }
  return decoded;
}

/** The number of values, and of characters in texts: enough for the collapsed steps of a very long run. */
const MAX_SIZE = 500_000;
const MAX_COPY_SIZE = 20_000_000;

function sizeOf(value: unknown): number {
  if (isText(value)) return 1 + value.length;
  const members = typeof value === 'object' && value !== null ? Object.values(value) : [];
  return members.reduce((size: number, member) => size + sizeOf(member), 1);
}
