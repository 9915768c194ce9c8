import type { FixPlan } from '../../../model/rule';
import type { Path } from '../../../model/text';
import { defineRule } from '../../../rules/defineRule';
import { t } from '../../../shared/l10n';
import { applicableSchema } from '../../../slots/applicableSchemas';
import { atPointer, isObject } from '../../../text/jsonPointer';
import { misspeltKey } from '../../../text/similarNames';

/** Reports an event of agent-io without its name, the property `event`. */
export default defineRule({
  id: 'agent-io/event-without-name',
  kinds: ['agent-io/response', 'agent-io/event'],
  severity: 'warning',
  fix: 'renames the key that holds the name',
  check({ value, kind }, report) {
    const found = (event: Record<string, unknown>, path: Path) => {
      const from = ['stage', 'event_type'].find(key => !isNameless(event[key]));
      const name = from === undefined ? undefined : event[from];
      report({
        path,
        on: 'open',
        missing: 'event',
        message:
          from === undefined
            ? t`This event has no "event". Add one that names what happened.`
            : t`This event has no "event"; it is read by its "${from}". Add one that names what happened.`,
        fixes: [...renamed(event, path), ...(typeof name === 'string' ? [named(event, path, name)] : [])],
      });
    };
    if (kind.id === 'agent-io/response') {
      const trace = atPointer(value, '/trace');
      if (!Array.isArray(trace)) return;
      for (let index = 0; index < trace.length; index++) {
        const event: unknown = trace[index];
        if (isNamelessEvent(event)) found(event, ['trace', index]);
      }
    } else if (kind.id === 'agent-io/event') {
      // In some dialects, events have another property for the name, or the schema itself requires `event`. These need no check here.
      const { properties = {}, required = [] } = applicableSchema(kind.schema, kind.schema, value);
      if (Object.hasOwn(properties, 'event') && !required.includes('event') && isNamelessEvent(value)) found(value, []);
    }
  },
});

function isNamelessEvent(event: unknown): event is Record<string, unknown> {
  return isObject(event) && isNameless(event['event']);
}

// Values of another type are reported by the contract.
function isNameless(name: unknown): boolean {
  return name === undefined || name === null || (typeof name === 'string' && !/\S/.test(name));
}

// An entry of a trace may have any key: no other rule reports this misspelling.
function renamed(event: Record<string, unknown>, path: Path): FixPlan[] {
  const key = Object.hasOwn(event, 'event') ? undefined : misspeltKey('event', event);
  return key === undefined
    ? []
    : [{ title: t`Rename ${JSON.stringify(key)} to "event"`, do: 'rename', path: [...path, key], to: 'event' }];
}

function named(event: Record<string, unknown>, path: Path, name: string): FixPlan {
  const title = t`Name it ${JSON.stringify(name.slice(0, 60))}`;
  return Object.hasOwn(event, 'event')
    ? { title, do: 'set', path: [...path, 'event'], value: name }
    : { title, do: 'add', path, key: 'event', value: name };
}
