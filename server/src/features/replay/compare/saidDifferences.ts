import type { MessagePart } from '../../../model/exchange';
import { maskUniqueValues } from '../../../text/names/maskIds';
import type { ReplayContext } from '../context/replayContext';
import { isRecorded } from '../conversation/conversation';
import { addition } from '../conversation/exchange';
import { isSameEnvelope } from './isSameEnvelope';

type Replayed = Pick<ReplayContext, 'run' | 'reader'>;

/**
 * In what two steps differ that record what was said: the request, the arguments of a call, its result, the answer. Whatever else is in
 * their envelopes differs in each run. Undefined where one of them records nothing.
 */
export function saidDifferences(one: Replayed, step: number, other: Replayed, partner: number): string[] | undefined {
  const [first, second] = [saidIn(one, step), saidIn(other, partner)];
  if (!first || !second) return undefined;
  return SUBJECTS.filter(subject => !isSameEnvelope(first[subject], second[subject]));
}

const SUBJECTS = ['request', 'arguments', 'result', 'answer'] as const;

/** By subject, the values that a step adds to what was said. */
type Spoken = Record<(typeof SUBJECTS)[number], unknown[]>;

function saidIn(replay: Replayed, index: number): Spoken | undefined {
  if (!isRecorded(replay.reader, replay.run.step(index))) return undefined;
  const { messages, rows, isShown } = addition(replay, index);
  if (rows.length === 0) return undefined;
  const spoken: Spoken = { request: [], arguments: [], result: [], answer: [] };
  for (const { message, results } of rows) {
    const { parts = [], side = 'input' } = messages[message] ?? {};
    const paired = [...results.values()].flatMap(([at, part]) => messages[at]?.parts[part] ?? []);
    for (const part of [...parts.filter(isShown), ...paired]) addPart(spoken, part, side);
  }
  return spoken;
}

function addPart(spoken: Spoken, part: MessagePart, side: 'input' | 'output'): void {
  switch (part.type) {
    case 'tool_call':
      spoken.arguments.push([part.name, part.arguments]);
      break;
    case 'tool_result':
      spoken.result.push(part.result);
      break;
    case 'text':
      spoken[side === 'output' ? 'answer' : 'request'].push(maskUniqueValues(part.text));
      break;
    case 'reasoning':
      // How it came to the answer is worded anew each time.
      break;
    default:
      spoken[side === 'output' ? 'answer' : 'request'].push([part.mediaType ?? '', part.name ?? '', part.uri ?? '']);
  }
}
