import type { Effect } from '../../model/run';
import { gapPriority, questionPriority } from '../../registry/vocabularies';
import type { IndexedRun } from '../../runs/assembly/indexedRun';
import { computeRunState, type EffectRef, type RunState } from '../../runs/computeRunState';
import { t } from '../../shared/l10n';
import type { TreeNode } from '../../shared/lspExtensions';
import { approvalWord, statusWord } from '../../shared/statusWord';
import { effectLook, type FileAt } from './effectTreeNode';
import { usageText } from './stepTreeNode';
import { shownStatus, statusIcon } from './treeIcons';
import { treeNodeId } from './treeNodeId';
import { plain } from './treeNodeTexts';

/**
 * Returns the state of a run without a registry as sections of tree nodes: the fold of the effects of all steps.
 *
 * @param now in milliseconds since 1970
 */
export function runStateSections(run: IndexedRun, now: number, fileAt?: FileAt): StateSection[] {
  const { key } = run.summary;
  const status = shownStatus(run.summary, now);
  const state = computeRunState(run);
  const { agent, approval, budget, handoff, usage } = state;
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
  const effectNode = (section: string, { step, effect: place, ...effect }: Effect & EffectRef): TreeNode => ({
    id: effectNodeId(key, section, { step, effect: place }),
    ...effectLook(effect, run.step(step).envelopes[0]?.uri, fileAt),
    opens: 'no',
    run: key,
    step,
    leads: true,
  });
  const used = usageText([{ do: 'usage', ...usage }]);
  const fields = [
    ...(run.summary.steps > 0 ? [field(t`Status`, statusWord(status), statusIcon(status))] : []),
    ...(agent ? [field(t`Agent`, agent.name, { id: 'hubot' }, agent)] : []),
    ...(approval ? [field(t`Approval`, approvalWord(approval.state), { id: 'person' }, approval)] : []),
    ...(budget ? [field(t`Budget`, budget.state, { id: 'dashboard' }, budget)] : []),
    ...(used ? [field(t`Used`, used, { id: 'graph' })] : []),
  ];
  const listOf = (name: string, effects: readonly (Effect & EffectRef)[]) =>
    effects.map(effect => effectNode(name, effect));
  const openOnes = (name: string, look: { heading: string; icon: string }, all: RunState['gaps' | 'questions']) => ({
    name,
    ...look,
    ...(all.length > 0 && { none: t`none` }),
    nodes: listOf(
      name,
      byPriority(
        [...all].filter(({ open }) => open),
        ({ priority }) => priority,
      ),
    ),
  });
  return [
    { name: 'fields', nodes: fields },
    { name: 'documents', heading: t`Documents`, icon: 'files', nodes: listOf('documents', state.documents) },
    openOnes('gaps', { heading: t`Open gaps`, icon: 'issues' }, state.gaps),
    openOnes('questions', { heading: t`Open questions`, icon: 'question' }, state.questions),
    { name: 'artifacts', heading: t`Artifacts`, icon: 'file-code', nodes: listOf('artifacts', state.artifacts) },
    {
      name: 'decisions',
      heading: t`Last decisions`,
      icon: 'law',
      nodes: listOf('decisions', state.decisions.slice(-LAST).reverse()),
    },
    {
      name: 'handoff',
      heading: t`Last handoff`,
      icon: 'arrow-right',
      nodes: handoff ? [effectNode('handoff', handoff)] : [],
    },
    { name: 'notes', heading: t`Last notes`, icon: 'note', nodes: listOf('notes', state.notes.slice(-LAST).reverse()) },
  ];
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
