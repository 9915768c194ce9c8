import type { Context } from '../analysis/analyse';
import type { Analysis } from '../model/analysis';
import type { LastNumber } from '../text/names/nextId';
import type { IndexThread } from '../thread/indexThread';

/**
 * Answers a question whose answer may contain new ids, with what the index knows of the ids of other files. The index is asked
 * for the stems that the answer needs, which is then made again. An example in a Markdown document is numbered by itself.
 */
export async function withFreeIds<T>(
  { file }: Analysis,
  { families }: Context,
  index: Pick<IndexThread, 'query'>,
  ask: (lastNumber: LastNumber) => Promise<T>,
): Promise<T> {
  if (file.lang === 'markdown') return ask(() => 0);
  const written = families.filter(({ kinds }) => kinds.some(({ readOnly }) => !readOnly)).map(({ id }) => id);
  const known = new Map<string, number>();
  for (let round = 0; ; round++) {
    const unknown = new Set<string>();
    const answer = await ask(stem => {
      const last = known.get(stem);
      if (last === undefined) unknown.add(stem);
      return last ?? 0;
    });
    // Ids near an edited place may change meanwhile, but not for ever.
    if (unknown.size === 0 || round === MOST_ROUNDS) return answer;
    for (const stem of unknown) {
      // Without an index, what is near has to do.
      const last = await index.query('lastNumber', { stem, families: written, except: file.uri }).catch(() => 0);
      known.set(stem, last);
    }
  }
}

const MOST_ROUNDS = 3;
