import type { Family, FamilyRules } from '../model/family';
import type { Kind, Variant } from '../model/kind';
import type { Schema, Validate } from '../model/schema';
import { computeOnce } from '../text/memoize';
import { readDeclaredRules } from './declared/declaredRules';
import { acceptAll, definitionSchema, extend } from './defineFamily';

/** The data that the build generates for a family, which is a protocol or log format, from its schemas and its declaration. */
interface FamilyContract {
  /** By kind name. */
  schemas: Record<string, unknown>;
  /** By kind name; for a kind with dialects, by the names of their definitions. */
  validators: Record<string, Validate | Record<string, Validate>>;
  /** The clauses of its declaration file that judge envelopes. */
  declared?: Record<string, unknown>;
}

/**
 * Returns the family with all that is needed to check its envelopes: schemas, validators, rules and documents. Rules from the family's
 * declaration come before rules in code.
 *
 * @param contract loads the schemas, validators and declared rules; called at their first use, since a file mostly has envelopes of one
 * family only
 * @param declares whether the family's declaration has rules
 */
export function addContractToFamily(
  family: Family,
  contract: () => FamilyContract,
  code: FamilyRules = {},
  declares = false,
): Family {
  const kinds = family.kinds.map((kind): Kind => {
    const name = kind.id.slice(family.id.length + 1);
    const schema = computeOnce(() => (contract().schemas[name] ?? {}) as Schema);
    const dialects = kind.variants?.map((variant): Variant => {
      const dialect = variant.id.slice(kind.id.length + 1);
      const ofDialect = computeOnce(() => definitionSchema(schema(), dialect));
      const validate = deferredValidate(() => (contract().validators[name] as Record<string, Validate>)[dialect]);
      return extend(variant, {
        outline: variant.schema,
        validate,
        get schema() {
          return ofDialect();
        },
      });
    });
    const validate = dialects?.[0]?.validate ?? deferredValidate(() => contract().validators[name] as Validate);
    return extend(kind, {
      outline: kind.schema,
      validate,
      ...(dialects && { variants: dialects }),
      get schema() {
        return schema();
      },
    });
  });
  const { rules = [], runRules = [] } = code;
  const declared = computeOnce(() => readDeclaredClauses(family, contract()));
  const all = computeOnce(() => [...declared().rules, ...rules]);
  const allRunRules = computeOnce(() => [...declared().runRules, ...runRules]);
  const checked = extend(family, { ...code, ...(runRules.length > 0 && { hasRunRules: true }), kinds });
  if (!declares) return checked;
  return extend(checked, {
    get rules() {
      return all();
    },
    get runRules() {
      return allRunRules();
    },
  });
}

function readDeclaredClauses({ id, kinds }: Family, { declared = {} }: FamilyContract) {
  return readDeclaredRules(declared, {
    id,
    kinds: kinds.map(kind => kind.id.slice(id.length + 1)),
    named: undefined,
    schemas: new Map(),
    inside: new Map(),
    lists: new Map(),
    kindAmong: () => undefined,
    faults: [],
  });
}

/** Defers the choice of a validator until it is used. */
function deferredValidate(choose: () => Validate | undefined): Validate {
  const chosen = computeOnce(() => choose() ?? acceptAll);
  const validate: Validate = value => {
    const own = chosen();
    const isValid = own(value);
    validate.errors = own.errors ?? null;
    return isValid;
  };
  return validate;
}
