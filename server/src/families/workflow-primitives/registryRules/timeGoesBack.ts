import type { RegistryTable, RegistryValue } from '../../../model/registry';
import { type Moment, parseMoment, trimmedSpan, zoneOf } from '../../../registry/registryCells';
import { t } from '../../../shared/l10n';
import { defineRegistryRule } from './defineRegistryRule';

/** Reports a line in a state registry's log that is older than the line before it. */
export default defineRegistryRule({
  id: 'workflow-primitives/time-goes-back',
  severity: 'warning',
  check({ registry }, report) {
    const logs = registry.sections.filter(({ definition }) => definition.appendOnly);
    for (const { before, value } of logs.flatMap(({ tables }) => tables.flatMap(stepsBack))) {
      report({
        at: trimmedSpan(registry.markdown.text, value),
        message: t`${quoted(value, before)} is earlier than the line before, ${quoted(before, value)}; new lines go at the end, in chronological order.`,
      });
    }
  },
});

function stepsBack({ columns, rows }: RegistryTable): { before: RegistryValue; value: RegistryValue }[] {
  const column = columns.findIndex(({ definition }) => definition?.format === 'time');
  const found: { before: RegistryValue; value: RegistryValue }[] = [];
  let last: { value: RegistryValue; moment: Moment } | undefined;
  for (const row of column < 0 ? [] : rows) {
    // Uses the cell at the column's index even if the row has too few or too many cells.
    const value = row.values[column];
    const moment = value && parseMoment(value.text);
    if (!value || !moment) continue;
    if (last && moment.to < last.moment.from && isEarlierHere(value, last.value))
      found.push({ before: last.value, value });
    last = { value, moment };
  }
  return found;
}

/** Returns whether a time is earlier even if a time without a zone has the other's zone. */
function isEarlierHere({ text }: RegistryValue, { text: before }: RegistryValue): boolean {
  const [zone, last] = [zoneOf(text), zoneOf(before)];
  if ((zone === undefined) === (last === undefined)) return true;
  const [here, there] = [parseMoment(withoutZone(text, zone)), parseMoment(withoutZone(before, last))];
  return !here || !there || here.to < there.from;
}

function withoutZone(text: string, zone = ''): string {
  return text.slice(0, text.length - zone.length);
}

/** Quotes a time; adds UTC if the zones differ. */
function quoted({ text }: RegistryValue, { text: other }: RegistryValue): string {
  const zone = zoneOf(text);
  const moment = zone === undefined || UTC.test(zone) || zone === zoneOf(other) ? undefined : parseMoment(text);
  return moment ? `"${text}" (${new Date(moment.from).toISOString().replace(/(?::00)?\.000Z$/, 'Z')})` : `"${text}"`;
}

const UTC = /^(?:Z|[+-]00:?00)$/i;
