import type { Conversion, EnvelopeSnippet, Family } from '../model/family';
import type { Condition, Kind, KindDeclaration, Signature, Variant } from '../model/kind';
import type { Schema, Validate } from '../model/schema';
import { translated } from '../shared/l10n';

/** The declaration of a kind of envelope, with the code that reads its envelopes. */
type KindSpec = Omit<KindDeclaration, 'variants'> &
  Pick<Kind, 'contract' | 'why' | 'listedAgents' | 'marks' | 'names' | 'toldBy' | 'opensRun'> & {
    /** If absent, every value is valid: the family only recognises and reads. */
    validate?: Validate;
    variants?: Record<string, { definition: string; signature: Signature; validate?: Validate }>;
  };

interface FamilySpec extends Pick<Family, 'title' | 'reference' | 'steps' | 'exchange' | 'isDeclared' | 'isOpenEnded'> {
  kinds: Record<string, KindSpec>;
  /** The code of kinds that are otherwise declared in a file, by the name of the kind. */
  code?: Readonly<Record<string, Pick<Kind, 'why' | 'listedAgents'>>>;
  snippets?: SnippetFile;
  /** Makes all kinds of the family read-only. */
  readOnly?: boolean;
  /** For all kinds of the family. */
  hasOwnTools?: boolean;
}

type SnippetFile = Record<string, Omit<EnvelopeSnippet, 'kind'>>;

/**
 * Defines a family that recognises and reads envelopes. The id of each kind becomes `family/kind`, and its title comes from its schema.
 * Validators, rules, snippets and conversions are added by `addContractToFamily` and `withAuthoring`, so that a bundle which only reads
 * envelopes contains none of them.
 */
export function defineFamily(
  id: string,
  { kinds, code = {}, snippets = {}, readOnly, hasOwnTools, reference, ...family }: FamilySpec,
): Family {
  return {
    id,
    ...family,
    reference: translated(reference),
    rules: [],
    runRules: [],
    documents: [],
    snippets: snippetList(snippets),
    kinds: Object.entries(kinds).map(([name, spec]) =>
      defineKind(`${id}/${name}`, {
        ...spec,
        ...code[name],
        ...(readOnly && { readOnly }),
        ...(hasOwnTools && { hasOwnTools }),
      }),
    ),
  };
}

export interface FamilyAuthoring {
  /** The content of the family's snippet file. */
  snippets: SnippetFile;
  conversions?: readonly Conversion[];
}

/** Adds the snippets and conversions of a family, if it has any. */
export function withAuthoring(family: Family, authoring: FamilyAuthoring | undefined): Family {
  return authoring ? extend(family, { ...authoring, snippets: snippetList(authoring.snippets) }) : family;
}

/** Combines two objects as a spread does, but computes no getter: what a getter loads stays unloaded. */
export function extend<T extends object>(base: T, more: Partial<T>): T {
  return Object.defineProperties({} as T, {
    ...Object.getOwnPropertyDescriptors(base),
    ...Object.getOwnPropertyDescriptors(more),
  });
}

function snippetList(snippets: SnippetFile): EnvelopeSnippet[] {
  return Object.entries(snippets).map(([kind, { description, ...snippet }]) => ({
    kind,
    ...snippet,
    description: translated(description),
  }));
}

function defineKind(
  id: string,
  { schema: file, variants, ...spec }: KindSpec & Pick<Kind, 'readOnly' | 'hasOwnTools'>,
): Kind {
  const schema = file as Schema;
  const title = schema.title === undefined ? id : translated(schema.title);
  const kind: Kind = { id, title, schemaId: schema.$id, schema, validate: acceptAll, ...spec };
  const fileNames = schema['x-file-names'];
  if (fileNames) kind.fileNames = fileNames;
  if (!variants) return kind;
  kind.variants = Object.entries(variants).map(([name, { definition, signature, validate = acceptAll }]): Variant => {
    const own = definitionSchema(schema, definition);
    const variantId = `${id}:${name}`;
    const ownTitle = own.title === undefined ? variantId : translated(own.title);
    return { id: variantId, title: ownTitle, schema: own, validate, signature };
  });
  return kind;
}

/** Turns a definition into a standalone schema; its references still lead to the definitions. */
export function definitionSchema({ definitions = {} }: Schema, name: string): Schema {
  return { ...definitions[name], definitions };
}

export const acceptAll: Validate = () => true;

/** Requires that all of the conditions hold. */
export function all(...conditions: Condition[]): Condition {
  return { all: conditions };
}

/** Requires that at least one of the conditions holds. */
export function any(...conditions: Condition[]): Condition {
  return { any: conditions };
}

/** Requires that none of the conditions holds. */
export function none(...conditions: Condition[]): Condition {
  return { not: { any: conditions } };
}
