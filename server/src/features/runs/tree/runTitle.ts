import type { RunSummary } from '../../../model/run';
import { plain } from '../words';

/** What a run is called in the tree. */
export function runTitle({ title, id }: Pick<RunSummary, 'title' | 'id'>): string {
  return plain(title) || plain(id) || 'run';
}

/** Its id; of one that a machine drew the beginning, which is enough to tell it by and leaves room for the rest. */
export function shortId({ id }: Pick<RunSummary, 'id'>): string {
  return /^[\da-f-]{24,}$/i.test(id) ? `${id.slice(0, 8)}…` : plain(id);
}
