import type { FamilyDeclaration } from '../../model/family';
import type { Kind, KindDeclaration } from '../../model/kind';
import type { RawSchema } from '../../slots/subschemas';
import { readProtocolDeclaration } from './readProtocolDeclaration';

/**
 * The declaration of a built-in protocol as plain data, without the schemas of its envelopes. The build computes it, and `defineFamily` makes the
 * protocol of it.
 */
export type DeclarationData = Omit<FamilyDeclaration, 'kinds'> & {
  kinds: Record<string, Omit<KindDeclaration, 'schema'>>;
};

/**
 * Reads the declaration of a built-in family when the project is built, so that the program need not read it at each start. Throws an error
 * with all faults, if there are any.
 *
 * @param files the declaration and its schema files, by URI
 */
export function declarationData(uri: string, files: ReadonlyMap<string, RawSchema>): DeclarationData {
  const declaration = files.get(uri);
  const { family, faults } = readProtocolDeclaration(declaration, {
    uri,
    files,
    compile: () => ({ validate: () => true }),
  });
  if (!family || faults.length > 0) {
    throw new Error(
      [`${uri} is no declaration:`, ...faults.map(({ path, message }) => `${path.join('.')}: ${message}`)].join('\n'),
    );
  }
  const { id, title, reference, kinds, isOpenEnded } = family;
  return {
    id,
    title,
    reference,
    ...(isOpenEnded && { isOpenEnded }),
    ...(kinds.every(kind => kind.readOnly) && { readOnly: true }),
    ...(kinds.every(kind => kind.hasOwnTools) && { hasOwnTools: true }),
    kinds: Object.fromEntries(kinds.map(kind => [kind.id.slice(id.length + 1), kindData(kind)])),
  };
}

function kindData({ id, variants, ...kind }: Kind): Omit<KindDeclaration, 'schema'> {
  const {
    title: _title,
    schema: _schema,
    schemaId: _id,
    validate: _validate,
    contract: _contract,
    names: _names,
    readOnly: _r,
    hasOwnTools: _h,
    ...data
  } = kind;
  if (!variants) return data;
  const dialects = variants.map(variant => {
    const definition = variant.id.slice(id.length + 1);
    return [definition, { definition, signature: variant.signature }] as const;
  });
  return { ...data, variants: Object.fromEntries(dialects) };
}
