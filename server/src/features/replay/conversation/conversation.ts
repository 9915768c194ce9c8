import { recognise } from '../../../analysis/recognise';
import type { Step } from '../../../model/run';
import type { IndexedRun } from '../../../runs/assembly/indexedRun';
import type { ReplayQuestions, Said } from '../../../shared/replay';
import { findLastAtOrBefore } from '../../../text/findLastAtOrBefore';
import { atPointer } from '../../../text/pointer';
import { plain } from '../../runs/words';
import { columnsOf, memoizePerRun, type ReplayContext } from '../context/replayContext';
import { windowRows } from '../context/rowWindow';
import { truncateLine } from '../envelope/jsonLines';
import { parsedSource } from '../envelope/parsedSource';
import { stepFamilies } from '../envelope/stepFamilies';
import { stepBrief } from '../steps/stepBrief';

/** The conversation up to and including a step: who said what to whom. Throws RangeError if there is no such step. */
export function conversation(
  replay: ReplayContext,
  { step, ...window }: ReplayQuestions['conversation']['params'],
): ReplayQuestions['conversation']['answer'] {
  replay.run.step(step);
  const speaking = memoizePerRun(replay.run, speakingSteps);
  const total = findLastAtOrBefore(speaking.length, place => speaking[place] as number, step) + 1;
  const budget = { characters: MOST_READ };
  return windowRows(window, total, MOST_ROWS, place => messageAt(replay, speaking[place] as number, budget));
}

const MOST_ROWS = 200;
const LONGEST_TEXT = 500;
/** The maximum number of characters of envelopes read for one answer; after that, rows have only the step's title. */
const MOST_READ = 4_000_000;

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

/** The full text in the envelopes, the response before the request; else the text in the step's effects. */
function textOf(replay: ReplayContext, { sources, effects }: Step, budget: { characters: number }): string | undefined {
  for (const source of sources.toReversed()) {
    if (budget.characters <= 0) break;
    const read = replay.reader.text(source);
    if ('fault' in read) continue;
    budget.characters -= read.text.length;
    const { value } = parsedSource(read);
    const pointers = recognise(value, stepFamilies(replay.reader, [source]), undefined)?.kind.fieldPointers.text ?? [];
    const text = pointers.map(pointer => atPointer(value, pointer)).find(isNonBlankText);
    if (text !== undefined) return beginning(text);
  }
  for (const effect of effects) {
    if ((effect.do === 'handoff' || effect.do === 'decision' || effect.do === 'note') && effect.text) {
      return beginning(effect.text);
    }
  }
  return undefined;
}

function isNonBlankText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}

// Keeps line breaks.
function beginning(text: string): string {
  return truncateLine(text.slice(0, 2 * LONGEST_TEXT).trim(), LONGEST_TEXT);
}
