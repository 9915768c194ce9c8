import type { Compile, Validate } from '../../model/schema';
import { isObject } from '../../text/pointer';

/**
 * A validator of a schema, or of one of its definitions, compiled on first use: reading logs never needs it. A schema that can't be
 * compiled is reported where it is declared, and accepts every value.
 */
export function declaredValidate(schema: unknown, definition: string | undefined, compile: Compile): Validate {
  let compiled: Validate | undefined;
  const validate: Validate = value => {
    validate.errors = null;
    try {
      compiled ??= compiledOf(schema, definition, compile);
      const isValid = compiled(value);
      validate.errors = compiled.errors ?? null;
      return isValid;
    } catch {
      // Endless recursion of a schema exhausts the stack.
      return true;
    }
  };
  return validate;
}

function compiledOf(schema: unknown, definition: string | undefined, compile: Compile): Validate {
  const made = compile(definition === undefined ? schema : definitionIn(schema, definition));
  return 'validate' in made ? made.validate : () => true;
}

function definitionIn(schema: unknown, name: string): unknown {
  if (!isObject(schema)) return {};
  const { $schema, definitions, $defs } = schema;
  const own = [definitions, $defs].find(one => isObject(one) && Object.hasOwn(one, name)) as
    | Record<string, object>
    | undefined;
  return { ...($schema !== undefined && { $schema }), ...own?.[name], definitions, $defs };
}
