import type { CellDefinition, RegistryDocument } from '../model/registry';
import type { RegistryState, RunStatus } from '../model/run';
import { renderedText } from './renderedText';

/** Reads, from a state registry (`index.md`), the state of a feature's workflow runs, such as which of them run or have failed. */
export function registryState({ markdown, sections }: RegistryDocument): RegistryState {
  const [first] = markdown.headings;
  return stateFromSections(
    first?.level === 1 ? markdown.text.slice(first.text.start, first.text.end) : '',
    sections.map(({ definition, fields, tables }) => ({
      id: definition.id,
      fields: fields.map(({ definition: cell, text }) => ({ cell, text })),
      tables: tables.map(({ columns, rows }) => ({
        columns: columns.map(column => column.definition),
        rows: rows.map(({ values }) => values.map(({ text }) => text)),
      })),
    })),
  );
}

/** The texts of a section, as far as they determine the state. */
export interface SectionWords {
  /** The id of the section's definition. */
  id: string;
  fields: { cell: CellDefinition | undefined; text: string }[];
  tables: { columns: (CellDefinition | undefined)[]; rows: string[][] }[];
}

/**
 * Returns the state that a registry's sections describe. The status of a workflow comes from its row, or from the fields if
 * the registry describes a single workflow; otherwise from the workflow's loop or phase section.
 *
 * @param title the document's first heading, of level 1
 */
export function stateFromSections(title: string, sections: readonly SectionWords[]): RegistryState {
  const field = (id: string, name: string) => fieldIn(sections, id, name);
  const ownWorkflow = field('metadata', 'Workflow');
  const workflows = workflowStatuses(sections, ownWorkflow);
  if (workflows.size === 0) {
    const status = statusOf(field('workflow-status', 'Status'));
    const ownStatus = status === 'unknown' ? statusOf(field('workflow-status', 'Current Phase'), true) : status;
    const loop = LOOPS.find(({ section, cell }) => field(section, cell));
    if (ownWorkflow || ownStatus !== 'unknown') workflows.set(ownWorkflow || loop?.workflow || '', ownStatus);
  }
  for (const { section, cell, workflow } of LOOPS) {
    const word = field(section, cell);
    if (word && (workflows.get(workflow) ?? 'unknown') === 'unknown') workflows.set(workflow, statusOf(word, true));
  }
  return {
    feature:
      field('metadata', 'Feature ID') ||
      unlessPlaceholder(/^Feature Index:(.*)/.exec(renderedText(title))?.[1]?.trim()),
    workflows: [...workflows].map(([name, status]) => ({ name, status })),
  };
}

/** The sections that belong to one workflow, with their status field. */
const LOOPS = [
  { section: 'priority-loop-state', cell: 'Loop Status', workflow: 'specify' },
  { section: 'plan-phase-state', cell: 'Status', workflow: 'plan' },
  { section: 'tasks-phase-state', cell: 'Status', workflow: 'tasks' },
];

/** The ids of the sections that determine the state. */
export const STATE_SECTIONS: ReadonlySet<string> = new Set([
  'metadata',
  'workflow-status',
  ...LOOPS.map(({ section }) => section),
]);

function fieldIn(sections: readonly SectionWords[], id: string, name: string): string {
  for (const section of sections) {
    if (section.id !== id) continue;
    for (const { cell, text } of section.fields) if (cell?.name === name && unlessPlaceholder(text)) return text;
  }
  return '';
}

// A table without a workflow column describes the only workflow.
function workflowStatuses(sections: readonly SectionWords[], ownWorkflow: string): Map<string, RunStatus> {
  const statuses = new Map<string, RunStatus>();
  for (const { id, tables } of sections) {
    if (id !== 'workflow-status') continue;
    for (const { columns, rows } of tables) {
      const name = columns.findIndex(column => column?.name === 'Workflow');
      const status = columns.findIndex(column => column?.name === 'Status');
      for (const row of rows) {
        const workflow = name < 0 ? ownWorkflow : unlessPlaceholder(row[name]);
        if (workflow) statuses.set(workflow, statusOf(row[status]));
      }
    }
  }
  return statuses;
}

// Returns a text, or the empty string for a placeholder or an elided value.
function unlessPlaceholder(text: string | undefined): string {
  return text === undefined || /^\.\.\.|\{/.test(text) ? '' : text;
}

/** @param isPhase whether a word that is no status names the current phase, so that the workflow is running */
function statusOf(word: string | undefined, isPhase = false): RunStatus {
  return STATUSES.get(unlessPlaceholder(word)) ?? (isPhase && word && /^\w[\w -]*$/.test(word) ? 'running' : 'unknown');
}

const STATUSES: ReadonlyMap<string, RunStatus> = new Map([
  ['not_started', 'unknown'],
  ['in_progress', 'running'],
  ['completed', 'succeeded'],
  ['blocked', 'blocked'],
  ['terminated', 'cancelled'],
]);
