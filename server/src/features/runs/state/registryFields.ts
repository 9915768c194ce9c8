import type { RegistryDocument, RegistryField, RegistrySection, RegistryTable } from '../../../model/registryDocument';
import { rowCell } from '../../../registry/entries';
import { registryLoops } from '../../../registry/loop';
import type { TreeNode } from '../../../shared/protocol';
import { workflowIcon } from '../icons';
import { described, fact, plain, tooltip } from '../words';
import { rowNode, type ShownRegistry } from './rowNode';

/** The nodes of a registry's status: its fields, workflows and loop. */
export function fieldNodes(registry: RegistryDocument, shown: ShownRegistry): TreeNode[] {
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
  const label = plain(definition?.name ?? name, 40) || 'field';
  return rowNode('fields', line, shown, {
    is: 'field',
    label,
    ...described(plain(text)),
    tooltip: tooltip(label, fact('Value', text)),
    icon,
  });
}

function workflowNodes(table: RegistryTable, shown: ShownRegistry): TreeNode[] {
  return table.rows.map(row => {
    const cell = (name: string) => rowCell({ table, row }, column => column.name === name)?.text ?? '';
    const [workflow, status, agent, last] = ['Workflow', 'Status', 'Current Agent', 'Last Run'].map(cell);
    const label = plain(workflow ?? '', 40) || 'Workflow';
    return rowNode('fields', row, shown, {
      is: 'field',
      label,
      ...described(plain(status ?? '', 40), plain(agent ?? '', 40)),
      tooltip: tooltip(label, fact('Status', status), fact('Agent', agent), fact('Last run', last)),
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
    label: 'Loop',
    ...described(
      plain(status.text, 40),
      iteration && `iteration ${plain(iteration, 20)}`,
      plain(reason?.text ?? '', 40),
    ),
    tooltip: tooltip(
      'Priority loop',
      ...section.fields
        .filter(({ text }) => text !== '')
        .map(({ name, text }) => fact(plain(name, 40).replace(/[^\w ]/g, ''), text)),
    ),
    icon: workflowIcon(status.text === 'completed' || status.text === 'terminated' ? status.text : 'in_progress'),
  });
}
