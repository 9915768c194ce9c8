import { useEffect, useState } from 'preact/hooks';
import { useReplayModel } from '../../model/replayModel';
import { useAnswer } from '../../model/useAnswer';

/** The rows in which the words that are looked for stand, and the one that is shown. */
export interface Found {
  words: string;
  rows: readonly number[];
  /** Further rows were not searched. */
  more: boolean;
  /** Its index in `rows`; -1 while there is none. */
  at: number;
  /** The row; undefined where there is none. */
  row: number | undefined;
  move(by: 1 | -1): void;
}

/** Finds words in the conversation of a step or of the run: those of its own field, else those of the search. */
export function useFound(scope: 'step' | 'run'): Found {
  const { answers, step, overview, conversationSoFar, conversationWords, search } = useReplayModel();
  const words = conversationWords.value ?? plainWords(search.query.value);
  const last = Math.max(0, (overview.value?.run.steps ?? 1) - 1);
  const end = scope === 'run' && !conversationSoFar.value ? last : step.value;
  const asked = words.trim() === '' ? undefined : { step: end, in: scope, words };
  const { value, fresh } = useAnswer(answers, 'findSaid', asked);
  const [place, setPlace] = useState(0);
  // Each step and each word begins with its first place.
  useEffect(() => setPlace(0), [words, scope, end]);
  const rows = asked && fresh ? (value?.rows ?? NONE) : NONE;
  const at = rows.length === 0 ? -1 : place % rows.length;
  return {
    words: asked ? words : '',
    rows,
    more: value?.more === true,
    at,
    row: rows[at],
    move: by => rows.length > 0 && setPlace((at + by + rows.length) % rows.length),
  };
}

const NONE: readonly number[] = [];

/** What a search looks for in all texts: without its filters. */
function plainWords(query: string): string {
  return query
    .replace(/-?[a-z]+[:<>=]+(?:"[^"]*"|\S*)/gi, '')
    .replaceAll('"', '')
    .trim();
}
