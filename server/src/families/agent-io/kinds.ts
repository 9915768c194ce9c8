import schemas from '../../generated/agent-io.recognition.json';
import type { Kind } from '../../model/kind';
import type { Draft, Outcome, RunStatus } from '../../model/run';
import { durationFromMilliseconds } from '../../text/instant';
import { atPointer, isObject } from '../../text/pointer';
import { all, any, atLeast, defineFamily, none } from '../defineFamily';
import { draftOf, joinLines, objectsIn, readFields, runName, shortLine, startTime } from '../drafts/draft';
import { eventDraft, readUsage, toolPhase } from './eventDraft';
import { EVENT_FIELDS } from './eventFields';

interface Within {
  run: string | undefined;
  parent: string | undefined;
}

/**
 * The drafts of a response's trace, nested in the response. The start and the end of a tool call are one step. After an
 * edit, an event that is the same object at the same index has the same draft object.
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
  return draftOf(
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
  const draft = draftOf(
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

/** Names of the canonical events. */
export const CANONICAL_EVENTS = [
  'plan_created',
  'route_decision',
  'tool_call_start',
  'tool_call_complete',
  'tool_call_error',
  'budget_warning',
  'budget_exceeded',
  'approval_requested',
  'approval_received',
  'approval_timeout',
];

/** Names of the structured events: the canonical ones and six more. */
export const STRUCTURED_EVENTS = [
  ...CANONICAL_EVENTS,
  'budget_updated',
  'execution_start',
  'execution_complete',
  'execution_error',
  'memory_query',
  'memory_store',
];

// Agents of the contract, which other software also uses as names.
const COMPONENTS = ['PlannerAgent', 'WorkerAgent', 'CoordinatorAgent'];
const FOREIGN_AGENTS = ['Agent', 'UserAgent', 'MonitoringAgent', 'LogAgent', 'BuildAgent'];

const STRUCTURED_KEYS = [
  ...['/event_type', '/trace_id', '/timestamp', '/timestamp_iso', '/request_id', '/session_id', '/user_id'],
  ...['/attributes', '/duration_ms', '/status', '/error_message'],
];

export default defineFamily('agent-io', {
  title: 'Agent I/O',
  reference: 'Agent Input/Output Contract',
  steps,
  kinds: {
    request: {
      schema: schemas.request,
      signature: {
        keys: {
          '/goal': 1,
          '/task': 1,
          '/metadata': 0.25,
          '/inputs': 0.5,
          '/context': 0.25,
          '/constraints': 0.75,
          '/expected_output': 0.75,
          '/metadata/trace_id': 1.5,
          '/metadata/profile': 1,
          '/metadata/priority': 0.25,
          '/metadata/timeout_seconds': 0.5,
          '/metadata/parent_context': 0.5,
        },
        evidence: [
          { when: all('/goal', '/task', any('/metadata/trace_id', '/metadata/profile')), weight: 0.75 },
          // The names alone, whatever their values are.
          {
            when: all(
              '/goal',
              '/task',
              '/metadata',
              atLeast(3, '/inputs', '/context', '/constraints', '/expected_output'),
            ),
            weight: 2.25,
          },
        ],
      },
      fieldPointers: { run: ['/metadata/trace_id'], title: ['/task', '/goal'], text: ['/goal', '/task'] },
    },
    response: {
      schema: schemas.response,
      signature: {
        keys: {
          '/status': 0.75,
          '/result': 0.75,
          '/error': 0.5,
          '/trace': 1.5,
          '/metadata': 0.5,
          '/timestamp': 0.75,
          '/error/type': 0.5,
          '/error/recoverable': 1.75,
          '/error/retry_after': 0.5,
          '/error/trace_context': 0.5,
          '/metadata/trace_id': 1.25,
          '/metadata/profile': 1,
          '/metadata/agent_type': 1.25,
          '/metadata/duration_ms': 0.5,
          '/metadata/tool_count': 0.5,
          '/metadata/api_calls': 0.25,
          '/metadata/cost_usd': 0.25,
          '/metadata/cache_hit': 0.25,
        },
        evidence: [
          { when: { at: '/trace', some: any('/event', '/stage') }, weight: 1.5 },
          // Real agents write null for the absent property.
          { when: all('/result', '/error'), weight: 0.75 },
        ],
      },
      fieldPointers: {
        run: ['/metadata/trace_id'],
        agent: ['/metadata/agent_type'],
        at: ['/timestamp'],
        title: ['/error/message'],
        status: ['/status'],
        text: ['/error/message', '/result'],
      },
    },
    event: {
      schema: schemas.event,
      signature: { keys: {}, evidence: [] },
      fieldPointers: EVENT_FIELDS,
      variants: {
        canonical: {
          definition: 'canonical',
          signature: {
            keys: { '/event': 1, '/trace_id': 1, '/timestamp': 0.25, '/details': 0.75, '/status': 0.5 },
            evidence: [
              { when: { at: '/event', is: CANONICAL_EVENTS }, weight: 2 },
              { when: all('/event', '/trace_id', '/timestamp', '/details', '/status'), weight: 2.25 },
            ],
          },
        },
        structured: {
          definition: 'structured',
          signature: {
            keys: {
              '/event_type': 1.25,
              '/trace_id': 1,
              '/timestamp': 0.25,
              '/timestamp_iso': 1.25,
              '/request_id': 0.25,
              '/session_id': 0.25,
              '/user_id': 0.25,
              '/attributes': 0.5,
              '/duration_ms': 0.25,
              '/status': 0.25,
              '/error_message': 0.5,
            },
            evidence: [
              { when: { at: '/event_type', is: STRUCTURED_EVENTS }, weight: 2 },
              { when: atLeast(8, ...STRUCTURED_KEYS), weight: 2.25 },
            ],
          },
        },
        'log-record': {
          definition: 'log-record',
          signature: {
            keys: {
              '/level': 0.5,
              '/component': 0.75,
              '/event': 0.5,
              '/trace_id': 0.75,
              '/message': 0.25,
              '/duration_ms': 0.25,
              '/metadata': 0.25,
              '/error': 0.25,
              '/service': 0.25,
              '/span_id': 0.25,
              '/user_id': 0.25,
              '/profile': 0.75,
            },
            evidence: [
              {
                when: all({ at: '/component', endsWith: 'Agent' }, none({ at: '/component', is: FOREIGN_AGENTS })),
                weight: 1.25,
              },
              { when: { at: '/component', is: COMPONENTS }, weight: 1 },
            ],
          },
        },
        'trace-entry': {
          definition: 'trace-entry',
          signature: {
            keys: { '/event': 1, '/stage': 0.75, '/data': 0.5, '/trace_id': 1, '/tool': 0.25 },
            evidence: [],
          },
        },
      },
    },
  },
});
