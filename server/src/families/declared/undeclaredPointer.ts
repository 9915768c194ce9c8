import type { Condition } from '../../model/kind';
import type { DeclarationFault } from '../../model/rule';
import type { Schema } from '../../model/schema';
import type { Path } from '../../model/text';
import { t } from '../../shared/l10n';
import { resolveReference } from '../../slots/applicableSchemas';
import { formatPointer, parsePointer } from '../../text/jsonPointer';
import { nearestWord } from '../../text/similarNames';

/**
 * Returns the error message for a JSON pointer in a declaration that leads to no property of the schemas, with the pointer that was probably
 * meant. Undefined if a schema allows a value there.
 */
export function undeclaredPointer(pointer: string, schemas: readonly Schema[]): string | undefined {
  const steps = parsePointer(pointer);
  let here = schemas.flatMap(schema => partsOf(schema, schema));
  for (const [at, step] of steps.entries()) {
    if (here.some(isOpen)) return undefined;
    const next = here.flatMap(part => below(part, step));
    if (next.length === 0 && (here.some(declaresMembers) || here.some(isScalar))) {
      const names = step === '*' ? [] : here.flatMap(({ schema }) => Object.keys(schema.properties ?? {}));
      const meant = nearestWord(step, names);
      const shown = pointer.slice(0, 80);
      if (meant === undefined) return t`No schema here declares "${shown}".`;
      const whole = formatPointer([...steps.slice(0, at), meant, ...steps.slice(at + 1)]);
      return t`No schema here declares "${shown}"; did you mean "${whole.slice(0, 80)}"?`;
    }
    if (next.length === 0) return undefined;
    here = next;
  }
  return undefined;
}

/** A schema that applies to a value, and the root that its references lead into. */
interface Part {
  schema: Schema;
  root: Schema;
}

/** A schema with all that may apply to the same value: references, alternatives, conditions. */
function partsOf(schema: Schema, root: Schema): Part[] {
  const all = new Set([schema]);
  for (const one of all) {
    const { $ref, allOf = [], anyOf = [], oneOf = [], then, else: otherwise } = one;
    const inner = [...allOf, ...anyOf, ...oneOf, then, otherwise];
    if ($ref !== undefined) inner.push(resolveReference($ref, root));
    for (const next of inner) if (next) all.add(next);
    if (all.size > MOST_PARTS) break;
  }
  return [...all].map(one => ({ schema: one, root }));
}

const MOST_PARTS = 1000;

function below({ schema, root }: Part, step: string): Part[] {
  const { properties = {}, items, prefixItems = [] } = schema;
  const own = Object.hasOwn(properties, step) ? properties[step] : undefined;
  const elements = step === '*' || /^\d+$/.test(step) ? [items, ...prefixItems] : [];
  return [own, ...elements].flatMap(one => (one ? partsOf(one, root) : []));
}

/** Returns whether there may be any property besides those that are declared. */
function isOpen({ schema: { additionalProperties, patternProperties } }: Part): boolean {
  return additionalProperties === true || typeof additionalProperties === 'object' || !!patternProperties;
}

function declaresMembers({ schema: { properties, items, prefixItems } }: Part): boolean {
  return Boolean(properties ?? items ?? prefixItems);
}

function isScalar({ schema: { type } }: Part): boolean {
  return type !== undefined && ![type].flat().some(one => one === 'object' || one === 'array');
}

/** Faults of pointers in "some" and "each" of a condition that are written from the whole envelope, not from a member. */
export function misplacedPointers(
  condition: Condition,
  path: Path,
  schemas: readonly Schema[],
  around = '',
): DeclarationFault[] {
  const inner = (one: Condition, step: Path, from = around) =>
    misplacedPointers(one, [...path, ...step], schemas, from);
  if (typeof condition === 'string') return misplaced(condition, path, schemas, around);
  if ('all' in condition) return condition.all.flatMap((one, at) => inner(one, ['all', at]));
  if ('any' in condition) return condition.any.flatMap((one, at) => inner(one, ['any', at]));
  if ('atLeast' in condition) return condition.of.flatMap((one, at) => inner(one, ['of', at]));
  if ('not' in condition) return inner(condition.not, ['not']);
  const own = misplaced(condition.at, [...path, 'at'], schemas, around);
  const members = `${around}${condition.at}/*`;
  if ('some' in condition) return [...own, ...inner(condition.some, ['some'], members)];
  if ('each' in condition) return [...own, ...inner(condition.each, ['each'], members)];
  return 'same' in condition ? [...own, ...misplaced(condition.same, [...path, 'same'], schemas, around)] : own;
}

function misplaced(pointer: string, path: Path, schemas: readonly Schema[], around: string): DeclarationFault[] {
  // The empty pointer is the member itself.
  if (around === '' || pointer === '' || undeclaredPointer(around + pointer, schemas) === undefined) return [];
  // A property that no schema declares anywhere may be meant: that it is there is what is wrong.
  if (undeclaredPointer(pointer, schemas) !== undefined) return [];
  const message = t`"${pointer.slice(0, 80)}" is looked for in each member of "${around.slice(0, -2).slice(0, 80)}", where no schema declares it: in "some" and "each", pointers begin at the member.`;
  return [{ path, severity: 'warning', message }];
}
