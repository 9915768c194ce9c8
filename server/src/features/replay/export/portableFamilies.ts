import { declaredSteps } from '../../../families/declared/declaredSteps';
import { defineFamily } from '../../../families/defineFamily';
import { readingFamilies } from '../../../families/readingFamilies';
import type { Family } from '../../../model/family';
import type { KindDeclaration } from '../../../model/kind';
import type { Schema } from '../../../model/schema';
import { isObject } from '../../../text/pointer';

/** The portion of a declared family that an exported page needs: to recognise its envelopes and to read their fields. */
export interface PortableFamily extends Pick<Family, 'id' | 'title' | 'source'> {
  kinds: Record<
    string,
    Pick<KindDeclaration, 'schema' | 'signature' | 'fieldPointers' | 'side' | 'status' | 'carries'>
  >;
}

export function portableFamily({ id, title, source, kinds }: Family): PortableFamily {
  const own = kinds.map(({ id: kindId, title, schema, signature, fieldPointers, side, status, carries }) => {
    const properties = expectedProperties(schema);
    const parts = {
      signature,
      fieldPointers,
      ...(side && { side }),
      ...(status && { status }),
      ...(carries && { carries }),
    };
    return [kindId.slice(id.length + 1), { schema: { title, properties }, ...parts }] as const;
  });
  return { id, title, source, kinds: Object.fromEntries(own) };
}

// The portion of a schema that recognition needs.
function expectedProperties({ properties = {} }: Schema, depth = 0): Record<string, Schema> {
  const names = Object.entries(properties).map(
    ([name, { type, enum: choices, properties: inner, additionalProperties }]) => {
      const members = inner && depth === 0 ? { properties: expectedProperties({ properties: inner }, 1) } : {};
      const kept: Schema = {
        ...(type !== undefined && { type }),
        ...(choices && { enum: choices }),
        ...members,
        ...(additionalProperties && { additionalProperties: true }),
      };
      return [name, kept] as const;
    },
  );
  return Object.fromEntries(names);
}

/** All families of an exported page: the built-in ones and those embedded in it. */
export function withCarriedFamilies(carried: readonly PortableFamily[]): readonly Family[] {
  const declared = carried.map(({ id, title, source, kinds }) => {
    const own = Object.entries(kinds).filter(([, kind]) => isObject(kind));
    const withoutValidation = own.map(([name, kind]) => [name, { ...kind, validate: () => true }] as const);
    return defineFamily(id, {
      title,
      source,
      kinds: Object.fromEntries(withoutValidation),
      steps: declaredSteps,
      isDeclared: true,
    });
  });
  return declared.length === 0 ? readingFamilies : [...readingFamilies, ...declared];
}
