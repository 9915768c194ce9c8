import type { SectionDefinition } from '../model/registry';
import { t } from '../shared/l10n';
import { cell, lastActivity, notes, phaseCounters } from './registryCells';
import {
  collisionAdvice,
  collisionStatus,
  collisionStrategy,
  discoveryStatus,
  documentName,
  documentStatus,
  loopStatus,
  phase,
  planPhase,
  planPhaseName,
  planStatus,
  progressStatus,
  questionPriority,
  questionStatus,
  riskLevel,
  specificationSection,
  tasksPhase,
  tasksPhaseName,
  tasksStatus,
  terminationReason,
  workflow,
  workflowStatus,
} from './vocabularies';

const optional = true;
const blank = true;

const count = { format: 'number', blank, initial: '0' } as const;

// The ids of the sections that describe one workflow each, with its status.
const LOOPS = ['priority-loop-state', 'plan-phase-state', 'tasks-phase-state'];

const currentAgent = cell('Current Agent', t`The agent that is at work, or was last.`, { format: 'agent', blank });
const workflowStatusCell = cell('Status', t`How far the workflow has come.`, { vocabulary: workflowStatus });
const lastRun = cell('Last Run', t`When an agent last ran.`, { format: 'time', blank });

const questionId = cell(
  'ID',
  t`\`Q-S1\` from specify, \`Q-C1\` from the checklist, \`Q-P1\` from plan, \`Q-T1\` from tasks; \`C2.1\` the first question about gaps in iteration 2.`,
  { defines: 'question' },
);
const questionStatusCell = cell('Status', t`What has become of the question.`, { vocabulary: questionStatus });
const askedColumns = [
  cell('Location', t`The place that the answer changes: a requirement, or \`spec.md:45\`.`, {
    blank,
    refers: ['requirement'],
  }),
  cell('Question', t`What the user reads.`, { format: 'text' }),
  cell('Options', t`The answers to choose from.`, { format: 'text', blank }),
  cell('Priority', t`What the answer decides about.`, { vocabulary: questionPriority }),
  questionStatusCell,
];

/** The definitions of a state registry's sections about the feature and the progress of its workflows, in the order of a new registry. */
export const STATUS_SECTIONS: readonly SectionDefinition[] = [
  {
    id: 'metadata',
    title: 'Metadata',
    aliases: ['Feature Metadata'],
    core: true,
    extension: 'base',
    about: t`Which feature this registry is about. Written once, when the feature is scaffolded.`,
    fields: [
      cell('Feature ID', t`Number and short name of the feature, as its directory under \`specs/\` is called.`, {
        aliases: ['ID'],
        core: true,
        format: 'feature-id',
        initial: '{feature}',
      }),
      cell('Branch', t`The git branch that the feature is built on.`, { format: 'branch', initial: '{branch}' }),
      cell('Created', t`When the registry was made.`, { format: 'time', initial: '{now}' }),
      cell('Last Updated', t`When an agent last changed the registry.`, {
        format: 'time',
        optional: true,
        blank: true,
      }),
      cell('Original Description', t`The user's own words, as the feature was asked for.`, {
        format: 'text',
        optional: true,
        blank: true,
      }),
      cell('Workflow', t`The workflow that made the registry.`, {
        vocabulary: workflow,
        optional: true,
        initial: '{workflow}',
      }),
    ],
  },
  {
    id: 'document-availability',
    title: 'Document Availability',
    aliases: ['Document Availability Matrix'],
    core: true,
    extension: 'base',
    stateKeys: ['document_availability'],
    about: t`Which documents of the feature exist, so that an agent knows what it can read. Whoever makes or changes a document updates its row.`,
    tables: [
      {
        columns: [
          cell('Document', t`File or directory (with a slash at its end) below the feature root.`, {
            vocabulary: documentName,
            format: 'document',
          }),
          cell('Status', t`Whether it is there.`, { vocabulary: documentStatus }),
          cell('Path', t`Where it is, from the root of the repository.`, { format: 'path', optional, blank }),
          cell('Last Modified', t`When an agent last wrote it.`, { format: 'time', optional, blank }),
        ],
        rows: [['spec.md', 'absent']],
      },
    ],
  },
  {
    id: 'codebase-discovery-summary',
    title: 'Codebase Discovery Summary',
    aliases: [],
    core: false,
    extension: 'plan',
    about: t`What exists in the code already, and what of the new feature would collide with it. Written by codebase discovery, before planning; empty for a new project.`,
    fields: [
      cell('Discovery Status', t`How the look at the code went.`, { vocabulary: discoveryStatus, initial: 'not_run' }),
      cell('Inventory Path', t`The inventory that it left.`, { format: 'path', blank, initial: '-' }),
      cell('Last Run', t`When it ran.`, { format: 'time', blank, initial: '-' }),
      cell('Greenfield', t`Whether there is no code yet: true or false.`, { format: 'text', blank, initial: '-' }),
    ],
    subsections: [
      {
        title: 'Existing Codebase Stats',
        aliases: [],
        about: t`What the inventory counted.`,
        fieldColumns: ['Metric', 'Count'],
        fields: [
          cell('Files Scanned', t`Files that were read.`, count),
          cell('Entities Found', t`Entities in the code.`, count),
          cell('Endpoints Found', t`Endpoints in the code.`, count),
          cell('Features Identified', t`Features in the code.`, count),
          cell('Collision Risks', t`Rows of the table below.`, count),
        ],
      },
      {
        title: 'Detected Tech Stack',
        aliases: [],
        about: t`Languages, frameworks and stores, as a list.`,
      },
      {
        title: 'Collision Risk Summary',
        aliases: [],
        about: t`What the specification wants and the code has already. Planning settles what is high.`,
        table: {
          columns: [
            cell('Type', t`What collides: an entity, an endpoint, a feature.`, { format: 'text' }),
            cell('Proposed (from spec)', t`What the specification wants.`, { aliases: ['Proposed'], format: 'text' }),
            cell('Existing (in codebase)', t`What the code has.`, { aliases: ['Existing'], format: 'text' }),
            cell('Risk Level', t`How bad it would be.`, { vocabulary: riskLevel }),
            cell('Recommendation', t`What to do about it.`, { vocabulary: collisionAdvice }),
          ],
        },
      },
    ],
  },
  {
    id: 'implementation-collision-log',
    title: 'Implementation Collision Log',
    aliases: [],
    core: false,
    extension: 'tasks',
    about: t`What was done with files that a task was to make and that were there already. Written while implementing; version control has what was overwritten.`,
    tables: [
      {
        columns: [
          cell('Timestamp', t`When it was decided.`, { format: 'time' }),
          cell('Task ID', t`The task that met the file.`, { refers: ['task'] }),
          cell('File Path', t`The file.`, { format: 'path' }),
          cell('Strategy', t`What was decided.`, { vocabulary: collisionStrategy }),
          cell('Status', t`Whether it was carried out.`, { vocabulary: collisionStatus }),
        ],
      },
    ],
  },
  {
    id: 'workflow-status',
    title: 'Workflow Status',
    aliases: ['Workflow Status Table'],
    core: true,
    extension: 'base',
    stateKeys: ['workflow_status'],
    about: t`Where the work stands: of one workflow as fields, of several as a table with a row each. The supervisor updates it before and after each agent.`,
    fields: [
      cell('Current Phase', t`The phase that runs now, and that is resumed after a break.`, {
        aliases: ['Phase'],
        vocabulary: phase,
        initial: 'not_started',
      }),
      { ...currentAgent, initial: '-' },
      { ...workflowStatusCell, core: true, coreUnless: LOOPS, initial: 'not_started' },
      { ...lastRun, optional: true },
    ],
    tables: [
      {
        columns: [
          cell('Workflow', t`Name of the workflow.`, { optional: true, vocabulary: workflow }),
          workflowStatusCell,
          lastRun,
          { ...currentAgent, optional: true },
          cell('Context File', t`The file with the state that only this workflow needs.`, {
            format: 'path',
            optional: true,
            blank,
          }),
        ],
      },
    ],
  },
  {
    id: 'pending-questions',
    title: 'Unified Pending Questions',
    aliases: ['Pending Questions'],
    core: false,
    extension: 'clarification-protocol',
    stateKeys: ['pending_questions'],
    about: t`What only the user can answer. Agents add questions and never ask themselves; the supervisor puts them to the user, in the order of their priority.`,
    tables: [
      {
        columns: [
          questionId,
          cell('Source', t`What the question comes from: the gaps that it covers, or an agent.`, {
            blank,
            refers: ['gap', 'checklist'],
          }),
          ...askedColumns,
        ],
      },
      {
        columns: [questionId, cell('Workflow', t`The workflow that asks.`, { vocabulary: workflow }), ...askedColumns],
      },
      {
        columns: [
          questionId,
          cell('Question Summary', t`The question in a few words.`, { format: 'text' }),
          cell('Gaps', t`The gaps that it covers; several may.`, { blank, refers: ['gap'] }),
          questionStatusCell,
        ],
      },
    ],
  },
  {
    id: 'priority-loop-state',
    title: 'Priority Loop State',
    aliases: [],
    core: false,
    extension: 'resume-recovery',
    stateKeys: ['priority_loop_state'],
    about: t`Where the loop of checking and clarifying stands, and so where it resumes after a break. The supervisor writes it after each step.`,
    fields: [
      cell('Loop Status', t`The step that the loop is in, and that it resumes from.`, {
        vocabulary: loopStatus,
        core: true,
        initial: 'not_started',
      }),
      cell('Current Iteration', t`The round of the loop. It is 0 only before the first validation.`, {
        format: 'counter/10',
        initial: '0 / 10',
      }),
      { ...lastActivity, initial: '{now}' },
      cell('Stale Count', t`Rounds in a row that closed no gap. When it is full, the user is asked.`, {
        format: 'counter/3',
        optional,
        initial: '0 / 3',
      }),
      cell('Deferred Minor Gaps', t`How many Minor gaps were put off.`, { format: 'number', optional, initial: '0' }),
      cell('Termination Reason', t`Why the loop ended. A terminated loop must have one.`, {
        vocabulary: terminationReason,
        optional,
        blank,
      }),
      cell('Pending Clarifications', t`How many questions wait for an answer, and which: \`2 (C1.1, C1.2)\`.`, {
        optional,
        blank,
        refers: ['question'],
      }),
      cell('Known Issues', t`What is left open at the end.`, { format: 'text', optional, blank }),
      cell('Final Iteration', t`The round in which the loop ended.`, { format: 'text', optional, blank }),
    ],
  },
  {
    id: 'plan-phase-state',
    title: 'Plan Phase State',
    aliases: [],
    core: false,
    extension: 'plan',
    about: t`Where planning stands, and so where it resumes after a break. The supervisor writes it after each step.`,
    fields: [
      cell('Phase', t`The phase that planning is in, and resumes from.`, { vocabulary: planPhase, initial: '0' }),
      cell('Phase Name', t`Its name.`, { vocabulary: planPhaseName, initial: 'Research' }),
      ...phaseCounters(10),
      cell('Status', t`What is being done.`, { vocabulary: planStatus, optional: true, initial: 'not_started' }),
    ],
  },
  {
    id: 'tasks-phase-state',
    title: 'Tasks Phase State',
    aliases: [],
    core: false,
    extension: 'tasks',
    about: t`Where the making of tasks stands, and so where it resumes after a break. The supervisor writes it after each step.`,
    fields: [
      cell('Phase', t`The phase that the workflow is in, and resumes from.`, { vocabulary: tasksPhase, initial: 'T0' }),
      cell('Phase Name', t`Its name.`, { vocabulary: tasksPhaseName, initial: 'Entry Gate' }),
      ...phaseCounters(6),
      cell('Previous Gap Hash', t`A digest of the gaps of the round before. The same twice means that nothing moved.`, {
        format: 'text',
        optional: true,
        blank: true,
        initial: '-',
      }),
      cell('Status', t`What is being done.`, { vocabulary: tasksStatus, optional: true, initial: 'not_started' }),
    ],
  },
  {
    id: 'specification-progress',
    title: 'Specification Progress',
    aliases: [],
    core: false,
    extension: 'specify',
    stateKeys: ['specification_progress'],
    about: t`How far each part of the specification has come. The spec writer updates it after each part.`,
    tables: [
      {
        columns: [
          cell('Section', t`A part of spec.md.`, { vocabulary: specificationSection }),
          cell('Status', t`How far it has come.`, { vocabulary: progressStatus }),
          cell('Items Count', t`How many stories, requirements or the like it holds.`, {
            format: 'number',
            blank: true,
          }),
          notes,
        ],
        rows: specificationSection.words.map(({ word }) => [word, 'not_started', '0', '-']),
      },
    ],
  },
];
