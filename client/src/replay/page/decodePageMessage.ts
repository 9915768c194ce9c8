import { isObject } from '../../../../server/src/shared/isObject';
import {
  isShortText,
  PAGE_MESSAGES,
  type PageMessage,
  type PageState,
} from '../../../../server/src/shared/pageMessages';
import { REPLAY_QUESTIONS, type ReplayQuestion } from '../../../../server/src/shared/replay/index';
import { decodeFields, isCount, isText, keyIn } from '../../../../server/src/shared/validateShape';

/**
 * Decodes a message from the replay page, field by field; undefined for an invalid one. The page shows untrusted files, so its messages are
 * untrusted, too.
 */
export function decodePageMessage(message: unknown): PageMessage | undefined {
  if (!isObject(message)) return undefined;
  const type = keyIn(PAGE_MESSAGES, message['type']);
  const decoded: Record<string, unknown> | undefined = type && decodeFields(message, PAGE_MESSAGES[type]);
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

/** The number of values, and of characters in texts: enough for the collapsed steps of a very long run. */
const MAX_SIZE = 500_000;
const MAX_COPY_SIZE = 20_000_000;

function sizeOf(value: unknown): number {
  if (isText(value)) return 1 + value.length;
  const members = typeof value === 'object' && value !== null ? Object.values(value) : [];
  return members.reduce((size: number, member) => size + sizeOf(member), 1);
}
