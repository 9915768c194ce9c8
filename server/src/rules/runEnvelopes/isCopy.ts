import type { RunEnvelope } from '../../model/rule';

/** Is this the same envelope once more, in a file beside? Excerpts and backups repeat nothing that was done. */
export function isCopy(one: RunEnvelope, other: RunEnvelope): boolean {
  if (one.file === other.file) return false;
  const [first, second] = [one.draft, other.draft];
  return SAME.every(name => first[name] === second[name]);
}

const SAME = ['kind', 'key', 'at', 'agent', 'peer', 'title', 'outcome', 'duration'] as const;
