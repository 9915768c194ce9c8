import type { RunEnvelope } from '../../model/rule';
import { atPath, isObject } from '../../text/pointer';
import { EVENT_FIELDS } from './eventFields';

/** The name of an event: `plan_created`. Undefined for other envelopes. */
export function eventName({ draft: { kind, title } }: RunEnvelope): string | undefined {
  return kind === 'agent-io/event' ? title.split(': ', 1)[0] : undefined;
}

/** The path of an event's name in its envelope; the root where the value is not available. */
export function pathOfEventName(event: RunEnvelope): (string | number)[] {
  const { path = [] } = event.draft;
  const own = atPath(event.value(), path);
  const name = NAMES.find(key => isObject(own) && typeof own[key] === 'string');
  return name === undefined ? [...path] : [...path, name];
}

const NAMES = (EVENT_FIELDS.title ?? []).map(pointer => pointer.slice(1));
