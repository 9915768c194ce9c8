import type { Conversion } from '../model/conversion';
import type {
  Condition,
  DocumentKind,
  EnvelopeSnippet,
  Family,
  Kind,
  KindDeclaration,
  Signature,
  Validate,
  Variant,
} from '../model/family';
import type { Rule, RunRule } from '../model/rule';
import type { Schema } from '../model/schema';

/** What is declared as data, and the code that goes with it. */
type KindParts = Omit<KindDeclaration, 'variants'> & { validate: Validate } & Pick<
    Kind,
    'why' | 'toolCall' | 'listedAgents'
  > & {
    variants?: Record<string, { definition: string; validate: Validate; signature: Signature }>;
  };

interface FamilyParts extends Pick<Family, 'title' | 'source' | 'steps' | 'isDeclared'> {
  kinds: Record<string, KindParts>;
  rules?: Rule[];
  runRules?: readonly RunRule[];
  documents?: DocumentKind[];
  conversions?: readonly Conversion[];
  /** The snippet file's content. */
  snippets?: Record<string, Omit<EnvelopeSnippet, 'kind'>>;
  /** All of its kinds are. */
  readOnly?: boolean;
}

/** A family from its parts: kinds get the id `family/kind`, and what their schema says of itself. */
export function defineFamily(
  id: string,
  {
    kinds,
    rules = [],
    runRules = [],
    documents = [],
    conversions = [],
    snippets = {},
    readOnly,
    ...family
  }: FamilyParts,
): Family {
  return {
    id,
    ...family,
    rules,
    runRules,
    documents,
    conversions,
    snippets: Object.entries(snippets).map(([kind, snippet]) => ({ kind, ...snippet })),
    kinds: Object.entries(kinds).map(([name, parts]) =>
      kindOf(`${id}/${name}`, { ...parts, ...(readOnly && { readOnly }) }),
    ),
  };
}

function kindOf(id: string, { schema: file, variants, ...parts }: KindParts & Pick<Kind, 'readOnly'>): Kind {
  const schema = file as Schema;
  const kind: Kind = { id, title: schema.title ?? id, schema, ...parts };
  const fileNames = schema['x-file-names'];
  if (fileNames) kind.fileNames = fileNames;
  if (variants)
    kind.variants = Object.entries(variants).map(([name, variant]) => variantOf(`${id}:${name}`, schema, variant));
  return kind;
}

function variantOf(
  id: string,
  file: Schema,
  { definition, validate, signature }: { definition: string; validate: Validate; signature: Signature },
): Variant {
  const own = file.definitions?.[definition] ?? {};
  return {
    id,
    title: own.title ?? id,
    schema: { ...own, definitions: file.definitions ?? {} },
    validate,
    signature,
  };
}

/** At least so many of these pointers lead to something. */
export function atLeast(atLeast: number, ...of: Condition[]): Condition {
  return { atLeast, of };
}

export function all(...conditions: Condition[]): Condition {
  return { all: conditions };
}

export function any(...conditions: Condition[]): Condition {
  return { any: conditions };
}

export function none(...conditions: Condition[]): Condition {
  return { not: { any: conditions } };
}
