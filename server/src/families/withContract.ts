import type { Family, FamilyRules } from '../model/family';
import type { Kind, Variant } from '../model/kind';
import type { Schema, Validate } from '../model/schema';
import { readDeclaredRules } from './declared/declaredRules';
import { acceptAll, definitionSchema } from './defineFamily';

/** What is generated from a family's schemas and its declaration. */
interface FamilyContract {
  /** By kind name. */
  schemas: Record<string, unknown>;
  /** By kind name; for a kind with dialects, by the names of their definitions. */
  validators: Record<string, Validate | Record<string, Validate>>;
  /** The clauses of its declaration file that judge envelopes. */
  declared?: Record<string, unknown>;
}

/** Adds the schemas, validators, rules and documents that judge a family's envelopes: first the rules that it declares. */
export function withContract(family: Family, contract: FamilyContract, code: FamilyRules = {}): Family {
  const { schemas, validators, declared = {} } = contract;
  const kinds = family.kinds.map((kind): Kind => {
    const name = kind.id.slice(family.id.length + 1);
    const { [name]: schema = {} } = schemas as Record<string, Schema>;
    const { [name]: own = acceptAll } = validators;
    const described = { ...kind, schema, title: schema.title ?? kind.title };
    if (!kind.variants || typeof own === 'function') return { ...described, validate: own as Validate };
    const variants = kind.variants.map((variant): Variant => {
      const dialect = variant.id.slice(kind.id.length + 1);
      return { ...variant, schema: definitionSchema(schema, dialect), validate: own[dialect] ?? acceptAll };
    });
    return { ...described, validate: variants[0]?.validate ?? acceptAll, variants };
  });
  const { rules, runRules } = readDeclaredRules(declared, {
    id: family.id,
    kinds: Object.keys(schemas),
    named: undefined,
    schemas: new Map(),
    inside: new Map(),
    lists: new Map(),
    kindAmong: () => undefined,
    faults: [],
  });
  return {
    ...family,
    ...code,
    rules: [...rules, ...(code.rules ?? [])],
    runRules: [...runRules, ...(code.runRules ?? [])],
    kinds,
  };
}
