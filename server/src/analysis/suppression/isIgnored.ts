import type { Kind } from '../../model/kind';
import type { Schema } from '../../model/schema';
import type { Path } from '../../model/text';
import { familyOfRule } from '../../rules/ruleNames';
import { applicableSchema, propertySchema } from '../../slots/applicableSchemas';
import { isObject } from '../../text/pointer';
import { shapeOf } from '../recognise';
import { IGNORE, takesList } from './ignoreLists';

/**
 * Does a list in one of the objects on the way to a place silence a rule there? For who has a value, and no analysis of it.
 * Lists count where `readIgnoreLists` takes them.
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
