import type { DeclarationFault } from '../../model/rule';
import type { Path } from '../../model/text';
import { t } from '../../shared/l10n';
import { isObject, parsePointer } from '../../text/jsonPointer';
import { memoizeByObject } from '../../text/memoize';
import { ItemScope, lookInto, objectIn, type Scope } from './mappingScope';

/**
 * Reads the JSON pointer to the items of a list, such as `/calls/*`, from a protocol's declaration, and returns its segments. Undefined if the
 * pointer is missing or invalid; an invalid one is reported.
 */
export function readListPointer(json: unknown, path: Path, faults: DeclarationFault[]): readonly string[] | undefined {
  if (json === undefined) return undefined;
  if (typeof json === 'string' && ITEMS.test(json)) return parsePointer(json);
  faults.push({ path, message: t`This must be a pointer to what is inside, such as "/calls/*".` });
  return undefined;
}

const ITEMS = /^(?:\/(?:[^/~]|~[01])*)+$/;

/**
 * Visits the scope of each item at a pointer below a scope's value. A `*` in the pointer stands for the members of a list or an object. With a
 * test, visits only items that pass.
 */
export function itemsAt(scope: Scope, steps: readonly string[], test: ItemTest, callback: (item: Scope) => void): void {
  itemsBelow(scope, scope, steps, { test, callback });
}

type ItemTest = ((value: unknown) => boolean) | undefined;

interface Visitor {
  test: ItemTest;
  callback(item: Scope): void;
}

function itemsBelow(scope: Scope, below: Scope, steps: readonly string[], visitor: Visitor): void {
  const { test } = visitor;
  const { before, rest } = partsOf(steps);
  if (!rest) {
    const value = lookInto(below.value, steps);
    if (value === undefined || value === null || (test && !test(value))) return;
    const { index, size } = below;
    visitor.callback(new ItemScope(value, scope, { below, steps, index, size }));
    return;
  }
  const list = lookInto(below.value, before);
  const keys = isObject(list) ? Object.keys(list) : undefined;
  const size = keys?.length ?? (Array.isArray(list) ? list.length : 0);
  for (let index = 0; index < size; index++) {
    const key = keys?.[index] ?? index;
    const value = (list as Record<string | number, unknown>)[key];
    if (value === undefined || value === null) continue;
    const isItem = rest.length === 0;
    if (isItem && test && !test(value)) continue;
    const item = new ItemScope(value, scope, { below, steps: before, key, index, size });
    if (isItem) visitor.callback(item);
    else itemsBelow(scope, item, rest, visitor);
  }
}

/** Returns the segments before the first `*` and those behind it; undefined without `*`. Computed once for the segments of a rule. */
const partsOf = memoizeByObject((steps: readonly string[]) => {
  const star = steps.indexOf('*');
  return { before: star < 0 ? steps : steps.slice(0, star), rest: star < 0 ? undefined : steps.slice(star + 1) };
});

/** Returns the scope of a rule that enters an object, or JSON in a text. Its steps have the path of the outer scope. */
export function insideScope(scope: Scope, steps: readonly string[]): Scope | undefined {
  const value = objectIn(lookInto(scope.value, steps));
  if (!value) return undefined;
  const { index, size } = scope;
  return new ItemScope(value, scope, { below: scope, steps, isInside: true, index, size });
}
