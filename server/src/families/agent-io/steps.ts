import type { Kind } from '../../model/family';
import type { Draft, Outcome, RunStatus } from '../../model/run';
import { durationOf } from '../../text/instant';
import { atPointer, isObject } from '../../text/pointer';
import { draftOf, joined, line, objectsIn, runName, startBefore, told } from '../draft';
import { eventDraft, usageIn } from './eventDraft';
import { traceDrafts } from './traceDrafts';

/** A request asks and a response answers, with what happened on the way nested in it; an event is a step of its own. */
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
  const base = told(value, kind.tells);
  return draftOf(
    {
      kind: kind.id,
      side: 'ask',
      title: base.title ?? kind.title,
      outcome: 'pending',
      status: 'running',
      about: line(value['goal']),
    },
    base,
  );
}

/** Its time is when it ended; when it began tells only how long it took. */
function response(value: Record<string, unknown>, kind: Kind): Draft[] {
  const base = told(value, kind.tells);
  const { trace } = value;
  const run =
    base.run ??
    objectsIn(trace)
      .map(event => runName(event['trace_id']))
      .find(Boolean);
  const duration = durationOf(atPointer(value, '/metadata/duration_ms'));
  // What is nested in it needs a key to be nested by, and nothing in it is one.
  const key = Array.isArray(trace) ? joined(' ', 'response', base.agent, line(value['timestamp'])) : undefined;
  const nested = traceDrafts(trace, { run, parent: key });
  const draft = draftOf(
    {
      kind: kind.id,
      side: 'answer',
      key: nested.length > 0 ? key : undefined,
      run,
      at: startBefore(base.at, duration),
      duration,
      title: base.title ?? resultLine(value['result']) ?? joined(' ', base.agent, line(value['status'])) ?? kind.title,
      ...endOf(value),
      failure: line(atPointer(value, '/error/message')),
      effects: usageIn(value['metadata']),
    },
    base,
  );
  return [draft, ...nested];
}

function resultLine(result: unknown): string | undefined {
  if (!isObject(result)) return line(result);
  return [result['summary'], result['message'], result['output']].map(line).find(Boolean);
}

// Done in part is done, as far as the step goes; the run is not.
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
