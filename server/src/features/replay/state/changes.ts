import type { Effect } from '../../../model/run';
import {
  type EffectRef,
  effectKey,
  type RunHistory,
  stateSectionOf,
  type Thing,
  type Version,
  versionIndex,
} from '../../../runs/state/runHistory';
import type { Artifact, ChangeRow, ReplayQuestions } from '../../../shared/replay/index';
import { findLastAtOrBefore } from '../../../text/lines';
import { usageText } from '../../runs/tree/stepNode';
import { plain } from '../../runs/words';
import { carriedContents } from '../envelope/stepFamilies';
import { type ReplayContext, windowRows } from '../replayContext';
import { effectTone, historyOf } from './replayState';

/** The changes that a step made, compared to the state before. Throws RangeError if there is no such step. */
export function changes(
  replay: ReplayContext,
  { step, ...window }: ReplayQuestions['changes']['params'],
): ReplayQuestions['changes']['answer'] {
  const history = historyOf(replay.run);
  const { effects } = replay.run.step(step);
  let contents: Map<string, string> | undefined;
  const hasContent = (path: string) => {
    contents ??= carriedContents(replay, step);
    return contents.has(path);
  };
  return windowRows(window, effects.length, MOST_ROWS, place =>
    changeRow(effects[place] as Effect, { history, by: { step, effect: place }, hasContent }),
  );
}

const MOST_ROWS = 200;
const LONGEST_NAME = 250;
const LONGEST_TEXT = 300;

interface ChangeRowContext {
  history: RunHistory;
  by: EffectRef;
  hasContent(path: string): boolean;
}

function changeRow(effect: Effect, context: ChangeRowContext): ChangeRow {
  const { before, now, earlier } = versionsOf(effect, context);
  const row = { do: effect.do, tone: effectTone(now) };
  const isNew = before === undefined;
  switch (effect.do) {
    case 'write': {
      const { path, operation } = effect;
      const held = { path, hasContent: context.hasContent(path), ...(earlier !== undefined && { earlier }) };
      return { ...stateChange(row, isNew), ...named(path, operation, statusOf(before)), artifact: held };
    }
    case 'document':
      return { ...stateChange(row, isNew), ...named(effect.name, effect.status, statusOf(before)) };
    case 'gap':
    case 'question': {
      const { priority, text } = now as typeof effect;
      const about = [priority, text].filter(Boolean).join(' · ');
      const more = about === '' ? {} : { text: plain(about, LONGEST_TEXT) };
      return { ...stateChange(row, isNew), ...named(effect.id, effect.status, statusOf(before)), ...more };
    }
    case 'decision':
      return { ...statement(row), ...named('Decision', effect.text) };
    case 'note':
      return { ...statement(row), ...named('Note', effect.text) };
    case 'handoff': {
      const more = effect.text ? { text: plain(effect.text, LONGEST_TEXT) } : {};
      return { ...stateChange(row, isNew), ...named('Handoff', effect.to, statusOf(before)), ...more };
    }
    case 'approval':
      return { ...stateChange(row, isNew), ...named('Approval', effect.state, statusOf(before)) };
    case 'budget':
      return { ...stateChange(row, isNew), ...named('Budget', effect.state, statusOf(before)) };
    case 'usage':
      return { ...statement(row), ...named('Used', usageText([effect]) ?? 'nothing') };
    case 'call':
      return { ...statement(row), ...named(effect.tool, 'called') };
    case 'result':
      return { ...statement(row), ...named(effect.tool ?? effect.id ?? 'result', effect.ok ? 'ok' : 'failed') };
  }
}

type RowStart = { do: Effect['do']; tone: ChangeRow['tone'] };

function stateChange({ do: does, tone }: RowStart, isNew: boolean) {
  return { does, change: isNew ? ('added' as const) : ('changed' as const), tone };
}

function statement({ do: does, tone }: RowStart) {
  return { does, change: 'said' as const, tone };
}

function named(name: string, after: string, before?: string): Pick<ChangeRow, 'name' | 'after' | 'before'> {
  const shown = { name: plain(name, LONGEST_NAME), after: plain(after, LONGEST_TEXT) };
  return before === undefined ? shown : { ...shown, before: plain(before, LONGEST_TEXT) };
}

/** The state before and after an effect, and the last earlier step that affected the same thing. */
function versionsOf(
  effect: Effect,
  { history, by }: ChangeRowContext,
): { before?: Effect; now: Effect; earlier?: number } {
  const versions = versionsLike(effect, history);
  const place = versionIndex(versions, by);
  const now = versions[place]?.details ?? effect;
  const before = place > 0 ? versions[place - 1]?.details : undefined;
  const earlier =
    versions[findLastAtOrBefore(versions.length, index => (versions[index] as Version).step, by.step - 1)]?.step;
  return { now, ...(before && { before }), ...(earlier !== undefined && { earlier }) };
}

function versionsLike(effect: Effect, history: RunHistory): readonly Version[] {
  if (effect.do === 'handoff' || effect.do === 'approval' || effect.do === 'budget') return history[effect.do];
  const section = stateSectionOf(effect);
  const name = effectKey(effect);
  if (!section || name === undefined) return [];
  const { things, known } = history.sections[section];
  return things[known.get(name) ?? -1] ?? [];
}

function statusOf(effect: Effect | undefined): string | undefined {
  switch (effect?.do) {
    case 'write':
      return effect.operation;
    case 'document':
    case 'gap':
    case 'question':
      return effect.status;
    case 'handoff':
      return effect.to;
    case 'approval':
    case 'budget':
      return effect.state;
    default:
      return undefined;
  }
}

/**
 * The content of a file after or before a step: the last one that an envelope carries, of this step or an earlier one. Throws
 * RangeError if there is no such step.
 */
export function artifact(
  replay: ReplayContext,
  { step, path, version }: ReplayQuestions['artifact']['params'],
): ReplayQuestions['artifact']['answer'] {
  const [own] = replay.run.step(step).sources;
  const { things, known } = historyOf(replay.run).sections.artifacts;
  const thing = things[known.get(path) ?? -1] ?? [];
  const upTo = version === 'before' ? step - 1 : step;
  const last = findLastAtOrBefore(thing.length, index => (thing[index] as Version).step, upTo);
  const found = lastContent(replay, { thing, last, path });
  const from = found.step === undefined ? own : replay.run.step(found.step).sources[0];
  const uri = from && replay.reader.fileAt(path, from.uri);
  return uri === undefined ? found : { ...found, uri };
}

/** The maximum number of steps whose envelopes are read. */
const MOST_LOOKED_AT = 50;

function lastContent(
  replay: ReplayContext,
  { thing, last, path }: { thing: Thing; last: number; path: string },
): Artifact {
  if (last < 0) return { fault: 'No step has written it yet.' };
  let lastStep: number | undefined;
  let times = 0;
  for (let place = last; place >= 0 && times < MOST_LOOKED_AT; place--) {
    const { step, details } = thing[place] as Version;
    // One step may write a file several times.
    if (step === lastStep) continue;
    lastStep = step;
    times++;
    if (details.do === 'write' && isRemoval(details.operation)) return { text: '', step };
    const text = carriedContents(replay, step).get(path);
    if (text !== undefined) return { text, step };
  }
  return {
    fault: 'The envelopes say that it was written, but do not contain its content.',
    step: thing[last]?.step ?? 0,
  };
}

function isRemoval(operation: string): boolean {
  return /delet|remov/i.test(operation);
}
