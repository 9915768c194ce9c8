import type { Step } from '../../model/run';
import type { IndexedRun } from '../../runs/assembly/indexedRun';
import { callsTool } from '../../runs/columnarSteps';
import type { ReplayAnswer, ReplayOverview, ReplayParams, Said } from '../../shared/replay/index';
import { findLastAtOrBefore } from '../../text/lines';
import { plain } from '../runs/treeNodeTexts';
import { truncateLine } from './envelopeTextLines';
import { addedMessages, addedTexts, addition, rowTexts } from './exchangeOfStep';
import { columnsOf, type EnvelopeReader, memoizePerRun, type ReplayedRun, windowRows } from './replayedRun';
import { stepFamilies, stepFamily } from './stepFamilies';
import { type LocatedMessage, stepMessages } from './stepMessages';
import { stepSummary } from './stepSummary';

/**
 * Returns some rows of the conversation in a workflow run, up to and including a step if one is given. The row of a step has only the messages
 * that the step adds, so that the rows are one transcript. Throws RangeError if there is no such step.
 */
export function runConversation(
  replay: ReplayedRun,
  { step, ...window }: ReplayParams<'conversation'>,
): ReplayAnswer<'conversation'> {
  const speaking = speakingUpTo(replay, step ?? replay.run.summary.steps - 1);
  const budget = { read: MOST_READ, characters: MOST_CHARACTERS };
  return windowRows(window, speaking.length, MOST_ROWS, place => messageAt(replay, speaking[place] as number, budget));
}

/** Returns the row of a step in the conversation; if the step has no messages, the row of the last step before it that has some, or -1. */
export function conversationPlace(
  replay: ReplayedRun,
  { step }: ReplayParams<'conversationPlace'>,
): ReplayAnswer<'conversationPlace'> {
  return speakingUpTo(replay, step).length - 1;
}

const MOST_ROWS = 200;
const LONGEST_TEXT = 500;
/** The maximum number of characters of envelopes to read for one answer. The remaining rows have only the step's title. */
const MOST_READ = 4_000_000;
/** The maximum number of characters of all texts of an answer. */
const MOST_CHARACTERS = 200_000;

/** Returns the steps of the conversation up to a step, in order. Throws RangeError if there is no such step. */
export function speakingUpTo(replay: ReplayedRun, step: number): Int32Array {
  replay.run.step(step);
  const known = memoizePerRun(replay.run, unknownSteps);
  known.steps ??= speakingSteps(replay);
  const speaking = known.steps;
  return speaking.subarray(0, findLastAtOrBefore(speaking.length, place => speaking[place] as number, step) + 1);
}

function unknownSteps(_run: IndexedRun): { steps?: Int32Array } {
  return {};
}

/** Returns the steps whose envelopes contain messages; if none does, since nothing was recorded, all steps that may contain some. */
function speakingSteps({ run, reader }: ReplayedRun): Int32Array {
  const mayHave: number[] = [];
  const spoken: number[] = [];
  const holding = holdingModelCalls(run);
  let left = MOST_READ;
  for (let index = 0; index < run.summary.steps; index++) {
    const step = run.step(index);
    if (!maySpeak(step) || (holding[index] === 1 && !addresses(step) && !callsTool(step.effects))) continue;
    mayHave.push(index);
    if (left > 0 && !addresses(step) && step.outcome !== 'failed' && isRecorded(reader, step)) {
      const { messages, characters } = stepMessages(reader, step);
      left -= characters;
      if (messages.length === 0) continue;
    }
    spoken.push(index);
  }
  return Int32Array.from(spoken.length > 0 ? spoken : mayHave);
}

function maySpeak(step: Step): boolean {
  return step.agent !== undefined || step.model !== undefined || addresses(step) || callsTool(step.effects);
}

function addresses({ peer, effects }: Step): boolean {
  return peer !== undefined || effects.some(effect => effect.do === 'handoff');
}

/** Returns, for each step, 1 if it contains model calls, which then hold its messages; otherwise 0. */
function holdingModelCalls(run: IndexedRun): Uint8Array {
  const { parent } = columnsOf(run);
  const holding = new Uint8Array(parent.length);
  for (let index = parent.length - 1; index >= 0; index--) {
    const above = parent[index] as number;
    if (above < 0) continue;
    const step = run.step(index);
    if (holding[index] === 1 || (step.model !== undefined && !callsTool(step.effects))) holding[above] = 1;
  }
  return holding;
}

/** Returns whether the step belongs to a read-only family, or to a kind with `steps`, whose envelopes record messages. */
export function isRecorded(reader: EnvelopeReader, { kind, envelopes }: Step): boolean {
  const family = stepFamily(stepFamilies(reader, envelopes), { kind });
  if (family?.exchange === undefined) return false;
  const own = kind.replace(/:.*$/s, '');
  return family.kinds.some(one => one.id === own && one.steps) || family.kinds.every(one => one.readOnly === true);
}

function messageAt(replay: ReplayedRun, index: number, budget: { read: number; characters: number }): Said {
  const step = replay.run.step(index);
  const { title, lane, outcome, time, confidence } = stepSummary(replay, index);
  const from = step.agent ?? columnsOf(replay.run).lanes[lane]?.name ?? '';
  const to = step.peer ?? step.effects.find(effect => effect.do === 'handoff')?.to;
  const messages = messagesAt(replay, index, budget);
  const text = messages ? undefined : textOf(step);
  return {
    step: index,
    from: plain(from, 40),
    lane,
    is: formOf(step),
    title,
    outcome,
    ...(to !== undefined && { to: plain(to, 40) }),
    ...(messages && { messages }),
    ...(text !== undefined && text !== title && { text }),
    ...(time !== undefined && { time }),
    ...(confidence !== undefined && { confidence }),
  };
}

/** Returns the messages that a step adds; undefined if its envelopes contain none. */
function messagesAt(
  replay: ReplayedRun,
  index: number,
  budget: { read: number; characters: number },
): Said['messages'] {
  if (budget.read <= 0) return undefined;
  const added = addition(replay, index);
  budget.read -= added.characters;
  const messages = addedMessages(added, budget);
  return messages.length > 0 ? messages : undefined;
}

function formOf({ peer, effects }: Step): Said['is'] {
  if (effects.some(effect => effect.do === 'call')) return 'call';
  if (effects.some(effect => effect.do === 'result')) return 'answer';
  return peer !== undefined || effects.some(effect => effect.do === 'handoff') ? 'message' : 'step';
}

/** Returns the text of a step's effects, for a step whose envelopes contain no messages. */
function textOf({ effects }: Step): string | undefined {
  for (const effect of effects) {
    if ((effect.do === 'handoff' || effect.do === 'decision' || effect.do === 'note') && effect.text) {
      return beginning(effect.text);
    }
  }
  return undefined;
}

// Returns the beginning of a text, with its line breaks.
function beginning(text: string): string {
  return truncateLine(text.slice(0, 2 * LONGEST_TEXT).trim(), LONGEST_TEXT);
}

/**
 * Returns where a model's conversation can be shown: in a single step (`step`), or only in the run as a whole (`run`). Decides by the first
 * model calls, and in a session also by steps of user and agent that name no model.
 */
export function conversationScope({ run, reader }: ReplayedRun): Pick<ReplayOverview['has'], 'conversation'> {
  const known = memoizePerRun(run, emptyScope);
  if (!known.isRead) {
    known.isRead = true;
    let calls = 0;
    let others = 0;
    for (let index = 0; index < Math.min(run.summary.steps, MOST_STEPS) && calls < MOST_STEPS_READ; index++) {
      const step = run.step(index);
      // A tool call contains its arguments, but no conversation.
      if (callsTool(step.effects)) continue;
      const isCall = step.model !== undefined;
      if (!isCall && (step.agent === undefined || others >= MOST_OTHERS || !isRecorded(reader, step))) continue;
      if (isCall) calls++;
      else others++;
      const { messages } = stepMessages(reader, step);
      if (isCall && messages.some(({ side }) => side === 'input')) known.scope = { conversation: 'step' };
      else if (messages.some(isSpoken)) known.scope = { conversation: 'run' };
      if (known.scope.conversation === 'step') break;
    }
  }
  return known.scope;
}

const MOST_STEPS = 10_000;
const MOST_STEPS_READ = 3;
const MOST_OTHERS = 20;

function isSpoken({ role }: LocatedMessage): boolean {
  return role === 'user' || role === 'assistant';
}

interface KnownScope {
  isRead: boolean;
  scope: Pick<ReplayOverview['has'], 'conversation'>;
}

function emptyScope(_run: IndexedRun): KnownScope {
  return { isRead: false, scope: {} };
}

/** Finds the rows of a conversation that contain words, ignoring case. Throws RangeError if there is no such step. */
export function findSaid(replay: ReplayedRun, params: ReplayParams<'findSaid'>): ReplayAnswer<'findSaid'> {
  const { step, words } = params;
  const wanted = searchable(String(words).slice(0, LONGEST_WORDS));
  if (wanted === '') return { rows: [] };
  const has = (text: string) => searchable(text).includes(wanted);
  return params.in === 'run' ? findInRun(replay, step, has) : findInStep(replay, step, has);
}

const LONGEST_WORDS = 500;
const MOST_FOUND = 1000;
/** The maximum number of characters of envelopes to search for one answer. */
const MOST_SEARCHED = 40_000_000;

type Has = (text: string) => boolean;

function findInStep(replay: ReplayedRun, step: number, has: Has): ReplayAnswer<'findSaid'> {
  const rows = rowTexts(replay, step).flatMap((texts, row) => (texts.some(has) ? [row] : []));
  return { rows: rows.slice(0, MOST_FOUND), ...(rows.length > MOST_FOUND && { more: true }) };
}

function findInRun(replay: ReplayedRun, step: number, has: Has): ReplayAnswer<'findSaid'> {
  const speaking = speakingUpTo(replay, step);
  const rows: number[] = [];
  let read = 0;
  for (let row = 0; row < speaking.length; row++) {
    if (rows.length === MOST_FOUND || read > MOST_SEARCHED) return { rows, more: true };
    const index = speaking[row] as number;
    const added = addition(replay, index);
    read += added.characters;
    if (has(replay.run.step(index).title) || addedTexts(added).some(has)) rows.push(row);
  }
  return { rows };
}

/** Returns a text for comparison: without Markdown marks, which the page does not show; on one line; in lower case. */
function searchable(text: string): string {
  return text.replace(/[*_`]/g, '').replace(/\s+/g, ' ').trim().toLowerCase();
}
