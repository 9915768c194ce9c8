import type { SectionDefinition } from '../model/registry';
import { t } from '../shared/l10n';
import {
  cell,
  chkOrigin,
  coverage,
  frId,
  gapId,
  gapPriorityCell,
  gapStatusCell,
  notes,
  taskFiles,
  tieredQueue,
} from './registryCells';
import {
  checklistCoverage,
  checklistDimension,
  gapAction,
  gapType,
  relevance,
  storyPriority,
  synced,
  tasksCheckOrigin,
} from './vocabularies';

const optional = true;
const blank = true;

const clarification = cell('Clarification', t`The question that asks about the gap, \`C2.1\`.`, {
  aliases: ['Clarification ID'],
  optional,
  blank,
  refers: ['question'],
});

const planCheckOrigin = cell('Check Source', t`The check, or the module of checks, that found the gap.`, {
  refers: ['check'],
});

const taskCheckOrigin = cell('Check Source', t`The check, or the module of checks, that found the gap.`, {
  vocabulary: tasksCheckOrigin,
  refers: ['check'],
});

const chkIds = cell('CHK IDs', t`The checklist items that look at it.`, { blank, refers: ['checklist'] });
const coverageStatus = cell('Coverage Status', t`What those items found. A sign may stand before the word.`, {
  vocabulary: checklistCoverage,
});

const gapOfQueue = cell('Gap ID', t`The gap of the queue.`, { refers: ['gap'] });
const iteration = cell('Iteration', t`The round of the loop in which it happened.`, { format: 'number' });
const resolvedAt = cell('Timestamp', t`When it happened.`, { format: 'time' });

/**
 * The definitions of a state registry's sections about checklists, gaps (unclear or missing facts) and traceability, in the order of a new
 * registry.
 */
export const GAP_SECTIONS: readonly SectionDefinition[] = [
  {
    id: 'extracted-signals',
    title: 'Extracted Signals',
    aliases: [],
    core: false,
    extension: 'specify',
    about: t`What the words of the user and of the specification point to. The checklist agent collects it to decide what to look at closely.`,
    subsections: [
      {
        title: 'Domain Keywords',
        aliases: [],
        about: t`Words that name a field: auth, API, accessibility.`,
        table: {
          columns: [
            cell('Keyword', t`The word.`, { format: 'text' }),
            cell('Source', t`Where it was found: user_input, spec or plan.`, { format: 'text' }),
            cell('Weight', t`What it counts: 3 from the user, 2 from the specification, 1 from the plan.`, {
              format: 'number',
            }),
          ],
        },
      },
      {
        title: 'Risk Indicators',
        aliases: [],
        about: t`Words that tell of a risk: critical, must, compliance.`,
        table: {
          columns: [
            cell('Indicator', t`The word.`, { format: 'text' }),
            cell('Source', t`Where it was found: user_input or spec.`, { format: 'text' }),
            cell('Location', t`The place in the document.`, { format: 'text', blank }),
          ],
        },
      },
      {
        title: 'Focus Areas',
        aliases: [],
        about: t`Signals that belong together, the strongest first. Four at most.`,
        table: {
          columns: [
            cell('Rank', t`Its place, from 1.`, { format: 'number' }),
            cell('Area', t`A name for it.`, { format: 'text' }),
            cell('Relevance', t`How much it matters.`, { vocabulary: relevance }),
            cell('Source Signals', t`The signals that it was made of.`, { format: 'text', blank }),
          ],
        },
      },
    ],
  },
  {
    id: 'checklist-configuration',
    title: 'Checklist Configuration',
    aliases: [],
    core: false,
    extension: 'specify',
    about: t`What kind of checklist is made, and why. The checklist agent derives it from the signals.`,
    tables: [
      {
        columns: [
          cell('Dimension', t`What is decided.`, { vocabulary: checklistDimension }),
          cell('Value', t`How it was decided.`, { format: 'text', blank: true }),
          cell('Rationale', t`Why.`, { aliases: ['Source'], format: 'text', blank: true }),
        ],
        rows: checklistDimension.words.map(({ word }) => [word, '-', '-']),
      },
    ],
  },
  {
    id: 'gap-priority-queue',
    title: 'Gap Priority Queue',
    aliases: [],
    core: false,
    extension: 'validation-loops',
    stateKeys: ['gap_priority_queue', 'gap_priority_queue_updates'],
    about: t`What the checklist found missing in the specification. The checklist agent adds gaps, clarifying moves them on. The loop succeeds when no Critical and no Important gap is open.`,
    tables: [
      {
        columns: [
          gapPriorityCell,
          gapId,
          chkOrigin,
          cell('FR Reference', t`The requirement that has the gap; none where a requirement is missing.`, {
            blank,
            refers: ['requirement'],
          }),
          cell('Question', t`What the specification leaves open.`, { format: 'text' }),
          gapStatusCell,
          cell('Synced', t`Whether the resolved gap is ticked off in its checklist.`, {
            optional,
            blank,
            vocabulary: synced,
          }),
          cell('Stale', t`Iterations in which the gap did not move.`, {
            aliases: ['Stale Count'],
            optional,
            blank,
            format: 'number',
          }),
          clarification,
        ],
      },
      {
        columns: [
          gapPriorityCell,
          gapId,
          gapStatusCell,
          cell('Resolution', t`How the gap was closed, or what it waits for.`, { blank, refers: ['question'] }),
        ],
      },
    ],
  },
  {
    id: 'plan-gap-queue',
    title: 'Plan Gap Queue',
    aliases: [],
    core: false,
    extension: 'plan',
    about: t`What the checks found missing in the plan. The validator adds gaps; their tier says who fixes them.`,
    tables: [
      {
        columns: tieredQueue(planCheckOrigin, '`0` to `3`').map(({ optional, ...column }) => column),
      },
    ],
  },
  {
    id: 'tasks-gap-queue',
    title: 'Tasks Gap Queue',
    aliases: [],
    core: false,
    extension: 'tasks',
    about: t`What the checks found missing in the tasks. The validator adds gaps; their tier says who fixes them.`,
    tables: [{ columns: tieredQueue(taskCheckOrigin, '`T1` or `T2`') }],
  },
  {
    id: 'checklist-sync-state',
    title: 'Checklist Sync State',
    aliases: [],
    core: false,
    extension: 'specify',
    stateKeys: ['checklist_sync_state'],
    about: t`How far the checklists follow the gaps that were resolved. The checklist agent updates it when it ticks items off.`,
    tables: [
      {
        columns: [
          cell('Checklist', t`A file below checklists/.`, { format: 'document' }),
          cell('Total Items', t`All items of the file.`, { format: 'number' }),
          cell('Checked', t`Those that are ticked off.`, { format: 'number' }),
          cell('Pending', t`Those that are not. Together with the checked ones they are the total.`, {
            format: 'number',
          }),
          cell('Last Sync', t`When they were last compared.`, { format: 'time', blank: true }),
        ],
      },
    ],
  },
  {
    id: 'traceability-matrix',
    title: 'Traceability Matrix',
    aliases: [],
    core: false,
    extension: 'validation-loops',
    stateKeys: ['traceability_matrix'],
    about: t`Which checklist items look at which requirements, both ways. The checklist agent keeps it.`,
    tables: [
      {
        columns: [
          frId,
          chkIds,
          coverageStatus,
          cell('Gap IDs', t`The gaps that were found.`, { blank, refers: ['gap'] }),
          notes,
        ],
      },
    ],
    subsections: [
      {
        title: 'Requirements -> Checklist Coverage',
        aliases: [],
        about: t`For each requirement, the items that look at it.`,
        table: { columns: [frId, chkIds, coverageStatus, notes] },
      },
      {
        title: 'Checklist -> Requirements Mapping',
        aliases: [],
        about: t`For each checklist item, the requirements that it looks at.`,
        table: {
          columns: [
            cell('CHK ID', t`The checklist item, \`CHK015\`.`, { defines: 'checklist' }),
            cell('FR IDs', t`The requirements that it looks at; none where one is missing.`, {
              blank,
              refers: ['requirement'],
            }),
            cell('Gap Type', t`What is the matter with them.`, { blank, vocabulary: gapType }),
            cell('Resolution', t`How it was settled.`, { blank, refers: ['gap', 'question'] }),
          ],
        },
      },
    ],
  },
  {
    id: 'plan-traceability',
    title: 'Plan Traceability',
    aliases: [],
    core: false,
    extension: 'plan',
    about: t`From requirements over entities to endpoints, so that nothing is planned without a need and no need is forgotten. Each phase of planning adds its step.`,
    subsections: [
      {
        title: 'Requirements -> Entities',
        aliases: [],
        about: t`For each requirement, the entities that it needs. Built with the domain model.`,
        table: {
          columns: [
            frId,
            cell('Requirement Summary', t`The requirement in a few words.`, { format: 'text', optional: true, blank }),
            cell('Entities', t`Entities of data-model.md.`, { blank, refers: ['entity'] }),
            coverage,
          ],
        },
      },
      {
        title: 'Entities -> Endpoints',
        aliases: [],
        about: t`For each entity, the endpoints that serve it. Built with the contracts.`,
        table: {
          columns: [
            cell('Entity', t`An entity of data-model.md.`, { defines: 'entity' }),
            cell('Endpoints', t`Endpoints of contracts/: \`POST /auth/login\`.`, { blank, refers: ['endpoint'] }),
            coverage,
          ],
        },
      },
      {
        title: 'Full Traceability Chain',
        aliases: [],
        about: t`Both steps in one line each. Checked at the end of planning.`,
        table: {
          columns: [
            frId,
            cell('Entity', t`The entities on the way.`, { blank, refers: ['entity'] }),
            cell('Endpoint', t`The endpoints at its end.`, { blank, refers: ['endpoint'] }),
            coverage,
          ],
        },
      },
    ],
  },
  {
    id: 'tasks-traceability',
    title: 'Tasks Traceability',
    aliases: [],
    core: false,
    extension: 'tasks',
    about: t`From stories to tasks, and from tasks to files. Built while the tasks are made.`,
    subsections: [
      {
        title: 'User Stories -> Tasks',
        aliases: [],
        about: t`For each story, what is built for it.`,
        table: {
          columns: [
            cell('Story', t`A user story, \`US1\`.`, { aliases: ['Story ID'], refers: ['story'] }),
            cell('Priority', t`How much the story matters.`, { vocabulary: storyPriority }),
            cell('Entities', t`The entities that it needs.`, { optional, blank, refers: ['entity'] }),
            cell('Endpoints', t`The endpoints that it needs.`, { optional, blank, refers: ['endpoint'] }),
            cell('Tasks', t`The tasks that build it.`, { aliases: ['Task IDs'], blank, refers: ['task'] }),
            coverage,
          ],
        },
      },
      {
        title: 'Tasks -> Files',
        aliases: [],
        about: t`For each task, the file that it touches.`,
        table: { columns: taskFiles },
      },
      {
        title: 'Coverage Summary',
        aliases: [],
        about: t`How many tasks serve a story.`,
        fieldColumns: ['Metric', 'Count'],
        fields: [
          cell('Total Tasks', t`All tasks of tasks.md.`, { format: 'number', initial: '0' }),
          cell('Tasks Covered', t`Those that serve a story.`, { format: 'number', initial: '0' }),
          cell('Coverage Percentage', t`The second as a share of the first, \`95%\`.`, {
            format: 'text',
            initial: '0%',
          }),
        ],
      },
    ],
  },
  {
    id: 'gap-resolution-history',
    title: 'Gap Resolution History',
    aliases: [],
    core: false,
    extension: 'validation-loops',
    stateKeys: ['gap_resolution_history'],
    about: t`How gaps were closed, over all iterations. Whoever closes a gap adds a line at the end; lines are never changed, and time never goes back.`,
    appendOnly: true,
    tables: [
      {
        columns: [
          gapOfQueue,
          { ...chkOrigin, blank: true },
          cell('Original Gap', t`The question as it stood in the queue.`, { format: 'text' }),
          gapPriorityCell,
          cell('Resolution', t`What was settled.`, { format: 'text' }),
          cell('Resolved Via', t`The question whose answer settled it, or another way.`, {
            blank: true,
            refers: ['question'],
          }),
          iteration,
          resolvedAt,
        ],
      },
      {
        columns: [
          gapOfQueue,
          iteration,
          cell('Action', t`What happened to the gap.`, { vocabulary: gapAction }),
          cell('Details', t`In a few words: the answer, the question, the reason.`, { format: 'text', blank: true }),
          { ...resolvedAt, optional: true },
        ],
      },
    ],
  },
];
