import { featureOf } from '../../families/workflow-primitives/registryRules/documentTableRows';
import type {
  RegistryDocument,
  RegistryField,
  RegistryRow,
  RegistrySection,
  RegistryTable,
  RegistryValue,
} from '../../model/registry';
import type { Effect } from '../../model/run';
import type { Span } from '../../model/text';
import { gapsOf, questionsOf, registryLoops } from '../../registry/gaps';
import { decisionsOf, type Handoff, handoffsOf } from '../../registry/handoffs';
import { type Entry, rowCell } from '../../registry/registryRows';
import { hasPlaceholder } from '../../rules/defineRule';
import { isOpenStatus } from '../../runs/stateHistory';
import { t } from '../../shared/l10n';
import type { TreeNode } from '../../shared/lspExtensions';
import { effectLook, type FileAt } from './effectTreeNode';
import { byPriority, LAST, type StateSection } from './runStateSections';
import { documentIcon, workflowIcon } from './treeIcons';
import { treeNodeId } from './treeNodeId';
import { described, fact, plain, tooltip } from './treeNodeTexts';

/** Returns the tree nodes that show the state registry of a workflow, a Markdown file with tables. Each node links to its row in the file. */
export function registryTreeNodes(registry: RegistryDocument, shown: ShownRegistry, fileAt?: FileAt): StateSection[] {
  const gaps = gapsOf(registry);
  const questions = questionsOf(registry);
  const isOpen = ({ status }: { status?: RegistryValue }) => isOpenStatus(status?.text ?? '');
  const handoff = handoffsOf(registry).at(-1);
  return [
    { name: 'fields', nodes: fieldNodes(registry, shown) },
    { name: 'documents', heading: t`Documents`, icon: 'files', nodes: documentNodes(registry, shown, fileAt) },
    {
      name: 'gaps',
      heading: t`Open gaps`,
      icon: 'issues',
      ...(gaps.length > 0 && { none: t`none` }),
      nodes: byPriority(gaps.filter(isOpen), ({ priority }) => priority?.text).map(gap =>
        trackedNode('gap', gap, gap.status?.text, gap.priority?.text, shown),
      ),
    },
    {
      name: 'questions',
      heading: t`Pending questions`,
      icon: 'question',
      ...(questions.length > 0 && { none: t`none` }),
      nodes: byPriority(questions.filter(isOpen), one => cell(one, 'Priority')).map(question =>
        trackedNode('question', question, question.status?.text, cell(question, 'Priority'), shown),
      ),
    },
    { name: 'decisions', heading: t`Last decisions`, icon: 'law', nodes: decisionNodes(registry, shown) },
    {
      name: 'handoff',
      heading: handoff?.from ? t`Last handoff from ${plain(handoff.from, 40)}` : t`Last handoff`,
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
      const facts = [fact(t`Agent`, agent), fact(t`When`, time), fact(t`Why`, rationale)];
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

/** Returns the nodes of a registry's documents, with their status in the registry and on disk. */
function documentNodes(registry: RegistryDocument, shown: ShownRegistry, fileAt?: FileAt): TreeNode[] {
  const tables = registry.sections
    .filter(({ definition }) => definition.id === 'document-availability')
    .flatMap(section => section.tables);
  const feature = featureOf(registry);
  return tables.flatMap(table => table.rows.flatMap(row => documentNode(table, row, { shown, fileAt, feature }) ?? []));
}

interface DocumentNodeOptions {
  shown: ShownRegistry;
  fileAt: FileAt | undefined;
  feature: string | undefined;
}

function documentNode(
  table: RegistryTable,
  row: RegistryRow,
  { shown, fileAt, feature }: DocumentNodeOptions,
): TreeNode | undefined {
  const cell = (name: string) => rowCell({ table, row }, column => column.name === name)?.text ?? '';
  const [name, status, written, changed] = [cell('Document'), cell('Status'), cell('Path'), cell('Last Modified')];
  const path = written || name;
  if (path === '') return undefined;
  const uri = hasPlaceholder(path) ? undefined : fileAt?.(path, shown.uri);
  const agrees = agreement(status, uri, isAbout(path, uri, feature));
  const onDisk = uri === undefined ? undefined : uri === null ? t`missing on disk` : t`on disk`;
  const differs = agrees === false && (uri === null ? t`missing` : t`on disk`);
  return rowNode('documents', row, shown, {
    is: 'document',
    label: plain(name || path),
    ...described(plain(status, 40), differs),
    tooltip: tooltip(
      name || path,
      fact(t`Status`, status),
      fact(t`Path`, path),
      onDisk,
      fact(t`Last modified`, changed),
    ),
    icon: documentIcon(status, agrees),
    copies: path,
    ...(agrees === false && { problems: { error: 0, warning: 1, info: 0 } }),
    ...(typeof uri === 'string' && { uri }),
  });
}

/** Returns whether the disk agrees with the registry; undefined if either is inconclusive. */
function agreement(status: string, uri: string | null | undefined, isAbout: boolean): boolean | undefined {
  if (uri === undefined) return undefined;
  if (status === 'present') return uri !== null;
  return status === 'absent' ? uri === null || !isAbout : undefined;
}

// A bare file name may lead to another file: the plan of the whole repository is not the plan of the feature.
function isAbout(path: string, uri: string | null | undefined, feature: string | undefined): boolean {
  if (/[\\/]./.test(path) || feature === undefined) return true;
  return uri?.includes(`/${encodeURIComponent(feature)}/`) ?? true;
}

/** Returns the nodes of a registry's status: its fields, workflows and loop. */
function fieldNodes(registry: RegistryDocument, shown: ShownRegistry): TreeNode[] {
  const status = registry.sections.filter(({ definition }) => definition.id === 'workflow-status');
  return [
    ...status.flatMap(({ fields }) => fields.filter(({ text }) => text !== '')).map(field => fieldNode(field, shown)),
    ...status.flatMap(({ tables }) => tables.flatMap(table => workflowNodes(table, shown))),
    ...registryLoops(registry).map(({ section, status, reason }) => loopNode(section, status, reason, shown)),
  ];
}

function fieldNode({ name, text, line, definition }: RegistryField, shown: ShownRegistry): TreeNode {
  const icon =
    definition?.format === 'agent'
      ? { id: 'hubot' }
      : definition?.format === 'time'
        ? { id: 'watch' }
        : workflowIcon(text);
  const label = plain(definition?.name ?? name, 40) || t`field`;
  return rowNode('fields', line, shown, {
    is: 'field',
    label,
    ...described(plain(text)),
    tooltip: tooltip(label, fact(t`Value`, text)),
    icon,
  });
}

function workflowNodes(table: RegistryTable, shown: ShownRegistry): TreeNode[] {
  return table.rows.map(row => {
    const cell = (name: string) => rowCell({ table, row }, column => column.name === name)?.text ?? '';
    const [workflow, status, agent, last] = ['Workflow', 'Status', 'Current Agent', 'Last Run'].map(cell);
    const label = plain(workflow ?? '', 40) || t`Workflow`;
    return rowNode('fields', row, shown, {
      is: 'field',
      label,
      ...described(plain(status ?? '', 40), plain(agent ?? '', 40)),
      tooltip: tooltip(label, fact(t`Status`, status), fact(t`Agent`, agent), fact(t`Last run`, last)),
      icon: workflowIcon(status ?? ''),
    });
  });
}

function loopNode(
  section: RegistrySection,
  status: RegistryField,
  reason: RegistryField | undefined,
  shown: ShownRegistry,
): TreeNode {
  const iteration = section.fields.find(({ definition }) => definition?.name === 'Current Iteration')?.text;
  return rowNode('fields', status.line, shown, {
    is: 'field',
    label: t`Loop`,
    ...described(
      plain(status.text, 40),
      iteration && t`iteration ${plain(iteration, 20)}`,
      plain(reason?.text ?? '', 40),
    ),
    tooltip: tooltip(
      t`Priority loop`,
      ...section.fields
        .filter(({ text }) => text !== '')
        .map(({ name, text }) => fact(plain(name, 40).replace(/[^\w ]/g, ''), text)),
    ),
    icon: workflowIcon(status.text === 'completed' || status.text === 'terminated' ? status.text : 'in_progress'),
  });
}

/** Creates a node for a row or another span of a registry. */
function rowNode(
  section: string,
  { start, end }: Span,
  { uri, run }: ShownRegistry,
  look: Omit<TreeNode, 'id' | 'opens' | 'run' | 'leads'>,
): TreeNode {
  return { id: treeNodeId({ is: 'row', section, uri, start, end }), ...look, opens: 'no', run, leads: true };
}

/** The shown registry, and the run that the state belongs to. */
interface ShownRegistry {
  uri: string;
  run: string;
}
