import type { RunBrief } from '../../../../server/src/shared/protocol';

/** The title of a replay's tab; without an id if the run is not known yet. */
export function panelTitle(id?: string): string {
  const name = id === undefined ? '' : singleLine(id, 60);
  return name ? `Replay: ${name}` : 'Replay';
}

/** A run in a list of choices: its name, and details that distinguish it. */
export function runChoice({ id, title, family, status, steps, started, took, files }: RunBrief): RunChoice {
  const facts = [status, countNoun(steps, 'step'), started, took, family].filter(fact => fact !== undefined);
  const detail = [title === id ? '' : singleLine(title, 120), files.map(file => singleLine(file, 80)).join(', ')];
  return {
    label: singleLine(id, 80) || 'Run',
    description: facts.map(fact => singleLine(fact, 60)).join(' · '),
    detail: detail.filter(Boolean).join(' · '),
  };
}

/** The title of a run in a list of its file's runs. */
export function runTitle({ id, title, steps }: Pick<RunBrief, 'id' | 'title' | 'steps'>): string {
  const name = singleLine(id, 60) || 'Run';
  const subtitle = title === id ? '' : singleLine(title, 80);
  return [name, subtitle, countNoun(steps, 'step')].filter(Boolean).join(' · ');
}

export interface RunChoice {
  label: string;
  description: string;
  detail: string;
}

/** Text from a file as a single line, without characters that hide, break or reorder the surrounding text. */
export function singleLine(text: string, maxLength: number): string {
  const line = text
    .slice(0, maxLength * 5)
    .replace(UNPRINTABLE, ' ')
    .trim();
  return line.length > maxLength ? `${line.slice(0, maxLength - 1).replace(HALF_A_PAIR, '')}…` : line;
}

// Control characters, lone surrogates, and characters that are invisible or change the direction of writing.
const UNPRINTABLE = /[\s\p{Cc}\p{Cs}\p{Bidi_Control}\u200B\u2060-\u206F\uFEFF]+/gu;
const HALF_A_PAIR = /[\uD800-\uDBFF]$/;

function countNoun(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;
}
