import type { RunEnvelope } from '../../model/rule';
import { atPath, isObject } from '../../text/pointer';
import { EVENT_FIELDS } from './eventFields';

/** What an event is called, as its draft tells: `plan_created`. Nothing for what is no event. */
export function eventName({ draft: { kind, title } }: RunEnvelope): string | undefined {
  return kind === 'agent-io/event' ? title.split(': ', 1)[0] : undefined;
}

/** Where an event's name stands in its envelope; the root where it is not at hand. */
export function eventNamePath(event: RunEnvelope): (string | number)[] {
  const { path = [] } = event.draft;
  const own = atPath(event.value(), path);
  const name = NAMES.find(key => isObject(own) && typeof own[key] === 'string');
  return name === undefined ? [...path] : [...path, name];
}

const NAMES = (EVENT_FIELDS.title ?? []).map(pointer => pointer.slice(1));
