import type { Finding } from '../../model/rule';
import type { Schema } from '../../model/schema';
import type { Path } from '../../model/text';
import { t } from '../../shared/l10n';
import { undeclaredKeys } from '../../slots/undeclaredKeys';
import { quoteName } from '../../text/characters';
import { memoizeByObject } from '../../text/memoize';
import { confusableSkeleton } from '../../text/names';
import { defineRule } from '../defineRule';

export default defineRule({
  id: 'envelope/key-twin',
  severity: 'warning',
  guards: true,
  claims: ['required', 'unknown-property', 'additionalProperties'],
  check({ value, kind, isDemanded = false }, report) {
    for (const { holder, path, key, schema, properties } of undeclaredKeys(kind.schema, value)) {
      const known = similarProperty(key, properties);
      if (known === undefined) continue;
      const hasBoth = Object.hasOwn(holder, known);
      // In a closed object this finding claims a schema error, so its severity is also error.
      const severity = schema.additionalProperties === false ? 'error' : 'warning';
      if (hasBoth || isDemanded) report({ ...twinFinding(path, { key, known, hasBoth }), severity });
    }
  },
});

function similarProperty(key: string, properties: Record<string, Schema>): string | undefined {
  return namesBySkeleton(properties).get(confusableSkeleton(key));
}

const namesBySkeleton = memoizeByObject(
  (properties: Record<string, Schema>) =>
    new Map(Object.keys(properties).map(name => [confusableSkeleton(name), name])),
);

function twinFinding(path: Path, { key, known, hasBoth }: { key: string; known: string; hasBoth: boolean }): Finding {
  const message = hasBoth
    ? t`${quoteName(key)} is not "${known}", and some readers take it for that; keep one of the two.`
    : t`${quoteName(key)} is not "${known}", and some readers take it for that; write "${known}".`;
  return { path, on: 'key', message };
}
