import type { Finding } from '../../model/rule';
import type { Path } from '../../model/text';
import { t } from '../../shared/l10n';
import { undeclaredKeys } from '../../slots/undeclaredKeys';
import { quoteName } from '../../text/characters';
import { defineRule } from '../defineRule';

/** Reports a property whose name looks like a declared name, but differs from it in case, look-alike letters or invisible characters. */
export default defineRule({
  id: 'envelope/key-twin',
  severity: 'warning',
  guards: true,
  claims: ['required', 'unknown-property', 'additionalProperties'],
  check({ value, kind, isDemanded = false }, report) {
    for (const { holder, path, key, schema, twin: known } of undeclaredKeys(kind.schema, value)) {
      if (known === undefined) continue;
      const hasBoth = Object.hasOwn(holder, known);
      // If the schema forbids other properties, this finding replaces the schema's error, and so is an error, too.
      const severity = schema.additionalProperties === false ? 'error' : 'warning';
      if (hasBoth || isDemanded) report({ ...twinFinding(path, { key, known, hasBoth }), severity });
    }
  },
});

function twinFinding(path: Path, { key, known, hasBoth }: { key: string; known: string; hasBoth: boolean }): Finding {
  const message = hasBoth
    ? t`${quoteName(key)} is not "${known}", and some readers take it for that; keep one of the two.`
    : t`${quoteName(key)} is not "${known}", and some readers take it for that; write "${known}".`;
  return { path, on: 'key', message };
}
