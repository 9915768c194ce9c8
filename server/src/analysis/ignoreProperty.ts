import type { Finding, KnownNames } from '../model/rule';
import type { Schema, Severity } from '../model/schema';
import type { Path } from '../model/text';
import { ruleNameFault } from '../rules/ruleNames';
import { t } from '../shared/l10n';
import { applicableSchema, childSchema, propertySchema } from '../slots/applicableSchemas';
import { isObject } from '../text/jsonPointer';

/** The name of the property by which an author ignores rules within one JSON object. Its value is a list of rule names. */
export const IGNORE_PROPERTY = '$ignore';

// No contract reaches deeper, and positions in text this deep are unknown.
const DEEPEST = 500;

interface IgnoreListsResult {
  /** The value without its `$ignore` lists. */
  value: unknown;
  lists: IgnoreList[];
  findings: (Finding & { rule: string; severity: Severity })[];
}

export interface IgnoreList {
  /** The path of the object that has the list. */
  path: Path;
  rules: readonly string[];
}

/**
 * Removes `$ignore` lists from a value and returns them. A list counts only in an object whose contract allows other properties; elsewhere
 * it is an unknown property. Returns a finding for an invalid list.
 */
export function readIgnoreLists(
  value: unknown,
  schema: Schema,
  { rules }: Pick<KnownNames, 'rules'>,
): IgnoreListsResult {
  const lists: IgnoreList[] = [];
  const findings: IgnoreListsResult['findings'] = [];

  function withoutLists(here: unknown, declared: Schema | undefined, path: Path): unknown {
    const inEffect = declared && applicableSchema(declared, schema, here);
    if (path.length > DEEPEST) return here;
    if (Array.isArray(here)) {
      return here.map((item, index) => withoutLists(item, inEffect && childSchema(inEffect, index), [...path, index]));
    }
    if (!isObject(here)) return here;
    const isList = (key: string) => key === IGNORE_PROPERTY && takesList(inEffect);
    const members = Object.entries(here).flatMap(([key, member]): [string, unknown][] => {
      if (isList(key)) {
        readList(member, path);
        return [];
      }
      return [[key, withoutLists(member, inEffect && propertySchema(inEffect, key), [...path, key])]];
    });
    return Object.fromEntries(members);
  }

  function readList(list: unknown, path: Path): void {
    const at = [...path, IGNORE_PROPERTY];
    if (!Array.isArray(list)) {
      findings.push(finding(at, t`"${IGNORE_PROPERTY}" must be a list of rules, such as ["schema/enum"].`));
      return;
    }
    list.forEach((name, index) => {
      const place = [...at, index];
      if (typeof name !== 'string') {
        findings.push(
          finding(place, t`"${IGNORE_PROPERTY}" lists the ids of rules, such as "schema/enum"; this is not a rule id.`),
        );
        return;
      }
      const fault = ruleNameFault(name, rules);
      if (!fault) return;
      const { message, meant } = fault;
      const fix = { title: t`Change to "${meant ?? ''}"`, do: 'set' as const, path: place, value: meant };
      findings.push({ ...finding(place, message), ...(meant !== undefined && { fixes: [fix] }) });
    });
    const names = list.filter(name => typeof name === 'string');
    if (names.length > 0) lists.push({ path, rules: names });
  }

  return { value: withoutLists(value, schema, []), lists, findings };
}

/**
 * Returns whether an object under this schema may have a list. False if the contract closes the object or declares a property of that name.
 */
export function takesList(inEffect: Schema | undefined): boolean {
  const isOpen = inEffect?.additionalProperties === undefined || inEffect.additionalProperties === true;
  return isOpen && !Object.hasOwn(inEffect?.properties ?? {}, IGNORE_PROPERTY);
}

function finding(path: Path, message: string) {
  return { rule: UNKNOWN_SUPPRESSION, severity: 'warning' as const, path, message };
}

/** The rule that reports suppressions of unknown rules. */
export const UNKNOWN_SUPPRESSION = 'envelope/unknown-suppression';
