import type { DeclarationFault } from '../../model/rule';
import { type Compile, UNCHECKED, type Validate } from '../../model/schema';
import type { Path } from '../../model/text';
import { t } from '../../shared/l10n';
import { linkSchema, type SchemaFile } from '../../slots/linkSchema';
import { rewriteAlternatives } from '../../slots/rewriteAlternatives';
import { isTooLarge, type RawSchema } from '../../slots/subschemas';
import { fileNameOf } from '../../text/decodeUri';
import { isObject } from '../../text/jsonPointer';
import { memoizeByObject } from '../../text/memoize';
import { shortLine } from '../drafts/createDraft';
import { filesBeside, kindRoots } from './readSchemaFiles';
import { TOO_LARGE, unusableSchema } from './unusableSchema';

/** The parameters for reading a protocol's declaration: its URI, the schema files around it, and the function that compiles schemas. */
export interface ReadProtocolOptions {
  compile: Compile;
  /** The URI of the declaration: paths are relative to its folder. */
  uri: string;
  /** The schema files that can be read, and the declaration itself, by URI. If absent, every schema file counts as valid. */
  files?: ReadonlyMap<string, RawSchema>;
  /** The reasons why other files are no schemas, by URI: "it is too large". */
  unusable?: ReadonlyMap<string, string>;
}

/** The schema of a kind, whose references lead into itself. */
export interface DeclaredSchema {
  /** The schema for validators. */
  compiled: RawSchema;
  /** The schema for hover and search. Where `compiled` has a dynamic reference, `linked` has a reference to one place. */
  linked: RawSchema;
}

/**
 * Reads the schema of a kind in a protocol's declaration. The declaration contains the schema itself, or the path of a schema file. Returns
 * undefined for an unusable schema, and adds the reason to `faults`.
 */
export function readDeclaredSchema(
  value: unknown,
  path: readonly string[],
  options: ReadProtocolOptions,
  faults: DeclarationFault[],
): DeclaredSchema | undefined {
  const { uri, files } = options;
  const isPath = typeof value === 'string';
  if (isPath && !files) return { compiled: STAND_IN, linked: STAND_IN };
  const isReference = isPath && value.includes('#');
  const file = isPath && !isReference ? fileAt(value, uri, options) : undefined;
  const written = isReference ? { $ref: value } : (file?.schema ?? value);
  if (typeof written === 'string') {
    const shown = JSON.stringify(shortLine(written) ?? '');
    const why = whyNot(written, uri, options);
    const message =
      why === undefined
        ? t`${shown} can't be read as a JSON Schema; give a path relative to this file, to a file in the workspace.`
        : t`${shown} can't be used: ${why}`;
    return void faults.push({ path, message });
  }
  if (!isObject(written)) return undefined;
  const read = usableSchema(written, file?.uri ?? `${uri}#`, options);
  for (const fault of read.faults) {
    const message = t`This schema can't be used: ${fault.message}`;
    faults.push({ path: isPath ? path : [...path, ...fault.path], message });
  }
  return read.schema;
}

interface UsableSchema {
  /** Undefined if the schema can't be used at all. */
  schema?: DeclaredSchema;
  faults: { path: Path; message: string }[];
}

/** Links a schema with the schemas that it refers to. */
export function usableSchema(written: RawSchema, uri: string, options: ReadProtocolOptions): UsableSchema {
  const { files } = options;
  if (isTooLarge(written)) return unusable(TOO_LARGE);
  const linked = linkSchema(written, {
    uri,
    ...(files && {
      fileAt: (name, from) => fileAt(name, from, options),
      whyNot: (name, from) => whyNot(name, from, options),
      files: schemaFilesOf(files),
    }),
  });
  const faults = files ? linked.faults.slice(0, MOST_REFERENCES) : [];
  const named = [written.$schema, ...linked.dialects.values()].filter(one => one !== undefined);
  const [dialect] = named;
  if (new Set(named.map(withoutSpelling)).size > 1)
    return unusable(severalDialects(linked.dialects, written.$schema), faults);
  if (linked.isDynamic && linked.usesOthers) return unusable(DYNAMIC, faults);
  const wrong = unusableSchema(linked.schema);
  if (wrong) return unusable(wrong, faults);
  const all = rewriteAlternatives(dialect === undefined ? linked.schema : { ...linked.schema, $schema: dialect });
  // Where a dynamic reference leads depends on the way to it: only what is written says that.
  return { schema: { compiled: linked.isDynamic ? written : all, linked: all }, faults };
}

function unusable(message: string, faults: UsableSchema['faults'] = []): UsableSchema {
  return { faults: [...faults, { path: [], message }] };
}

const DYNAMIC = t`where a "$dynamicRef" in it leads depends on the way to it, and the ways lead through several files; keep these schemas in one file.`;

function fileAt(name: string, from: string, { files }: ReadProtocolOptions): SchemaFile | undefined {
  for (const uri of files ? filesBeside(from, name) : []) {
    const file = files && schemaFilesOf(files).find(one => one.uri === uri);
    if (file) return file;
  }
  return undefined;
}

function whyNot(name: string, from: string, { unusable: reasons }: ReadProtocolOptions): string | undefined {
  return filesBeside(from, name)
    .map(uri => reasons?.get(uri))
    .find(reason => reason !== undefined);
}

const schemaFilesOf = memoizeByObject((files: ReadonlyMap<string, RawSchema>): readonly SchemaFile[] =>
  [...files].map(([uri, schema]) => ({ uri, schema, roots: kindRoots(schema) })),
);

/** An address of a dialect, which may be written with and without encryption and an empty fragment. */
function withoutSpelling(dialect: unknown): unknown {
  return typeof dialect === 'string' ? dialect.replace(/^https?:/, '').replace(/#$/, '') : dialect;
}

const MOST_REFERENCES = 20;
const STAND_IN: RawSchema = { required: ['a', 'b', 'c'] };

function severalDialects(others: ReadonlyMap<string, unknown>, own: unknown): string {
  const [[file, named] = ['', '']] = [...others].filter(([, one]) => one !== (own ?? [...others.values()][0]));
  const ownName = JSON.stringify(own ?? [...others.values()][0]).slice(0, 80);
  const otherName = JSON.stringify(named).slice(0, 80);
  return t`its "$schema" is ${ownName}, and that of ${fileNameOf(file)} ${otherName}; write both in one version of JSON Schema.`;
}

/**
 * Returns a validator of a schema, or of one of its definitions. Compiles it on first use, since reading logs never needs it. If the schema
 * can't be compiled, which is reported where it is declared, every value is valid. A value that can't be checked to its end is invalid.
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
      // Endless recursion of a schema exhausts the stack. A value that can't be checked to its end is invalid.
      validate.errors = [UNCHECKED];
      return false;
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
