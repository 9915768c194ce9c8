import { gapPriority, questionPriority } from '../../registry/vocabularies';
import type { IndexedRun } from '../../runs/assembly/indexedRun';
import { type EffectRef, isOpenEffect, type Section, stateHistory, type Version } from '../../runs/stateHistory';
import { t } from '../../shared/l10n';
import type { TreeNode } from '../../shared/lspExtensions';
import { approvalWord, statusWord } from '../../shared/statusWord';
import { effectLook, type FileAt } from './effectTreeNode';
import { usageText } from './stepTreeNode';
import { shownStatus, statusIcon } from './treeIcons';
import { treeNodeId } from './treeNodeId';
import { plain } from './treeNodeTexts';

/**
 * Returns the tree nodes that show the state of a workflow run without a state registry. The state is the sum of the changes that all steps made.
 *
 * @param now in milliseconds since 1970
 */
export function runStateSections(run: IndexedRun, now: number, fileAt?: FileAt): StateSection[] {
  const { key } = run.summary;
  const status = shownStatus(run.summary, now);
  const { sections, ...history } = stateHistory(run);
  const [agent, handoff] = [history.agent.at(-1), history.handoff.at(-1)];
  const [approval, budget, usage] = [history.approval.at(-1), history.budget.at(-1), history.usage.at(-1)];
  const field = (label: string, value: string, icon: NonNullable<TreeNode['icon']>, by?: EffectRef): TreeNode => ({
    id: by
      ? effectNodeId(key, 'fields', by, label)
      : treeNodeId({ is: 'section', run: key, section: `field ${label}` }),
    is: 'field',
    label,
    description: plain(value),
    icon,
    opens: 'no',
    run: key,
    ...(by && { step: by.step, leads: true }),
  });
  const effectNode = (section: string, { step, effect, details }: Version): TreeNode => ({
    id: effectNodeId(key, section, { step, effect }),
    ...effectLook(details, run.step(step).envelopes[0]?.uri, fileAt),
    opens: 'no',
    run: key,
    step,
    leads: true,
  });
  const used = usage && usageText([{ do: 'usage', tokens: usage.tokens, cost: usage.cost }]);
  const fields = [
    ...(run.summary.steps > 0 ? [field(t`Status`, statusWord(status), statusIcon(status))] : []),
    ...(agent ? [field(t`Agent`, agent.name, { id: 'hubot' }, agent)] : []),
    ...(approval ? [field(t`Approval`, approvalWord(approval.details.state), { id: 'person' }, approval)] : []),
    ...(budget ? [field(t`Budget`, budget.details.state, { id: 'dashboard' }, budget)] : []),
    ...(used ? [field(t`Used`, used, { id: 'graph' })] : []),
  ];
  const listOf = (name: string, versions: readonly Version[]) => versions.map(version => effectNode(name, version));
  const openOnes = (name: 'gaps' | 'questions', look: { heading: string; icon: string }) => {
    const all = latestIn(sections[name]);
    const open = all.filter(({ details }) => isOpenEffect(details));
    const nodes = listOf(name, byPriority(open, priorityOf));
    return { name, ...look, ...(all.length > 0 && { none: t`none` }), nodes };
  };
  const lastOnes = (name: 'decisions' | 'notes') => listOf(name, latestIn(sections[name]).slice(-LAST).reverse());
  const { documents, artifacts } = sections;
  return [
    { name: 'fields', nodes: fields },
    { name: 'documents', heading: t`Documents`, icon: 'files', nodes: listOf('documents', latestIn(documents)) },
    openOnes('gaps', { heading: t`Open gaps`, icon: 'issues' }),
    openOnes('questions', { heading: t`Open questions`, icon: 'question' }),
    { name: 'artifacts', heading: t`Artifacts`, icon: 'file-code', nodes: listOf('artifacts', latestIn(artifacts)) },
    { name: 'decisions', heading: t`Last decisions`, icon: 'law', nodes: lastOnes('decisions') },
    {
      name: 'handoff',
      heading: t`Last handoff`,
      icon: 'arrow-right',
      nodes: handoff ? [effectNode('handoff', handoff)] : [],
    },
    { name: 'notes', heading: t`Last notes`, icon: 'note', nodes: lastOnes('notes') },
  ];
}

/** Returns the last version of each thing in a section. */
function latestIn({ things }: Section): Version[] {
  return things.map(thing => thing.at(-1) as Version);
}

function priorityOf({ details }: Version): string | undefined {
  return 'priority' in details ? details.priority : undefined;
}

function effectNodeId(run: string, section: string, { step, effect }: EffectRef, label = ''): string {
  return treeNodeId({ is: 'told', section: section + label, run, step, effect });
}

/** Sorts by priority, in the protocols' words; entries without a known word come last. Stable. */
export function byPriority<T>(all: readonly T[], priorityOf: (one: T) => string | undefined): T[] {
  const rank = (one: T) => RANKS.get(priorityOf(one)?.toLowerCase() ?? '') ?? RANKS.size;
  return all.toSorted((a, b) => rank(a) - rank(b));
}

const RANKS: ReadonlyMap<string, number> = new Map(
  [gapPriority, questionPriority].flatMap(({ words }) => words.map(({ word }, rank) => [word.toLowerCase(), rank])),
);

/** A section of a state: nodes, with or without a heading. */
export interface StateSection {
  name: string;
  /** The heading; without a heading, the nodes are roots. */
  heading?: string;
  icon?: string;
  /** The description of the section when empty; if absent, an empty section is left out. */
  none?: string;
  nodes: readonly TreeNode[];
}

/** The number of last entries that are shown of lists that only grow. */
export const LAST = 5;
