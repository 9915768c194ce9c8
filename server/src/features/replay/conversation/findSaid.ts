import type { ReplayQuestions } from '../../../shared/replay';
import type { ReplayContext } from '../context/replayContext';
import { speakingUpTo } from './conversation';
import { addedTexts, addition, rowTexts } from './exchange';

/** The rows of a conversation in which words are, in any case. Throws RangeError if there is no such step. */
export function findSaid(
  replay: ReplayContext,
  params: ReplayQuestions['findSaid']['params'],
): ReplayQuestions['findSaid']['answer'] {
  const { step, words } = params;
  const wanted = searchable(String(words).slice(0, LONGEST_WORDS));
  if (wanted === '') return { rows: [] };
  const has = (text: string) => searchable(text).includes(wanted);
  return params.in === 'run' ? findInRun(replay, step, has) : findInStep(replay, step, has);
}

const LONGEST_WORDS = 500;
const MOST_ROWS = 1000;
/** The characters of envelopes that are searched for one answer. */
const MOST_READ = 40_000_000;

type Has = (text: string) => boolean;

function findInStep(replay: ReplayContext, step: number, has: Has): ReplayQuestions['findSaid']['answer'] {
  const rows = rowTexts(replay, step).flatMap((texts, row) => (texts.some(has) ? [row] : []));
  return { rows: rows.slice(0, MOST_ROWS), ...(rows.length > MOST_ROWS && { more: true }) };
}

function findInRun(replay: ReplayContext, step: number, has: Has): ReplayQuestions['findSaid']['answer'] {
  const speaking = speakingUpTo(replay, step);
  const rows: number[] = [];
  let read = 0;
  for (let row = 0; row < speaking.length; row++) {
    if (rows.length === MOST_ROWS || read > MOST_READ) return { rows, more: true };
    const index = speaking[row] as number;
    const added = addition(replay, index);
    read += added.characters;
    if (has(replay.run.step(index).title) || addedTexts(added).some(has)) rows.push(row);
  }
  return { rows };
}

/** Without the marks of Markdown, which are not shown, and on one line, as a phrase is typed. */
function searchable(text: string): string {
  return text.replace(/[*_`]/g, '').replace(/\s+/g, ' ').trim().toLowerCase();
}
