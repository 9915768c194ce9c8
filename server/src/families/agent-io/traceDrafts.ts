import type { Draft } from '../../model/run';
import { isObject } from '../../text/pointer';
import { draftOf, shortLine } from '../drafts/draft';
import { eventDraft, toolPhase } from './eventDraft';

interface Within {
  run: string | undefined;
  parent: string | undefined;
}

/**
 * The drafts of a response's trace, nested in it. The start and the end of a tool call are one step. After an edit the draft of an event
 * that is still the same object, in the same place, is the same object, too.
 */
export function traceDrafts(trace: unknown, within: Within): Draft[] {
  const events: readonly unknown[] = Array.isArray(trace) ? trace : [];
  const drafts: Draft[] = [];
  // The indices of unfinished calls by tool.
  const open = new Map<string, number[]>();
  for (const [index, draft] of eventDrafts(events, within).entries()) {
    if (!draft) continue;
    const tool = toolOf(draft);
    const event = events[index];
    const phase = tool === undefined || !isObject(event) ? undefined : toolPhase(shortLine(event['event']));
    const waiting = (tool !== undefined && open.get(tool)) || [];
    const start = phase === 'end' ? waiting.shift() : undefined;
    const started = start === undefined ? undefined : drafts[start];
    if (start !== undefined && started) drafts[start] = merged(started, draft);
    else drafts.push(draft);
    if (phase === 'start' && tool !== undefined) open.set(tool, [...waiting, drafts.length - 1]);
  }
  return drafts;
}

interface KnownTrace extends Within {
  events: readonly unknown[];
  drafts: readonly (Draft | undefined)[];
}

// The trace before an edit is found by its first event or its last one: to note each event would cost as much as to read it.
const knownTraces = new WeakMap<object, KnownTrace>();

function eventDrafts(events: readonly unknown[], within: Within): readonly (Draft | undefined)[] {
  const ends = [events[0], events.at(-1)].filter(isObject);
  const before = ends
    .map(event => knownTraces.get(event))
    .find(known => known?.run === within.run && known?.parent === within.parent);
  const drafts = events.map((event, index) =>
    before && before.events[index] === event ? before.drafts[index] : draftAt(event, index, within),
  );
  for (const event of ends) knownTraces.set(event, { ...within, events, drafts });
  return drafts;
}

/** Undefined for an event that says nothing. */
function draftAt(entry: unknown, index: number, { run, parent }: Within): Draft | undefined {
  // An entry may be a bare name.
  const event = isObject(entry) ? entry : { event: shortLine(entry) };
  if (Object.values(event).every(value => value === undefined)) return undefined;
  return eventDraft(event, { run, parent, path: ['trace', index] });
}

/** The key of a call in a trace: the call's id, or else the tool. */
function toolOf({ effects = [] }: Draft): string | undefined {
  const [effect] = effects;
  return effect?.do === 'call' || effect?.do === 'result' ? (effect.id ?? effect.tool) : undefined;
}

// By the draft of the end.
const mergedDrafts = new WeakMap<Draft, { start: Draft; both: Draft }>();

function merged(start: Draft, end: Draft): Draft {
  const known = mergedDrafts.get(end);
  if (known?.start === start) return known.both;
  const both = bothEnds(start, end);
  mergedDrafts.set(end, { start, both });
  return both;
}

function bothEnds(start: Draft, end: Draft): Draft {
  const ended = end.at === undefined ? undefined : end.at + (end.duration ?? 0n);
  const passed = start.at === undefined || ended === undefined || ended < start.at ? undefined : ended - start.at;
  return draftOf({
    ...end,
    ...start,
    duration: end.duration ?? passed,
    title: end.title,
    outcome: end.outcome,
    effects: [...(start.effects ?? []), ...(end.effects ?? [])],
  });
}
