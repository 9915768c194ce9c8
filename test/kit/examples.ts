import type { Kind, Variant } from '../../server/src/model/kind';
import { allKinds } from './testContext';

export interface Example {
  kind: Kind;
  /** The kind itself, or the dialect that the example is written in. */
  shape: Kind | Variant;
  value: Record<string, unknown>;
}

/** The full examples that the schemas carry, of every kind and every dialect; also of what says something about envelopes. */
export const allExamples: readonly Example[] = allKinds.flatMap(kind =>
  (kind.variants ?? [kind]).flatMap(shape =>
    (shape.schema.examples ?? []).map(value => ({ kind, shape, value: value as Record<string, unknown> })),
  ),
);

/** Those of envelopes: they are known by what stands in them, wherever it stands. */
export const examples: readonly Example[] = allExamples.filter(({ kind }) => !kind.fileNames);

/** The first full example of a kind. */
export function exampleOf(kindId: string): Record<string, unknown> {
  const example = allExamples.find(({ kind }) => kind.id === kindId);
  if (!example) throw new Error(`no example of ${kindId}`);
  return example.value;
}
