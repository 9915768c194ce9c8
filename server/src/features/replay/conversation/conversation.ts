import type { MessagePart } from '../../../model/exchange';
import type { Step } from '../../../model/run';
import type { IndexedRun } from '../../../runs/assembly/indexedRun';
import type { ReplayQuestions, Said } from '../../../shared/replay';
import { findLastAtOrBefore } from '../../../text/findLastAtOrBefore';
import { displayJson } from '../../../text/json/losslessJson';
import { plain } from '../../runs/words';
import { columnsOf, memoizePerRun, type ReplayContext } from '../context/replayContext';
import { windowRows } from '../context/rowWindow';
import { truncateLine } from '../envelope/jsonLines';
import { stepBrief } from '../steps/stepBrief';
import { type SourcedMessage, stepExchange } from './stepExchange';

/** The conversation up to and including a step: who said what to whom. Throws RangeError if there is no such step. */
export function conversation(
  replay: ReplayContext,
  { step, ...window }: ReplayQuestions['conversation']['params'],
): ReplayQuestions['conversation']['answer'] {
  const speaking = speakingUpTo(replay.run, step);
  const budget = { characters: MOST_READ };
  return windowRows(window, speaking.length, MOST_ROWS, place => messageAt(replay, speaking[place] as number, budget));
}

const MOST_ROWS = 200;
const LONGEST_TEXT = 500;
/** The maximum number of characters of envelopes read for one answer; after that, rows have only the step's title. */
const MOST_READ = 4_000_000;

/** The steps of the conversation up to a step, in order. Throws RangeError if there is no such step. */
export function speakingUpTo(run: IndexedRun, step: number): Int32Array {
  run.step(step);
  const speaking = memoizePerRun(run, speakingSteps);
  return speaking.subarray(0, findLastAtOrBefore(speaking.length, place => speaking[place] as number, step) + 1);
}

function speakingSteps(run: IndexedRun): Int32Array {
  const steps: number[] = [];
  for (let index = 0; index < run.summary.steps; index++) if (speaks(run.step(index))) steps.push(index);
  return Int32Array.from(steps);
}

function speaks({ agent, peer, effects }: Step): boolean {
  return agent !== undefined || peer !== undefined || effects.some(effect => effect.do === 'handoff');
}

function messageAt(replay: ReplayContext, index: number, budget: { characters: number }): Said {
  const step = replay.run.step(index);
  const { title, lane, outcome, time, confidence } = stepBrief(replay, index);
  const from = step.agent ?? columnsOf(replay.run).lanes[lane]?.name ?? '';
  const to = step.peer ?? step.effects.find(effect => effect.do === 'handoff')?.to;
  const text = textOf(replay, step, budget);
  return {
    step: index,
    from: plain(from, 40),
    lane,
    is: formOf(step),
    title,
    outcome,
    ...(to !== undefined && { to: plain(to, 40) }),
    ...(text !== undefined && text !== title && { text }),
    ...(time !== undefined && { time }),
    ...(confidence !== undefined && { confidence }),
  };
}

function formOf({ peer, effects }: Step): Said['is'] {
  if (effects.some(effect => effect.do === 'call')) return 'call';
  if (effects.some(effect => effect.do === 'result')) return 'answer';
  return peer !== undefined || effects.some(effect => effect.do === 'handoff') ? 'message' : 'step';
}

/** What the envelopes say in full, the response before the request; else the text in the step's effects. */
function textOf(replay: ReplayContext, step: Step, budget: { characters: number }): string | undefined {
  if (budget.characters > 0) {
    const { messages, characters } = stepExchange(replay.reader, step);
    budget.characters -= characters;
    for (const message of messages.toReversed()) {
      const text = message.parts.map(part => spokenText(part, message)).find(isNonBlankText);
      if (text !== undefined) return beginning(text);
    }
  }
  for (const effect of step.effects) {
    if ((effect.do === 'handoff' || effect.do === 'decision' || effect.do === 'note') && effect.text) {
      return beginning(effect.text);
    }
  }
  return undefined;
}

function spokenText(part: MessagePart, { side }: SourcedMessage): string | undefined {
  if (part.type === 'text') return part.text;
  // What a model wants to be called; the call of a step itself is its title.
  if (part.type === 'tool_call' && side === 'output') return `${part.name} ${displayJson(part.arguments)}`;
  return part.type === 'tool_result' ? displayJson(part.result) : undefined;
}

function isNonBlankText(value: string | undefined): value is string {
  return value !== undefined && value.trim() !== '';
}

// Keeps line breaks.
function beginning(text: string): string {
  return truncateLine(text.slice(0, 2 * LONGEST_TEXT).trim(), LONGEST_TEXT);
}
