import type { RunBrief } from '../../../server/src/shared/protocol';
import { truncate, UNPRINTABLE } from '../../../server/src/shared/shownText';

/** The title of a replay's tab; without a name if the run is not known yet. */
export function panelTitle(run?: Pick<RunBrief, 'id' | 'title'>): string {
  const name = run === undefined ? '' : singleLine(namesOf(run)[0], 60);
  return name ? `Replay: ${name}` : 'Replay';
}

/** The name of a run, and its other name. The id is the name unless it is random, like a trace id. */
function namesOf({ id, title }: Pick<RunBrief, 'id' | 'title'>): [name: string, other: string] {
  if (title === id || title.trim() === '') return [id, ''];
  return /^[\da-f-]{16,}$/i.test(id) ? [title, id] : [id, title];
}

/** A run in a list of choices: its name, and details that distinguish it. */
export function runChoice(run: RunBrief): RunChoice {
  const { family, status, steps, started, took, files } = run;
  const [name, other] = namesOf(run);
  const facts = [status, countNoun(steps, 'step'), started, took, family].filter(fact => fact !== undefined);
  const detail = [singleLine(other, 120), files.map(file => singleLine(file, 80)).join(', ')];
  return {
    label: singleLine(name, 80) || 'Run',
    description: facts.map(fact => singleLine(fact, 60)).join(' · '),
    detail: detail.filter(Boolean).join(' · '),
  };
}

/** The title of a run in a list of its file's runs. */
export function runTitle(run: Pick<RunBrief, 'id' | 'title' | 'steps'>): string {
  const [name, other] = namesOf(run);
  return [singleLine(name, 60) || 'Run', singleLine(other, 80), countNoun(run.steps, 'step')]
    .filter(Boolean)
    .join(' · ');
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
  return truncate(line, maxLength);
}

function countNoun(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;
}

/** Explains that a file has no run, possible reasons, and how to go on. */
export function noRunsMessage(name: string, { reading, isInside }: { reading: boolean; isInside: boolean }): string {
  if (!isInside)
    return `No workflow run was found in ${name}, which lies outside the folders of this workspace. If it is too large to be opened as text, open it with Trace Replay, or add its folder by "File: Add Folder to Workspace…".`;
  if (reading)
    return `The files of this workspace are being read. The runs of ${name} are shown as soon as they are found.`;
  return `No workflow run was found in ${name}. Runs are assembled from messages of agents, tool calls and traces. If it contains any, open it as text and choose its kind with the command "Agent Envelopes: Recognise This File as…". Or is it excluded? See the settings agentEnvelopes.include, exclude and useIgnoreFiles.`;
}
