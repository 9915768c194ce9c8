import type { Schema } from '../../../model/schema';
import type { Path } from '../../../model/text';
import { defineRule } from '../../../rules/defineRule';
import { t } from '../../../shared/l10n';
import { eachDeclaredWith } from '../../../slots/schemaPaths';

/** Reports a number that a redacting program removed because its name looks like that of a secret, such as `total_tokens`. */
export default defineRule({
  id: 'agent-io/redacted-number',
  severity: 'info',
  claims: ['type'],
  fix: 'writes `null`',
  check({ value, kind, mayHold }, report) {
    if (mayHold?.(REDACTED) === false) return;
    const redacted = new Map<string, { path: Path; isNullable: boolean }>();
    eachDeclaredWith(isNumber, kind.schema, value, (pathHere, { type }, found) => {
      if (!isRedacted(found)) return;
      const path = pathHere();
      redacted.set(JSON.stringify(path), { path, isNullable: [type ?? []].flat().includes('null') });
    });
    for (const path of redactedCounts(value)) {
      const key = JSON.stringify(path);
      if (!redacted.has(key)) redacted.set(key, { path, isNullable: true });
    }
    for (const { path, isNullable } of redacted.values()) {
      report({
        path,
        message: t`"${String(path.at(-1))}" is a number that was redacted; exclude it from redaction.`,
        fixes: isNullable ? [{ title: t`Change to null`, do: 'set', path, value: null }] : [],
      });
    }
  },
});

const isNumber = ({ type }: Schema): boolean => {
  const types = [type ?? []].flat();
  return !types.includes('string') && (types.includes('number') || types.includes('integer'));
};

function isRedacted(value: unknown): boolean {
  return value === REDACTED;
}

const REDACTED = '[REDACTED]';

// The names of properties that count tokens of a model. `access_tokens` is not among them, since these are secrets; neither is `tokens`,
// which may be secrets.
const COUNT =
  /^(?:total|prompt|completion|input|output|cached|reasoning|estimated|max|used|remaining)(?:_t|T)okens$|^tokens?(?:_(?:count|used|spent|limit|budget|ceiling)|Count|Used|Limit|Budget)$/;

interface VisitedValue {
  value: unknown;
  key: string | number;
  outer: VisitedValue | undefined;
}

/** The paths of redacted counts at any depth of a value. */
function redactedCounts(root: unknown): Path[] {
  const found: Path[] = [];
  const open: VisitedValue[] = [{ value: root, key: '', outer: undefined }];
  for (let here = open.pop(); here; here = open.pop()) {
    const { value } = here;
    if (typeof value !== 'object' || value === null) continue;
    const isArray = Array.isArray(value);
    for (const key of Object.keys(value)) {
      const below = (value as Record<string, unknown>)[key];
      const isOuter = typeof below === 'object' && below !== null;
      if (!isOuter && !(isRedacted(below) && COUNT.test(key))) continue;
      const place = { value: below, key: isArray ? Number(key) : key, outer: here };
      if (isOuter) open.push(place);
      else found.push(pathTo(place));
    }
  }
  return found;
}

function pathTo(place: VisitedValue): Path {
  const path: (string | number)[] = [];
  for (let here = place; here.outer; here = here.outer) path.push(here.key);
  return path.reverse();
}
