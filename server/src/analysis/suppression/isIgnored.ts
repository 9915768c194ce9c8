import type { Kind } from '../../model/kind';
import type { Schema } from '../../model/schema';
import type { Path } from '../../model/text';
import { familyOfRule } from '../../rules/ruleNames';
import { applicableSchema, propertySchema } from '../../slots/applicableSchemas';
import { isObject } from '../../text/pointer';
import { shapeOf } from '../recognise';
import { IGNORE, takesList } from './ignoreLists';

/**
 * Whether a list in one of the enclosing objects ignores a rule at a path. For values without an analysis. Lists count
 * where `readIgnoreLists` accepts them.
 */
export function isIgnored(value: unknown, kind: Kind, path: Path, rule: string): boolean {
  const { schema } = shapeOf(kind, value);
  let here = value;
  let inEffect: Schema | undefined = applicableSchema(schema, schema, value);
  for (const step of [undefined, ...path]) {
    if (step !== undefined) {
      if (!(isObject(here) || Array.isArray(here)) || !Object.hasOwn(here, step)) return false;
      const below: Schema | undefined =
        inEffect && (Array.isArray(here) ? inEffect.items : propertySchema(inEffect, String(step)));
      here = (here as Record<string | number, unknown>)[step];
      inEffect = below && applicableSchema(below, schema, here);
    }
    const list = isObject(here) && Object.hasOwn(here, IGNORE) && takesList(inEffect) ? here[IGNORE] : undefined;
    if (Array.isArray(list) && (list.includes(rule) || list.includes(`${familyOfRule(rule)}/*`))) return true;
  }
  return false;
}
