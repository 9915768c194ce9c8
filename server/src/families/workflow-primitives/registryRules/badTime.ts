import { parseMoment, registryValues, trimmedSpan } from '../../../registry/registryCells';
import { hasPlaceholder } from '../../../rules/defineRule';
import { t } from '../../../shared/l10n';
import { defineRegistryRule, isElidedCell } from './defineRegistryRule';

/** Reports a time in a state registry (`index.md`) that is no ISO 8601 date or date-time. */
export default defineRegistryRule({
  id: 'workflow-primitives/bad-time',
  severity: 'warning',
  fix: 'writes the date or the time as ISO 8601 does',
  check({ registry }, report) {
    for (const { value, name, unsure } of registryValues(registry)) {
      const { text, definition } = value;
      if (unsure || definition?.format !== 'time' || text === '' || isElidedCell(text)) continue;
      if (hasPlaceholder(text) || parseMoment(text)) continue;
      const at = trimmedSpan(registry.markdown.text, value);
      const meant = meantBy(text, value.mayBeBlank);
      const shown = text.slice(0, 60);
      report({
        at,
        message:
          meant === undefined
            ? t`"${name}" is "${shown}", which is not an ISO 8601 time; write it as 2026-01-31T09:30:00Z, or as 2026-01-31.`
            : t`"${name}" is "${shown}", which is not an ISO 8601 time; write "${meant}".`,
        fixes:
          meant === undefined
            ? []
            : [{ title: t`Change to "${meant}"`, do: 'replace', changes: [{ at, text: meant }], certain: true }],
      });
    }
  },
});

// Returns the ISO time that an invalid time probably means, or `-` for a word such as "never". Converts only times with the year first,
// since otherwise day and month may be confused.
function meantBy(text: string, mayBeBlank: boolean): string | undefined {
  if (mayBeBlank && /^(never|none|n\/a|not yet|null)$/i.test(text)) return '-';
  const [, year, month = '', day = '', rest = ''] = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(.*)$/.exec(text) ?? [];
  if (!year || text.length > 60) return undefined;
  const time = rest
    .trim()
    .replace(/^T/i, '')
    .replace(/^(\d:)/, '0$1')
    .replace(/\s+(?=Z|UTC|GMT|[+-])/i, '')
    .replace(/(UTC|GMT)$/i, 'Z');
  const meant = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}${time && `T${time}`}`;
  return parseMoment(meant) ? meant : undefined;
}
