import type { Kind } from '../../model/kind';
import type { Draft, Outcome, RunStatus } from '../../model/run';
import { atPointer, isObject } from '../../text/pointer';
import { durationFromMilliseconds } from '../../text/time/instant';
import { draftOf, joinLines, objectsIn, readFields, runName, shortLine, startTime } from '../drafts/draft';
import { eventDraft, readUsage } from './eventDraft';
import { traceDrafts } from './traceDrafts';

/** A request asks and a response answers, with its trace nested in it; an event is a step of its own. */
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

/** Its time is its end; its start only determines the duration. */
function response(value: Record<string, unknown>, kind: Kind): Draft[] {
  const base = readFields(value, kind.fieldPointers);
  const { trace } = value;
  const run =
    base.run ??
    objectsIn(trace)
      .map(event => runName(event['trace_id']))
      .find(Boolean);
  const duration = durationFromMilliseconds(atPointer(value, '/metadata/duration_ms'));
  // Nested steps refer to their parent by a key, and the response has none of its own.
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
