import type {
  CellDefinition,
  RegistryDocument,
  RegistryField,
  RegistrySection,
  RegistryTable,
  RegistryValue,
} from '../model/registry';
import type { Span } from '../model/text';
import { t } from '../shared/l10n';
import { memoizeByObject, memoizeByText } from '../text/memoize';
import { timePrecision } from '../text/parseTime';
import { brownfieldMarker, designCoverage, gapPriority, gapStatus, milestone, taskStatus, tier } from './vocabularies';

/** Defines a field, or a column of a table, of a state registry (`index.md`): its name, its meaning, and its allowed values. */
export function cell(name: string, about: string, traits: Omit<CellDefinition, 'name' | 'about'> = {}): CellDefinition {
  return { name, about, ...traits };
}

// Fields and columns that several sections share.

const optional = true;
const blank = true;

export const lastActivity = cell('Last Activity', t`When this state last changed.`, { format: 'time', blank });

/** The cell that defines a gap's id. */
export const gapId = cell('Gap ID', t`The name of the gap, \`G-001\`, from here on.`, {
  format: 'text',
  defines: 'gap',
});

export const gapPriorityCell = cell(
  'Priority',
  t`How much the gap matters. A successful end needs all Critical and Important gaps closed.`,
  { vocabulary: gapPriority },
);

export const gapStatusCell = cell('Status', t`What has become of the gap.`, { vocabulary: gapStatus });

export const tierCell = cell('Tier', t`Who fixes the gap.`, { vocabulary: tier });

export const chkOrigin = cell('CHK Source', t`The checklist item that found the gap, if one did.`, {
  refers: ['checklist', 'check'],
  blank,
});

/** The cell that refers to a requirement of the specification. */
export const frId = cell('FR ID', t`A requirement of spec.md.`, { refers: ['requirement'] });

/** The cell that says how completely the design or the tasks cover an item of the specification. */
export const coverage = cell('Coverage', t`How much of it is covered. A sign may stand before the word.`, {
  vocabulary: designCoverage,
});

export const notes = cell('Notes', t`Remarks, in a few words.`, { format: 'text', blank });

/** Returns the columns of a gap queue with tiers: of the plan or of the tasks. */
export function tieredQueue(checkOrigin: CellDefinition, phases: string): CellDefinition[] {
  return [
    gapPriorityCell,
    gapId,
    checkOrigin,
    cell('Phase', t`The phase whose checks found it, ${phases}.`, { format: 'text' }),
    cell('Artifact', t`The document that has the gap.`, { format: 'document', optional, blank }),
    cell('Description', t`What is missing or wrong.`, { format: 'text' }),
    tierCell,
    gapStatusCell,
  ];
}

/** Returns the counters of a workflow with phases. `total` is the maximum number of iterations in all phases. */
export function phaseCounters(total: number): CellDefinition[] {
  return [
    cell('Current Iteration', t`Rounds of checking within the phase.`, { format: 'counter/3', initial: '0 / 3' }),
    cell('Total Iterations', t`Rounds of checking in all phases together.`, {
      format: `counter/${total}`,
      initial: `0 / ${total}`,
    }),
    { ...lastActivity, initial: '{now}' },
    cell('Stale Count', t`Rounds in a row that closed no gap. When it is full, the user is asked.`, {
      format: 'counter/2',
      initial: '0 / 2',
    }),
  ];
}

/** The columns of the table of the feature's milestones, and of what blocks each. */
export const readiness = [
  cell('Milestone', t`What the feature reaches one after the other.`, { vocabulary: milestone }),
  cell('Ready', t`Whether it is reached: yes or no.`, { format: 'text' }),
  cell('Blocker', t`What is in its way.`, { format: 'text', blank }),
];

/** The columns of the table of files that tasks change. */
export const taskFiles = [
  cell('Task ID', t`The task, \`T001\`.`, { defines: 'task' }),
  cell('Story', t`The story that it serves; none for set-up and polish.`, {
    optional,
    blank,
    refers: ['story'],
  }),
  cell('File Path', t`The file that the task makes or changes.`, { format: 'path' }),
  cell('Brownfield Marker', t`What the task does to code that exists. Empty for a new file.`, {
    aliases: ['Marker'],
    blank,
    vocabulary: brownfieldMarker,
  }),
  cell('Status', t`How far the task has come.`, { vocabulary: taskStatus }),
];

/** A value of a registry, with its name and the section or row that contains it. */
export interface NamedValue {
  value: RegistryValue;
  /** The name of the field or the column. */
  name: string;
  section: RegistrySection;
  field?: RegistryField;
  table?: RegistryTable;
  /** The row has too few or too many cells: the value may be in a wrong column. */
  unsure?: true;
}

/** All values of fields and table cells of a registry, in order. */
export const registryValues = memoizeByObject((registry: RegistryDocument): readonly NamedValue[] => {
  const found: NamedValue[] = [];
  for (const section of registry.sections) {
    for (const field of section.fields) found.push({ value: field, name: field.name, section, field });
    for (const table of section.tables) {
      for (const { values } of table.rows) {
        const isComplete = values.length === table.columns.length;
        for (let i = 0; i < values.length; i++) {
          const named: NamedValue = {
            value: values[i] as RegistryValue,
            name: table.columns[i]?.name ?? '',
            section,
            table,
          };
          if (!isComplete) named.unsure = true;
          found.push(named);
        }
      }
    }
  }
  return found;
});

/** Returns the span of a value's text without its emphasis or code marks. A replacement of this span keeps the marks. */
export function trimmedSpan(document: string, { text, at }: Pick<RegistryValue, 'text' | 'at'>): Span {
  const within = document.slice(at.start, at.end).indexOf(text);
  return text === '' || within < 0 ? at : { start: at.start + within, end: at.start + within + text.length };
}

/** The time range of a date or time, in milliseconds since 1970: a date spans its day, a time without seconds its minute. */
export interface Moment {
  from: number;
  to: number;
}

const ISO = /^(\d{4}-\d\d-\d\d)(?:[Tt ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)([Zz]|[+-]\d\d:?\d\d)?)?$/;

/** Parses an ISO 8601 date or date-time, by default in UTC. Undefined for other text. */
export const parseMoment = memoizeByText((text): Moment | undefined => {
  const [, date, time, zone = 'Z'] = ISO.exec(text) ?? [];
  if (!date) return undefined;
  const day = Date.parse(`${date}T00:00:00Z`);
  // `Date.parse` turns 31 February into a day in March.
  if (Number.isNaN(day) || new Date(day).toISOString().slice(0, 10) !== date) return undefined;
  const length = Math.max(1, Number(timePrecision(text) ?? 0n) / 1e6);
  if (!time) return { from: day, to: day + length - 1 };
  const from = Date.parse(`${date}T${time}${zone.toUpperCase().replace(/^([+-]\d\d):?(\d\d)$/, '$1:$2')}`);
  return Number.isNaN(from) ? undefined : { from, to: from + length - 1 };
});

/** Returns the zone suffix of an ISO 8601 time (`Z`, `+02:00`); undefined without one. */
export function zoneOf(text: string): string | undefined {
  return ISO.exec(text)?.[3];
}
