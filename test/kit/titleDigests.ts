import type { TextDigests } from '../../server/src/runs/assembly/digestEnvelopeTexts';

/** Digests of envelopes without texts: those with equal titles are equal. */
export const titleDigests: TextDigests = envelopes => new Map(envelopes.map(({ entry }) => [entry, entry.title]));

/** Digests of envelopes whose texts can't be read: none are copies. */
export const noDigests: TextDigests = () => new Map();
