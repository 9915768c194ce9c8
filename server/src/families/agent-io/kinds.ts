import declaration from '../../generated/agent-io.declaration';
import type { Kind } from '../../model/kind';
import type { Draft, Outcome, RunStatus } from '../../model/run';
import { atPointer, isObject } from '../../text/jsonPointer';
import { memoizeLastByObject } from '../../text/memoize';
import { durationFromMilliseconds } from '../../text/parseTime';
import { defineFamily } from '../defineFamily';
import { createDraft, joinLines, objectsIn, readFields, runName, shortLine, startTime } from '../drafts/createDraft';
import { eventDraft, readUsage, toolPhase } from './eventDraft';

interface Within {
  run: string | undefined;
  parent: string | undefined;
}

/**
 * Reads nested steps from the events in the `trace` of a response. The start and the end of a tool call become one step. After an edit, an
 * unchanged event at the same index gives the same object, so that cached results stay valid.
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
    if (start !== undefined && started) drafts[start] = bothEnds(draft, started);
    else drafts.push(draft);
    if (phase === 'start' && tool !== undefined) open.set(tool, [...waiting, drafts.length - 1]);
  }
  return drafts;
}

interface KnownTrace extends Within {
  events: readonly unknown[];
  drafts: readonly (Draft | undefined)[];
}

// Traces by their first and last events, which find the trace before an edit. Storing each event would cost as much as reading it.
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

/** The draft of an entry of a trace; undefined for an empty entry. */
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

const bothEnds = memoizeLastByObject((end: Draft, start: Draft): Draft => {
  const ended = end.at === undefined ? undefined : end.at + (end.duration ?? 0n);
  const passed = start.at === undefined || ended === undefined || ended < start.at ? undefined : ended - start.at;
  return createDraft({
    ...end,
    ...start,
    duration: end.duration ?? passed,
    title: end.title,
    outcome: end.outcome,
    effects: [...(start.effects ?? []), ...(end.effects ?? [])],
  });
});

/** A request is a question, a response the answer, with its trace nested; an event is a step of its own. */
export function steps(value: Record<string, unknown>, kind: Kind): Draft[] {
  switch (kind.id) {
    case 'agent-io/request':
      return [request(value, kind)];
    case 'agent-io/response':
      return response(value, kind);
    case 'agent-io/event':
      return [eventDraft(value)];
    default:
      return [];
  }
}

function request(value: Record<string, unknown>, kind: Kind): Draft {
  const base = readFields(value, kind.fieldPointers);
  return createDraft(
    {
      kind: kind.id,
      side: 'ask',
      title: base.title ?? kind.title,
      outcome: 'pending',
      status: 'running',
      about: shortLine(value['goal']),
    },
    base,
  );
}

/** The drafts of a response and its trace. Its time is the end; the start only determines the duration. */
function response(value: Record<string, unknown>, kind: Kind): Draft[] {
  const base = readFields(value, kind.fieldPointers);
  const { trace } = value;
  const run =
    base.run ??
    objectsIn(trace)
      .map(event => runName(event['trace_id']))
      .find(Boolean);
  const duration = durationFromMilliseconds(atPointer(value, '/metadata/duration_ms'));
  // Nested steps refer to their parent by a key; the response has no key of its own.
  const key = Array.isArray(trace) ? joinLines(' ', 'response', base.agent, shortLine(value['timestamp'])) : undefined;
  const nested = traceDrafts(trace, { run, parent: key });
  const draft = createDraft(
    {
      kind: kind.id,
      side: 'answer',
      key: nested.length > 0 ? key : undefined,
      run,
      at: startTime(base.at, duration),
      duration,
      title:
        base.title ??
        resultLine(value['result']) ??
        joinLines(' ', base.agent, shortLine(value['status'])) ??
        kind.title,
      ...endOf(value),
      failure: shortLine(atPointer(value, '/error/message')),
      effects: readUsage(value['metadata']),
    },
    base,
  );
  return [draft, ...nested];
}

function resultLine(result: unknown): string | undefined {
  if (!isObject(result)) return shortLine(result);
  return [result['summary'], result['message'], result['output']].map(shortLine).find(Boolean);
}

// A partial result completes the step, but not the run.
const ENDS: ReadonlyMap<unknown, { outcome: Outcome; status?: RunStatus }> = new Map([
  ['success', { outcome: 'ok', status: 'succeeded' }],
  ['error', { outcome: 'failed', status: 'failed' }],
  ['partial', { outcome: 'ok', status: 'running' }],
  ['pending', { outcome: 'pending', status: 'running' }],
  ['cancelled', { outcome: 'failed', status: 'cancelled' }],
]);

function endOf({ status, error }: Record<string, unknown>): { outcome: Outcome; status?: RunStatus } {
  const end = ENDS.get(status) ?? { outcome: 'unknown' };
  return status === 'partial' && isObject(error) ? { outcome: 'failed', status: 'failed' } : end;
}

/** Defines the protocol `agent-io`: requests, responses and events. */
export default defineFamily(declaration.id, { ...declaration, steps });
