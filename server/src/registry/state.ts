import type { CellDefinition } from '../model/registry';
import type { RegistryDocument } from '../model/registryDocument';
import type { RegistryState, RunStatus } from '../model/run';

/** What a registry says of the runs it belongs to. */
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

/** A section as far as a state rests on it. */
export interface SectionWords {
  /** Of its definition. */
  id: string;
  fields: { cell: CellDefinition | undefined; text: string }[];
  tables: { columns: (CellDefinition | undefined)[]; rows: string[][] }[];
}

/**
 * The state that the words of a registry tell. A workflow has the status that stands in its row or, of the only one, in
 * the fields; where these say nothing of it, that of its loop.
 *
 * @param title the heading of level 1 that the document begins with
 */
export function stateFromSections(title: string, sections: readonly SectionWords[]): RegistryState {
  const field = (id: string, name: string) => fieldIn(sections, id, name);
  const own = field('metadata', 'Workflow');
  const workflows = rowsOf(sections, own);
  if (workflows.size === 0) {
    const status = statusOf(field('workflow-status', 'Status'));
    const ofWorkflow = status === 'unknown' ? statusOf(field('workflow-status', 'Current Phase'), true) : status;
    const loop = LOOPS.find(({ section, cell }) => field(section, cell));
    if (own || ofWorkflow !== 'unknown') workflows.set(own || loop?.workflow || '', ofWorkflow);
  }
  for (const { section, cell, workflow } of LOOPS) {
    const word = field(section, cell);
    if (word && (workflows.get(workflow) ?? 'unknown') === 'unknown') workflows.set(workflow, statusOf(word, true));
  }
  return {
    feature: field('metadata', 'Feature ID') || said(/^Feature Index:(.*)/.exec(title)?.[1]?.trim()),
    workflows: [...workflows].map(([name, status]) => ({ name, status })),
  };
}

/** Sections of one workflow each, with the field that says where it is. */
const LOOPS = [
  { section: 'priority-loop-state', cell: 'Loop Status', workflow: 'specify' },
  { section: 'plan-phase-state', cell: 'Status', workflow: 'plan' },
  { section: 'tasks-phase-state', cell: 'Status', workflow: 'tasks' },
];

/** The ids of the sections that a state rests on. */
export const STATE_SECTIONS: ReadonlySet<string> = new Set([
  'metadata',
  'workflow-status',
  ...LOOPS.map(({ section }) => section),
]);

function fieldIn(sections: readonly SectionWords[], id: string, name: string): string {
  for (const section of sections) {
    if (section.id !== id) continue;
    for (const { cell, text } of section.fields) if (cell?.name === name && said(text)) return text;
  }
  return '';
}

// A table without a column of workflows speaks of the only one.
function rowsOf(sections: readonly SectionWords[], own: string): Map<string, RunStatus> {
  const found = new Map<string, RunStatus>();
  for (const { id, tables } of sections) {
    if (id !== 'workflow-status') continue;
    for (const { columns, rows } of tables) {
      const name = columns.findIndex(column => column?.name === 'Workflow');
      const status = columns.findIndex(column => column?.name === 'Status');
      for (const row of rows) {
        const workflow = name < 0 ? own : said(row[name]);
        if (workflow) found.set(workflow, statusOf(row[status]));
      }
    }
  }
  return found;
}

// A place held for a value, or left out, says nothing.
function said(text: string | undefined): string {
  return text === undefined || /^\.\.\.|\{/.test(text) ? '' : text;
}

/** @param isPhase every word that names no end is a phase that something is in */
function statusOf(word: string | undefined, isPhase = false): RunStatus {
  return STATUSES.get(said(word)) ?? (isPhase && word && /^\w[\w -]*$/.test(word) ? 'running' : 'unknown');
}

const STATUSES: ReadonlyMap<string, RunStatus> = new Map([
  ['not_started', 'unknown'],
  ['in_progress', 'running'],
  ['completed', 'succeeded'],
  ['blocked', 'blocked'],
  ['terminated', 'cancelled'],
]);
