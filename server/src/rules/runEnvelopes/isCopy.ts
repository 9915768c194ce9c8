import type { RunEnvelope } from '../../model/rule';

/** Returns whether it is a copy of an envelope in a sibling file. Excerpts and backups are no repetitions. */
export function isCopy(one: RunEnvelope, other: RunEnvelope): boolean {
  if (one.file === other.file) return false;
  const [first, second] = [one.draft, other.draft];
  return SAME.every(name => first[name] === second[name]);
}

const SAME = ['kind', 'key', 'at', 'agent', 'peer', 'title', 'outcome', 'duration'] as const;
