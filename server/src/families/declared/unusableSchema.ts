import { t } from '../../shared/l10n';
import { isTooLarge, type RawSchema } from '../../slots/subschemas';
import { decodeUri } from '../../text/decodeUri';
import { atPointer, isObject } from '../../text/jsonPointer';

export const TOO_LARGE = t`it is too large or too deeply nested.`;

/** Returns why a JSON schema in a declaration can't be used, in one line. Undefined if no reason is found; the schema may still fail to compile. */
export function unusableSchema(schema: RawSchema): string | undefined {
  if (isTooLarge(schema)) return TOO_LARGE;
  return isEndless(schema) ? t`a "$ref" in it refers to itself, or expands to too much.` : undefined;
}

const LISTS = ['allOf', 'anyOf', 'oneOf'] as const;
const SINGLE = ['not', 'if', 'then', 'else'] as const;
const MOST_STEPS = 2000;

/**
 * Returns whether validating some value against the schema never ends, or takes nearly forever, because a keyword applies the
 * same schema to the same value again. Recursion into nested values ends with these.
 */
function isEndless(root: Record<string, unknown>): boolean {
  const following: Following = { root, around: new Set(), steps: new Map() };
  const pending: unknown[] = [root];
  while (pending.length > 0) {
    const one = pending.pop();
    if (typeof one !== 'object' || one === null) continue;
    if (isObject(one) && stepsOf(one, following) > MOST_STEPS) return true;
    pending.push(...Object.values(one));
  }
  return false;
}

interface Following {
  root: unknown;
  around: Set<unknown>;
  /** Results for schemas that were followed to their end. */
  steps: Map<unknown, number>;
}

/** The number of schemas that are applied to a value with this schema; infinite if it applies itself. */
function stepsOf(schema: unknown, following: Following): number {
  if (!isObject(schema)) return 0;
  const { root, around, steps } = following;
  const known = steps.get(schema);
  if (known !== undefined) return known;
  if (around.has(schema) || around.size > MOST_STEPS) return Number.POSITIVE_INFINITY;
  around.add(schema);
  const { $ref } = schema;
  const next: unknown[] = LISTS.flatMap(list => (Array.isArray(schema[list]) ? (schema[list] as unknown[]) : []));
  for (const single of SINGLE) next.push(schema[single]);
  if (typeof $ref === 'string' && /^#(\/|$)/.test($ref)) next.push(atPointer(root, decodeUri($ref.slice(1))));
  let all = 1;
  for (const one of next) {
    all += stepsOf(one, following);
    // Ends the walk.
    if (all > MOST_STEPS) break;
  }
  around.delete(schema);
  steps.set(schema, all);
  return all;
}
