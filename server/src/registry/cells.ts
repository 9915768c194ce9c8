import type { CellDefinition } from '../model/registry';
import { cell } from './defineSection';
import { brownfieldMarker, designCoverage, gapPriority, gapStatus, milestone, taskStatus, tier } from './vocabularies';

// Fields and columns that several sections share.

const optional = true;
const blank = true;

/** When something last happened. */
export const lastActivity = cell('Last Activity', 'When this state last changed.', { format: 'time', blank });

/** The gap's id, in the table that defines it. */
export const gapId = cell('Gap ID', 'The name of the gap, `G-001`, from here on.', { format: 'text', defines: 'gap' });

/** The priority of a gap. */
export const gapPriorityCell = cell(
  'Priority',
  'How much the gap matters. A successful end needs all Critical and Important gaps closed.',
  { vocabulary: gapPriority },
);

/** The status of a gap. */
export const gapStatusCell = cell('Status', 'What has become of the gap.', { vocabulary: gapStatus });

/** Who fixes a gap. */
export const tierCell = cell('Tier', 'Who fixes the gap.', { vocabulary: tier });

/** The checklist item that found a gap. */
export const chkSource = cell('CHK Source', 'The checklist item that found the gap, if one did.', {
  refers: ['checklist', 'check'],
  blank,
});

/** A requirement that is defined in the specification. */
export const frId = cell('FR ID', 'A requirement of spec.md.', { refers: ['requirement'] });

/** How far the design or the tasks cover an item of the specification. */
export const coverage = cell('Coverage', 'How much of it is covered. A sign may stand before the word.', {
  vocabulary: designCoverage,
});

/** Free remarks. */
export const notes = cell('Notes', 'Remarks, in a few words.', { format: 'text', blank });

/** The columns of the two gap queues with tiers; the artifact is optional. */
export function tieredQueue(checkSource: CellDefinition, phases: string): CellDefinition[] {
  return [
    gapPriorityCell,
    gapId,
    checkSource,
    cell('Phase', `The phase whose checks found it, ${phases}.`, { format: 'text' }),
    cell('Artifact', 'The document that has the gap.', { format: 'document', optional, blank }),
    cell('Description', 'What is missing or wrong.', { format: 'text' }),
    tierCell,
    gapStatusCell,
  ];
}

/** The counters of a workflow with phases. */
export function phaseCounters(total: number): CellDefinition[] {
  return [
    cell('Current Iteration', 'Rounds of checking within the phase.', { format: 'counter/3', initial: '0 / 3' }),
    cell('Total Iterations', 'Rounds of checking in all phases together.', {
      format: `counter/${total}`,
      initial: `0 / ${total}`,
    }),
    { ...lastActivity, initial: '{now}' },
    cell('Stale Count', 'Rounds in a row that closed no gap. When it is full, the user is asked.', {
      format: 'counter/2',
      initial: '0 / 2',
    }),
  ];
}

/** The feature's milestones, and what blocks them. */
export const readiness = [
  cell('Milestone', 'What the feature reaches one after the other.', { vocabulary: milestone }),
  cell('Ready', 'Whether it is reached: yes or no.', { format: 'text' }),
  cell('Blocker', 'What is in its way.', { format: 'text', blank }),
];

/** The changes of tasks to files. */
export const taskFiles = [
  cell('Task ID', 'The task, `T001`.', { defines: 'task' }),
  cell('Story', 'The story that it serves; none for set-up and polish.', {
    optional,
    blank,
    refers: ['story'],
  }),
  cell('File Path', 'The file that the task makes or changes.', { format: 'path' }),
  cell('Brownfield Marker', 'What the task does to code that exists. Empty for a new file.', {
    aliases: ['Marker'],
    blank,
    vocabulary: brownfieldMarker,
  }),
  cell('Status', 'How far the task has come.', { vocabulary: taskStatus }),
];
