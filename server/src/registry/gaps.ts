import type { CellDefinition } from '../model/registry';
import type { RegistryDocument, RegistryTable, RegistryValue } from '../model/registryDocument';
import { memoizeByObject } from '../text/memoize';
import { vocabularyWord } from './closestWord';
import { type Entry, idsNamedAt, isSure, rowCell, sectionEntries, type TableRow } from './entries';
import { canonicalId } from './ids';
import { gapPriority, gapStatus } from './vocabularies';

/** A row of a queue of gaps. */
export interface Gap extends Entry {
  status?: RegistryValue;
  priority?: RegistryValue;
  /** The questions that it names. */
  questions: string[];
  /** The items of checklists, and the checks, that found it. */
  items: string[];
}

/** A row of the questions for the user. */
export interface Question extends Entry {
  status?: RegistryValue;
  /** The cell that says what the question is for. */
  source?: RegistryValue;
  /** The gaps that it names. */
  gaps: string[];
  /** The items of checklists that it names. */
  items: string[];
}

/** The gaps in all queues of a registry. */
export const gapsOf = memoizeByObject((registry: RegistryDocument): Gap[] =>
  sectionEntries(registry, 'gap').map(entry => {
    const status = sureCellOf(entry, ({ vocabulary }) => vocabulary === gapStatus);
    const priority = sureCellOf(entry, ({ vocabulary }) => vocabulary === gapPriority);
    return {
      ...entry,
      ...(status && { status }),
      ...(priority && { priority }),
      questions: idsOf(registry, entry, 'question'),
      items: [...idsOf(registry, entry, 'checklist'), ...idsOf(registry, entry, 'check')],
    };
  }),
);

/** The questions of a registry, whatever has become of them. */
export const questionsOf = memoizeByObject((registry: RegistryDocument): Question[] =>
  sectionEntries(registry, 'question').map(entry => {
    const status = sureCellOf(entry, ({ name }) => name === 'Status');
    const source = sureCellOf(entry, isSource);
    return {
      ...entry,
      ...(status && { status }),
      ...(source && { source }),
      gaps: idsOf(registry, entry, 'gap'),
      items: [...idsOf(registry, entry, 'checklist'), ...idsOf(registry, entry, 'check')],
    };
  }),
);

/** Does a question ask about a gap? By their ids, in whatever cell of the two that refers to something. */
export function asksAbout(question: Question, gap: Gap): boolean {
  if (question.gaps.includes(gap.id) || gap.questions.includes(question.id)) return true;
  return question.items.some(item => gap.items.includes(item));
}

/** Does a question wait for its answer? Undefined where its status doesn't say. */
export function isOpen({ status }: Question): boolean | undefined {
  const word = vocabularyWord(status);
  if (word === 'pending' || word === 'awaiting_answer') return true;
  return word === 'answered' || word === 'deferred' ? false : undefined;
}

/** Do the tables of questions say which gaps these are for? */
export function questionsNameGaps(tables: readonly Omit<TableRow, 'row'>[], questions: readonly Question[]): boolean {
  return tables.some(({ table }) => hasColumn(table, isSource) && namesItsGaps(table, questions));
}

// Some registries name there the agent that asks. Then the column says nothing of gaps.
function namesItsGaps(table: RegistryTable, questions: readonly Question[]): boolean {
  const said = questions.filter(one => one.table === table && isAboutGaps(one) && (one.source?.text ?? '') !== '');
  return said.length === 0 || said.some(({ gaps, items }) => gaps.length > 0 || items.length > 0);
}

/** Questions about gaps are named after the iteration that asked them; the others come from agents. */
export function isAboutGaps({ id }: Entry): boolean {
  return id.startsWith('C');
}

/** Is it the column Source or Gaps, which says what gaps a question is for? */
export function isSource({ defines, refers = [] }: CellDefinition): boolean {
  return !defines && refers.includes('gap');
}

/** Is it the column Clarification, which says what question is about the gap? */
export function isClarification({ name }: CellDefinition): boolean {
  return name === 'Clarification';
}

export function hasColumn({ columns }: RegistryTable, isMeant: (column: CellDefinition) => boolean): boolean {
  return columns.some(({ definition }) => definition && isMeant(definition));
}

function sureCellOf(entry: Entry, isMeant: (column: CellDefinition) => boolean): RegistryValue | undefined {
  return isSure(entry) ? rowCell(entry, isMeant) : undefined;
}

// The cell with the own id may name others besides: `C2.1 (covers G-001, G-002)`.
function idsOf(registry: RegistryDocument, { table, row }: Entry, kind: 'gap' | 'question' | 'checklist' | 'check') {
  return row.values.flatMap((value, index) => {
    const { defines, refers = [] } = table.columns[index]?.definition ?? {};
    if (!defines && !refers.includes(kind)) return [];
    return idsNamedAt(registry, value).flatMap(one => (one.kind === kind ? canonicalId(one.id) : []));
  });
}
