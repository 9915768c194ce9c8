import declaration from '../../generated/agent-io.declaration';
import type { Kind } from '../../model/kind';
import type { AskedEnvelope, RunEnvelope } from '../../model/rule';
import { atPath, isObject } from '../../text/jsonPointer';

/**
 * JSON pointers to the fields of agent-io events, such as the event's name (`title`). They serve all dialects, and the events in a response's
 * trace.
 */
export const EVENT_FIELDS: Kind['fieldPointers'] = declaration.kinds.event.fieldPointers;

/** Returns the name of an agent-io event, such as `plan_created`; undefined for any other envelope. */
export function eventName(envelope: RunEnvelope): string | undefined {
  return envelope.draft.kind === 'agent-io/event' ? envelope.ask(nameInTitle) : undefined;
}

function nameInTitle({ title }: AskedEnvelope): string | undefined {
  return title.split(': ', 1)[0];
}

/** The path of an event's name in its envelope; the path of the event if its value is not available. */
export function pathOfEventName(event: RunEnvelope): (string | number)[] {
  const { path = [] } = event.draft;
  const name = event.ask(({ value }) => {
    const own = atPath(value(), path);
    return NAMES.find(key => isObject(own) && typeof own[key] === 'string');
  });
  return name === undefined ? [...path] : [...path, name];
}

const NAMES = (EVENT_FIELDS.title ?? []).map(pointer => pointer.slice(1));
