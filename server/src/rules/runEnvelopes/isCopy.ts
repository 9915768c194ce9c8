import type { RunEnvelope } from '../../model/rule';

/** Returns whether two envelopes are copies in different files, such as excerpts and backups, which repeat nothing. */
export function isCopy(first: RunEnvelope, second: RunEnvelope): boolean {
  if (first.file === second.file) return false;
  return COMPARED.every(name => first.draft[name] === second.draft[name]) && titleOf(first) === titleOf(second);
}

const COMPARED = ['kind', 'key', 'at', 'agent', 'peer', 'outcome', 'duration'] as const;

function titleOf(envelope: RunEnvelope): string {
  return envelope.ask(({ title }) => title);
}
