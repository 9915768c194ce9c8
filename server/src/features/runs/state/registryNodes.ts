import type { RegistryDocument, RegistryValue } from '../../../model/registryDocument';
import type { Effect } from '../../../model/run';
import { decisionsOf } from '../../../registry/decisions';
import { type Entry, rowCell } from '../../../registry/entries';
import { gapsOf, questionsOf } from '../../../registry/gaps';
import { type Handoff, handoffsOf } from '../../../registry/handoffs';
import { isOpenStatus } from '../../../runs/state/openStatus';
import type { TreeNode } from '../../../shared/protocol';
import { effectLook, type FileAt } from '../tree/effectNode';
import { described, fact, plain, tooltip } from '../words';
import { documentNodes } from './registryDocuments';
import { fieldNodes } from './registryFields';
import { rowNode, type ShownRegistry } from './rowNode';
import { byPriority } from './statePriority';
import { LAST, type StateSection } from './stateSection';

/** The state in a registry; each node links to its row. */
export function registryNodes(registry: RegistryDocument, shown: ShownRegistry, fileAt?: FileAt): StateSection[] {
  const gaps = gapsOf(registry);
  const questions = questionsOf(registry);
  const isOpen = ({ status }: { status?: RegistryValue }) => isOpenStatus(status?.text ?? '');
  const handoff = handoffsOf(registry).at(-1);
  return [
    { name: 'fields', nodes: fieldNodes(registry, shown) },
    { name: 'documents', heading: 'Documents', icon: 'files', nodes: documentNodes(registry, shown, fileAt) },
    {
      name: 'gaps',
      heading: 'Open gaps',
      icon: 'issues',
      ...(gaps.length > 0 && { none: 'none' }),
      nodes: byPriority(gaps.filter(isOpen), ({ priority }) => priority?.text).map(gap =>
        trackedNode('gap', gap, gap.status?.text, gap.priority?.text, shown),
      ),
    },
    {
      name: 'questions',
      heading: 'Pending questions',
      icon: 'question',
      ...(questions.length > 0 && { none: 'none' }),
      nodes: byPriority(questions.filter(isOpen), one => cell(one, 'Priority')).map(question =>
        trackedNode('question', question, question.status?.text, cell(question, 'Priority'), shown),
      ),
    },
    { name: 'decisions', heading: 'Last decisions', icon: 'law', nodes: decisionNodes(registry, shown) },
    {
      name: 'handoff',
      heading: ['Last handoff', handoff?.from && `from ${plain(handoff.from, 40)}`].filter(Boolean).join(' '),
      icon: 'arrow-right',
      nodes: handoff ? handoffNodes(handoff, shown) : [],
    },
  ];
}

function cell({ table, row }: Pick<Entry, 'table' | 'row'>, name: string): string | undefined {
  return rowCell({ table, row }, column => column.name === name)?.text;
}

// Queues use several column names for the text of a gap.
function trackedNode(
  is: 'gap' | 'question',
  entry: Entry,
  status = '',
  priority: string | undefined,
  shown: ShownRegistry,
): TreeNode {
  const text = ABOUT.map(name => cell(entry, name)).find(Boolean);
  const effect: Effect = { do: is, id: entry.id, status, ...(text && { text }), ...(priority && { priority }) };
  // Several entries may share a row, so the span starts at the entry.
  return rowNode(`${is}s`, { start: entry.at.start, end: entry.row.end }, shown, effectLook(effect));
}

const ABOUT = ['Question', 'Description', 'Question Summary', 'Resolution', 'Options'];

function decisionNodes(registry: RegistryDocument, shown: ShownRegistry): TreeNode[] {
  const decisions = decisionsOf(registry).filter(({ text }) => text !== '');
  return decisions
    .slice(-LAST)
    .reverse()
    .map(({ at, time, agent, text, rationale }) => {
      const facts = [fact('Agent', agent), fact('When', time), fact('Why', rationale)];
      return rowNode('decisions', at, shown, {
        is: 'decision',
        label: plain(text),
        ...described(plain(agent, 40)),
        tooltip: tooltip(text, ...facts),
        icon: { id: 'law' },
      });
    });
}

function handoffNodes({ at, to, notes }: Handoff, shown: ShownRegistry): TreeNode[] {
  const carried = notes.map(({ start, end, text }) =>
    rowNode('handoff', { start, end }, shown, effectLook({ do: 'note', text: text.replace(/\*\*|`/g, '') })),
  );
  return to === '' ? carried : [...carried, rowNode('handoff to', at, shown, effectLook({ do: 'handoff', to }))];
}
