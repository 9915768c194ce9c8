import type { DeclarationFault } from '../../model/rule';
import type { Compile, Validate } from '../../model/schema';
import type { Path } from '../../model/text';
import { linkSchema } from '../../slots/linkSchema';
import { isTooLarge, type RawSchema } from '../../slots/subschemas';
import { withConditions } from '../../slots/withConditions';
import { fileNameOf } from '../../text/decodeUri';
import { isObject } from '../../text/pointer';
import { shortLine } from '../drafts/draft';
import { resolveBeside } from './schemaFiles';
import { TOO_LARGE, unusableSchema } from './unusableSchema';

/** What reading a declaration needs besides its value. */
export interface ReadProtocolOptions {
  compile: Compile;
  /** Of the declaration: paths are relative to its folder. */
  uri: string;
  /** The schema files that can be read, and the declaration itself, by URI. Without them, files are taken to be what they should be. */
  files?: ReadonlyMap<string, RawSchema>;
}

/** The schema of a kind in the form that is compiled: its references lead into itself. */
export function readDeclaredSchema(
  value: unknown,
  path: readonly string[],
  { uri, files }: ReadProtocolOptions,
  faults: DeclarationFault[],
): RawSchema | undefined {
  const say = (message: string, at: Path = path) => void faults.push({ path: at, message });
  const isPath = typeof value === 'string';
  if (isPath && !files) return STAND_IN;
  const fileAt = (name: string, from: string) => {
    const file = resolveBeside(from, name);
    const schema = file === undefined ? undefined : files?.get(file);
    return file !== undefined && schema ? { uri: file, schema } : undefined;
  };
  const isReference = isPath && value.includes('#');
  const file = isPath && !isReference ? fileAt(value, uri) : undefined;
  const written = isReference ? { $ref: value } : (file?.schema ?? value);
  if (typeof written === 'string') {
    return say(
      `${JSON.stringify(shortLine(value) ?? '')} can't be read as a JSON Schema; give a path relative to this file, to a file in the workspace.`,
    );
  }
  if (!isObject(written)) return undefined;
  if (isTooLarge(written)) return say(`This schema can't be used: ${TOO_LARGE}`);
  const all = [...(files ?? [])].map(([known, schema]) => ({ uri: known, schema }));
  const linked = linkSchema(written, { uri: file?.uri ?? `${uri}#`, ...(files && { fileAt, files: all }) });
  for (const fault of files ? linked.faults.slice(0, MOST_REFERENCES) : []) {
    say(`This schema can't be used: ${fault.message}`, isPath ? path : [...path, ...fault.path]);
  }
  const named = [written.$schema, ...linked.dialects.values()].filter(one => one !== undefined);
  const [dialect] = named;
  if (new Set(named.map(withoutSpelling)).size > 1)
    return say(`This schema can't be used: ${severalDialects(linked.dialects, written.$schema)}`);
  const wrong = unusableSchema(linked.schema);
  if (wrong) return say(`This schema can't be used: ${wrong}`);
  return withConditions(dialect === undefined ? linked.schema : { ...linked.schema, $schema: dialect });
}

/** An address of a dialect, which may be written with and without encryption and an empty fragment. */
function withoutSpelling(dialect: unknown): unknown {
  return typeof dialect === 'string' ? dialect.replace(/^https?:/, '').replace(/#$/, '') : dialect;
}

const MOST_REFERENCES = 20;
const STAND_IN: RawSchema = { required: ['a', 'b', 'c'] };

function severalDialects(others: ReadonlyMap<string, unknown>, own: unknown): string {
  const [[file, named] = ['', '']] = [...others].filter(([, one]) => one !== (own ?? [...others.values()][0]));
  const shown = [own ?? [...others.values()][0], named].map(one => JSON.stringify(one).slice(0, 80));
  return `its "$schema" is ${shown[0]}, and that of ${fileNameOf(file)} ${shown[1]}; write both in one version of JSON Schema.`;
}

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
