import type { RunSummary } from '../../../model/run';
import { plain } from '../words';

/** A run's label in the tree. */
export function runTitle({ title, id }: Pick<RunSummary, 'title' | 'id'>): string {
  return plain(title) || plain(id) || 'run';
}

/** A short id: only the beginning of a generated id, which identifies it well enough and leaves room for the rest. */
export function shortId({ id }: Pick<RunSummary, 'id'>): string {
  return /^[\da-f-]{24,}$/i.test(id) ? `${id.slice(0, 8)}…` : plain(id);
}
