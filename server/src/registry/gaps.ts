import type {
  CellDefinition,
  RegistryDocument,
  RegistryField,
  RegistrySection,
  RegistryTable,
  RegistryValue,
} from '../model/registry';
import type { FixPlan } from '../model/rule';
import { t } from '../shared/l10n';
import { memoizeByObject } from '../text/memoize';
import { vocabularyWord } from './closestWord';
import { parseMoment } from './registryCells';
import { addField, setValue } from './registryEdits';
import { canonicalId } from './registryIds';
import { type Entry, idsNamedAt, isCompleteRow, rowCell, sectionEntries, type TableRow } from './registryRows';
import { gapPriority, gapStatus } from './vocabularies';

/** A gap: a row in a state registry's tables of gaps. A workflow notes there what is unclear or missing in its documents. */
export interface Gap extends Entry {
  status?: RegistryValue;
  priority?: RegistryValue;
  /** The ids of its questions. */
  questions: string[];
  /** The checklist items and checks that found it. */
  items: string[];
}

/** A row of the questions for the user. */
export interface Question extends Entry {
  status?: RegistryValue;
  /** The cell of the column Source. */
  origin?: RegistryValue;
  /** The ids of its gaps. */
  gaps: string[];
  /** The ids of its checklist items. */
  items: string[];
}

/** Returns the gaps in all queues of a registry. */
export const gapsOf = memoizeByObject((registry: RegistryDocument): Gap[] =>
  sectionEntries(registry, 'gap').map(entry => {
    const status = completeRowCell(entry, ({ vocabulary }) => vocabulary === gapStatus);
    const priority = completeRowCell(entry, ({ vocabulary }) => vocabulary === gapPriority);
    return {
      ...entry,
      ...(status && { status }),
      ...(priority && { priority }),
      questions: referredIds(registry, entry, 'question'),
      items: [...referredIds(registry, entry, 'checklist'), ...referredIds(registry, entry, 'check')],
    };
  }),
);

/** Returns all questions of a registry, whatever their status. */
export const questionsOf = memoizeByObject((registry: RegistryDocument): Question[] =>
  sectionEntries(registry, 'question').map(entry => {
    const status = completeRowCell(entry, ({ name }) => name === 'Status');
    const origin = completeRowCell(entry, isOrigin);
    return {
      ...entry,
      ...(status && { status }),
      ...(origin && { origin }),
      gaps: referredIds(registry, entry, 'gap'),
      items: [...referredIds(registry, entry, 'checklist'), ...referredIds(registry, entry, 'check')],
    };
  }),
);

/** Returns whether a question is about a gap: either names the other, or both name the same checklist item. */
export function asksAbout(question: Question, gap: Gap): boolean {
  if (question.gaps.includes(gap.id) || gap.questions.includes(question.id)) return true;
  return question.items.some(item => gap.items.includes(item));
}

/** Returns whether a question is unanswered; undefined if its status is unknown. */
export function isOpen({ status }: Question): boolean | undefined {
  const word = vocabularyWord(status);
  if (word === 'pending' || word === 'awaiting_answer') return true;
  return word === 'answered' || word === 'deferred' ? false : undefined;
}

/** Returns whether these question tables have a column that names gaps. */
export function questionsNameGaps(tables: readonly Omit<TableRow, 'row'>[], questions: readonly Question[]): boolean {
  return tables.some(({ table }) => hasColumn(table, isOrigin) && originNamesGaps(table, questions));
}

// Some registries write the asking agent into this column.
function originNamesGaps(table: RegistryTable, questions: readonly Question[]): boolean {
  const withOrigin = questions.filter(
    question => question.table === table && isAboutGaps(question) && (question.origin?.text ?? '') !== '',
  );
  return withOrigin.length === 0 || withOrigin.some(({ gaps, items }) => gaps.length > 0 || items.length > 0);
}

/** Returns whether a question is about gaps. Its id then begins with `C` and the iteration: `C2.1`. Agents ask the others. */
export function isAboutGaps({ id }: Entry): boolean {
  return id.startsWith('C');
}

/** Returns whether a column is Source or Gaps, which names a question's gaps. */
export function isOrigin({ defines, refers = [] }: CellDefinition): boolean {
  return !defines && refers.includes('gap');
}

/** Returns whether a column is Clarification, which names a gap's question. */
export function isClarification({ name }: CellDefinition): boolean {
  return name === 'Clarification';
}

export function hasColumn({ columns }: RegistryTable, matches: (column: CellDefinition) => boolean): boolean {
  return columns.some(({ definition }) => definition && matches(definition));
}

function completeRowCell(entry: Entry, matches: (column: CellDefinition) => boolean): RegistryValue | undefined {
  return isCompleteRow(entry) ? rowCell(entry, matches) : undefined;
}

// The cell that defines the id may also refer to other ids: `C2.1 (covers G-001, G-002)`.
function referredIds(
  registry: RegistryDocument,
  { table, row }: Entry,
  kind: 'gap' | 'question' | 'checklist' | 'check',
) {
  return row.values.flatMap((value, index) => {
    const { defines, refers = [] } = table.columns[index]?.definition ?? {};
    if (!defines && !refers.includes(kind)) return [];
    return idsNamedAt(registry, value).flatMap(id => (id.kind === kind ? canonicalId(id.id) : []));
  });
}

/** The section of the priority loop, with the fields that describe its end. */
export interface Loop {
  section: RegistrySection;
  status: RegistryField;
  reason?: RegistryField;
}

/** Returns the priority loop of a registry, in a list of at most one. */
export function registryLoops(registry: RegistryDocument): Loop[] {
  return loopSections(registry).flatMap(section => {
    const status = field(section, 'Loop Status');
    const reason = field(section, 'Termination Reason');
    return status ? [{ section, status, ...(reason && { reason }) }] : [];
  });
}

/** Returns the number of the loop's current iteration; 0 before the first iteration, or without a valid counter. */
export function iterationOf(registry: RegistryDocument): number {
  const counters = loopSections(registry).flatMap(section => counterOf(section, 'Current Iteration') ?? []);
  return Math.max(0, ...counters.filter(({ count, max }) => count <= max).map(({ count }) => count));
}

/** Returns the time of the loop's last change, as written; undefined without one. */
export function lastActivityOf(registry: RegistryDocument): string | undefined {
  const texts = loopSections(registry).map(section => field(section, 'Last Activity')?.text ?? '');
  return texts.find(text => parseMoment(text));
}

/** Returns a fix for each possible reason that the loop ended; only one fix if a counter at its maximum gives the reason. */
export function reasonFixes(registry: RegistryDocument, loop: Loop, reasons: readonly string[]): FixPlan[] {
  const certain = reasons.filter(reason => {
    const counter = ENDING_COUNTERS[reason] && counterOf(loop.section, ENDING_COUNTERS[reason]);
    return counter && counter.count >= counter.max;
  });
  return (certain.length > 0 ? certain.slice(0, 1) : reasons).map(word => ({
    title: t`Set the termination reason to "${word}"`,
    do: 'replace',
    changes: [
      loop.reason ? setValue(registry, loop.reason, word) : addField(registry, loop.status, 'Termination Reason', word),
    ],
  }));
}

/** The counters that end the loop at their maximum. */
const ENDING_COUNTERS: Record<string, string> = { max_iterations: 'Current Iteration', stale_accepted: 'Stale Count' };

function counterOf(section: RegistrySection, name: string): { count: number; max: number } | undefined {
  const [, count, max] = /^(\d{1,9})\s*\/\s*(\d{1,9})$/.exec(field(section, name)?.text ?? '') ?? [];
  return count && max ? { count: Number(count), max: Number(max) } : undefined;
}

function loopSections({ sections }: RegistryDocument): RegistrySection[] {
  return sections.filter(({ definition }) => definition.id === 'priority-loop-state');
}

function field({ fields }: RegistrySection, name: string): RegistryField | undefined {
  return fields.find(({ definition }) => definition?.name === name);
}
