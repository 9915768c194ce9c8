import { l10n } from 'vscode';
import { formatNumber, type RunBrief } from '../../../server/src/shared/lspExtensions';
import { truncate, UNPRINTABLE } from '../../../server/src/shared/shownText';
import { statusWord } from '../../../server/src/shared/statusWord';

/** Returns the title of the editor tab that replays a run, without a name while the run is unknown. */
export function panelTitle(run?: Pick<RunBrief, 'id' | 'title'>): string {
  const name = run === undefined ? '' : singleLine(namesOf(run)[0], 60);
  return name ? l10n.t('Replay: {0}', name) : l10n.t('Replay');
}

/** Returns the name of a run, and its other name. The id is the name, unless it is random like a trace id. */
function namesOf({ id, title }: Pick<RunBrief, 'id' | 'title'>): [name: string, other: string] {
  if (title === id || title.trim() === '') return [id, ''];
  return /^[\da-f-]{16,}$/i.test(id) ? [title, id] : [id, title];
}

/** Returns the item for a run in a list of choices: its name, and details that distinguish it. */
export function runChoice(run: RunBrief): RunChoice {
  const { family, status, steps, started, took, files } = run;
  const [name, other] = namesOf(run);
  const facts = [statusWord(status), stepsText(steps), started, took, family].filter(fact => fact !== undefined);
  const detail = [singleLine(other, 120), files.map(file => singleLine(file, 80)).join(', ')];
  return {
    label: singleLine(name, 80) || l10n.t('Run'),
    description: facts.map(fact => singleLine(fact, 60)).join(' · '),
    detail: detail.filter(Boolean).join(' · '),
  };
}

/** Returns the title of a run in a list of its file's runs. */
export function runTitle(run: Pick<RunBrief, 'id' | 'title' | 'steps'>): string {
  const [name, other] = namesOf(run);
  return [singleLine(name, 60) || l10n.t('Run'), singleLine(other, 80), stepsText(run.steps)]
    .filter(Boolean)
    .join(' · ');
}

export interface RunChoice {
  label: string;
  description: string;
  detail: string;
}

/** Shortens text from a file to a single line, without characters that hide, break or reorder the text around it. */
export function singleLine(text: string, maxLength: number): string {
  const line = text
    .slice(0, maxLength * 5)
    .replace(UNPRINTABLE, ' ')
    .trim();
  return truncate(line, maxLength);
}

function stepsText(count: number): string {
  return count === 1 ? l10n.t('1 step') : l10n.t('{0} steps', formatNumber(count));
}

/** Explains that a file has no run, possible reasons, and how to go on. */
export function noRunsMessage(name: string, { reading, isInside }: { reading: boolean; isInside: boolean }): string {
  if (!isInside)
    return l10n.t(
      'No workflow run was found in {0}, which lies outside the folders of this workspace. If it is too large to be opened as text, open it with Trace Replay, or add its folder by "File: Add Folder to Workspace…".',
      name,
    );
  if (reading)
    return l10n.t(
      'The files of this workspace are being read. The runs of {0} are shown as soon as they are found.',
      name,
    );
  return l10n.t(
    'No workflow run was found in {0}. Runs are assembled from messages of agents, tool calls and traces. If it contains any, open it as text and choose its kind with the command "Agent Envelopes: Recognise This File as…". Or is it excluded? See the settings agentEnvelopes.include, exclude and useIgnoreFiles.',
    name,
  );
}
