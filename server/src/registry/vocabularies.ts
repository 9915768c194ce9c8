import type { Vocabulary, VocabularyWord } from '../model/registry';
import { t } from '../shared/l10n';

/**
 * Defines the words that a column or field of a state registry (`index.md`) allows, in order: each has a description, or an object with a
 * description and aliases.
 */
function defineVocabulary(
  id: string,
  words: Readonly<Record<string, string | Omit<VocabularyWord, 'word'>>>,
  traits: Pick<Vocabulary, 'signs' | 'open' | 'ordered'> = {},
): Vocabulary {
  return {
    id,
    words: Object.entries(words).map(([word, definition]) => ({
      word,
      ...(typeof definition === 'string' ? { about: definition } : definition),
    })),
    ...traits,
  };
}

// An open vocabulary lists the expected words and allows others.
const open = { open: true };

export const workflow = defineVocabulary(
  'workflow',
  {
    specify: t`Writes the specification, checks it, and asks about what is missing.`,
    plan: t`Makes a design from the specification: research, data model, contracts.`,
    tasks: t`Makes a list of tasks from the design.`,
    implement: t`Works through the tasks.`,
  },
  open,
);

/** The documents of a feature that a state registry (`index.md`) may list, each with its meaning. */
export const documentName = defineVocabulary(
  'document',
  {
    'spec.md': t`The specification: stories, requirements, success criteria.`,
    'checklists/': t`Checklists that test the requirements.`,
    'plan.md': t`The technical plan.`,
    'research.md': t`Technical choices and their reasons.`,
    'data-model.md': t`Entities, their fields and relations.`,
    'contracts/': t`API contracts.`,
    'quickstart.md': t`How to try the feature out.`,
    'tasks.md': t`The tasks.`,
    'codebase-inventory.json': t`What exists in the code already.`,
  },
  open,
);

/** The sections of a specification. */
export const specificationSection = defineVocabulary(
  'specification-part',
  {
    'User Stories': t`Who wants what, and why, with priorities.`,
    'Edge Cases': t`Boundaries and failures.`,
    'Functional Requirements': t`What the system must do, as \`FR-001\` and on.`,
    'Key Entities': t`The things that the feature is about.`,
    'Success Criteria': t`How success is measured.`,
  },
  open,
);

export const checklistDimension = defineVocabulary(
  'checklist-dimension',
  {
    Theme: t`What the checklist is about: security, ux, data.`,
    Depth: t`How thorough it is.`,
    Audience: t`Who works with it.`,
    Focus: t`Which areas get most of the items.`,
  },
  open,
);

export const milestone = defineVocabulary(
  'milestone',
  {
    'Spec complete': t`The specification is written.`,
    'Clarifications resolved': t`No question that blocks is left.`,
    'Planning ready': t`The plan workflow may begin.`,
    'Implementation ready': t`The implement workflow may begin.`,
  },
  open,
);

/** Facts about the registry itself. */
export const flag = defineVocabulary(
  'flag',
  {
    version: t`The version of the registry format.`,
    last_sync: t`When an agent last wrote to the registry.`,
  },
  open,
);

/** Whether a document of the feature exists. */
export const documentStatus = defineVocabulary('document-status', {
  present: t`The file exists and can be read by the agents to come.`,
  absent: t`The file does not exist yet.`,
  incomplete: t`The file exists, but the agent that writes it has not finished.`,
  skipped_greenfield: t`Not needed: there is no existing code that it would describe.`,
  template: t`The file was copied from its template and holds no content of the feature yet.`,
});

export const workflowStatus = defineVocabulary('workflow-status', {
  not_started: t`No agent of this workflow has run. It begins at its first step.`,
  in_progress: t`An agent is at work, or the next one is about to start. It resumes at the current phase.`,
  completed: t`The workflow ended; the next workflow may begin.`,
  blocked: t`It waits for a decision or a document, and goes on in the current phase once that is there.`,
});

/** The phases of the specify workflow; other workflows name their own. */
export const phase = defineVocabulary(
  'phase',
  {
    not_started: t`Nothing has run. It begins with scaffolding.`,
    scaffolding: t`Branch and directories are being made. Resumes at A1.`,
    spec_writing: t`The specification is being written. Resumes at A2.`,
    validating: t`The specification is being checked. Resumes at A3 in iteration 1, at B3 later.`,
    clarifying: t`Questions are with the user. Resumes at B1.`,
    completed: t`All phases are done; nothing resumes.`,
  },
  { open: true },
);

/** The status of a section of the specification. */
export const progressStatus = defineVocabulary('progress-status', {
  not_started: t`Nothing is written yet.`,
  in_progress: t`The section is being written, or waits for an answer.`,
  completed: t`The section is written.`,
});

export const taskStatus = defineVocabulary('task-status', {
  pending: t`Nobody has begun the task.`,
  in_progress: t`The task is being worked on.`,
  completed: t`The task is done.`,
  blocked: t`The task waits for another one, or for a decision.`,
});

/** The status of the priority loop, in which the specify workflow checks and clarifies. */
export const loopStatus = defineVocabulary('loop-status', {
  not_started: t`The loop has not begun. It starts at A1.`,
  scaffolding: t`Branch and directories are being made. Resumes at A1: what is there already is kept.`,
  spec_writing: t`The specification is being written. Resumes at A2.`,
  validating: t`The checklist is run against the specification. Resumes at A3 in iteration 1, at B3 later.`,
  clarifying: t`Questions wait for the answers of the user. Resumes at B1, with the questions that are still pending.`,
  completed: t`The loop ended with a usable specification; nothing resumes. Its reason, if it has one, says how.`,
  terminated: t`The loop was ended before its goal; nothing resumes. It must have a termination reason.`,
});

/** Why the loop ended. */
export const terminationReason = defineVocabulary('termination-reason', {
  success: t`No Critical or Important gap is left.`,
  max_iterations: t`The last iteration allowed is over. Gaps that are still open are known issues.`,
  stale_accepted: t`Nothing changed for as many iterations as the stale count allows, and the user took the rest as it is.`,
  manual_edit: t`The user chose to edit the specification by hand.`,
  accepted: t`The user accepted the specification with its open gaps.`,
  aborted: t`The user stopped the workflow.`,
});

/** The state of the plan workflow. */
export const planStatus = defineVocabulary('plan-status', {
  not_started: t`Planning has not begun. It starts in phase 0.`,
  researching: t`Technical choices are being researched. Resumes in phase 0.`,
  modeling: t`The domain model is being drawn. Resumes in phase 1.`,
  contracting: t`The API contracts are being written. Resumes in phase 2.`,
  validating: t`What the phase made is being checked. Resumes with the checks of the current phase.`,
  completed: t`The plan is done, and tasks can be made from it.`,
  terminated: t`Planning was ended before its goal; nothing resumes.`,
});

/** The state of the tasks workflow. */
export const tasksStatus = defineVocabulary('tasks-status', {
  not_started: t`The workflow has not begun. It starts at the entry gate, T0.`,
  planning: t`Stories are being mapped to what must be built. Resumes in phase T1.`,
  generating: t`The list of tasks is being written. Resumes in phase T2.`,
  validating: t`The mapping or the tasks are being checked. Resumes with the checks of the current phase.`,
  completed: t`The tasks are done, and implementation may begin.`,
  terminated: t`The workflow was ended before its goal; nothing resumes.`,
});

export const gapPriority = defineVocabulary('gap-priority', {
  Critical: t`Must be resolved: it concerns a MUST, a P1 story, security or core data. Blocks a successful end.`,
  Important: t`Must be resolved: it concerns a SHOULD, a P2 story, or a contradiction. Blocks a successful end.`,
  Minor: t`May be deferred: it concerns a MAY, a P3 story, or polish.`,
});

export const gapStatus = defineVocabulary('gap-status', {
  pending: t`Found, and nobody has taken it up. **Open.**`,
  clarifying: t`A question about it is with the user. **Open**, and a pending question must cover it.`,
  resolving: t`An agent is fixing it. **Open.**`,
  resolved: t`Mended, and the history says how.`,
  deferred: t`Put off on purpose. Meant for Minor gaps.`,
  escalated: t`Agents could not fix it; the user decides. **Open.**`,
  known_gap: t`It did not move for too long, and is on record as a known gap.`,
  accepted: t`The user lives with it.`,
});

/** The words for who resolves a gap. */
export const tier = defineVocabulary('tier', {
  'auto-resolve': t`Small enough to be fixed at once, without asking anybody.`,
  'auto-retry': t`The agent that made it tries again with guidance, a limited number of times.`,
  escalate: t`Only the user can decide; the supervisor asks.`,
});

/** The type of a requirement's gap. */
export const gapType = defineVocabulary('gap-type', {
  Completeness: t`A requirement is missing.`,
  Clarity: t`A requirement can be read in several ways.`,
  Consistency: t`Two requirements contradict each other.`,
  Coverage: t`A scenario or a flow is left out.`,
  'Edge Case': t`A boundary or a failure is left out.`,
});

/** The action that was taken on a gap. */
export const gapAction = defineVocabulary(
  'gap-action',
  {
    created: t`The gap was found.`,
    clarifying: t`A question about it was put to the user.`,
    resolved: t`It was fixed.`,
    deferred: t`It was put off.`,
    escalated: t`It was handed to the user.`,
  },
  { open: true },
);

export const questionPriority = defineVocabulary(
  'question-priority',
  {
    scope: t`What the feature does and does not do. Asked first.`,
    security: t`Who may do what, and what must be protected.`,
    ux: t`What the user sees and does.`,
    technical: t`How it is built. Asked last.`,
  },
  { ordered: true },
);

export const questionStatus = defineVocabulary('question-status', {
  pending: t`The user must be asked. After a break the workflow resumes by asking it.`,
  answered: t`The answer is there; the specification takes it up.`,
  deferred: t`It was put off; an assumption stands in its place.`,
  awaiting_answer: t`It was put to the user, who has not answered. After a break it is asked again.`,
});

/** Whether a gap is checked off in the checklist. */
export const synced = defineVocabulary('synced', {
  '✓': t`The checklist item is ticked off. An empty cell means that this is still to be done.`,
});

/** The module that found a gap in the tasks. */
export const tasksCheckOrigin = defineVocabulary(
  'tasks-check-source',
  {
    'mapping-checks': t`The checks of phase T1, \`MC-001\` and on.`,
    'task-checks': t`The checks of phase T2, \`TC-001\` and on.`,
  },
  { open: true },
);

/** The phases of planning, as written in the field Phase. */
export const planPhase = defineVocabulary('plan-phase', {
  '0': { aliases: ['0: Research'], about: t`Research: technical choices, written to research.md.` },
  '1': { aliases: ['1: Domain Model'], about: t`Domain Model: entities and relations, written to data-model.md.` },
  '2': { aliases: ['2: Contracts'], about: t`Contracts: the API, written to contracts/.` },
  '3': { aliases: ['3: Final Validation'], about: t`Final Validation: all that was planned, checked together.` },
  completed: t`Planning has ended.`,
});

/** The phases of planning, as written in the field Phase Name. */
export const planPhaseName = defineVocabulary('plan-phase-name', {
  Research: t`Phase 0: technical choices, written to research.md.`,
  'Domain Model': t`Phase 1: entities and relations, written to data-model.md.`,
  Contracts: t`Phase 2: the API, written to contracts/.`,
  'Final Validation': t`Phase 3: all that was planned, checked together.`,
});

/** The phases of creating tasks, as written in the field Phase. */
export const tasksPhase = defineVocabulary('tasks-phase', {
  T0: { aliases: ['T0: Entry Gate'], about: t`Entry Gate: it asks whether the plan is there and complete enough.` },
  T1: { aliases: ['T1: Planning'], about: t`Planning: stories are mapped to entities, endpoints and files.` },
  T2: { aliases: ['T2: Generation'], about: t`Generation: the tasks are written to tasks.md.` },
  T3: { aliases: ['T3: Completion'], about: t`Completion: all tasks are there; the user gets a summary.` },
  completed: t`The tasks are made.`,
});

/** The phases of creating tasks, as written in the field Phase Name. */
export const tasksPhaseName = defineVocabulary('tasks-phase-name', {
  'Entry Gate': t`Phase T0: it asks whether the plan is there and complete enough.`,
  Planning: t`Phase T1: stories are mapped to entities, endpoints and files.`,
  Generation: t`Phase T2: the tasks are written to tasks.md.`,
  Completion: t`Phase T3: all tasks are there; the user gets a summary.`,
});

/** The status of the discovery of existing code. */
export const discoveryStatus = defineVocabulary('discovery-status', {
  not_run: t`Nobody has looked at the code yet.`,
  completed: t`The inventory is complete.`,
  partial: t`The inventory covers a part of the code.`,
  skipped_greenfield: t`There is no existing code to look at.`,
  failed: t`The inventory could not be made.`,
});

/** The risk of a collision with existing code. */
export const riskLevel = defineVocabulary('risk-level', {
  low: t`The names are alike; nothing breaks.`,
  medium: t`Existing code must change with care.`,
  high: t`Existing behaviour would break; settle it while planning.`,
});

/** The advice on a collision with existing code. */
export const collisionAdvice = defineVocabulary('collision-advice', {
  auto_extend: t`Extend what exists, without asking.`,
  auto_reuse: t`Use what exists as it is, without asking.`,
  escalate: t`Let the user decide.`,
  rename: t`Give the new one another name.`,
  version: t`Keep both, as versions.`,
});

/** The way in which a collision with an existing file was resolved. */
export const collisionStrategy = defineVocabulary('collision-strategy', {
  MERGE: t`The new content was merged into the file.`,
  OVERWRITE: t`The file was replaced. Version control has the old one.`,
  SKIP: t`The file was left as it was.`,
  ABORT: t`The task was given up because of the file.`,
});

export const collisionStatus = defineVocabulary('collision-status', {
  pending: t`Decided, but not carried out.`,
  completed: t`Carried out.`,
  skipped: t`Left out.`,
  aborted: t`Given up half way.`,
});

/** The relevance of a focus area to the feature. */
export const relevance = defineVocabulary('relevance', {
  high: t`Several strong signals point to it.`,
  medium: t`Some signals point to it.`,
  low: t`A weak signal points to it.`,
});

/** Whether the checklist covers a requirement. */
export const checklistCoverage = defineVocabulary(
  'checklist-coverage',
  {
    Covered: t`Checklist items look at it, and all of them passed.`,
    'Gap Found': t`An item that looks at it found a gap.`,
    'No validation': { aliases: ['Not Validated'], about: t`No checklist item looks at it.` },
    Partial: t`Some of the items that look at it passed.`,
  },
  { signs: true },
);

/** How completely the design or the tasks cover an item of the specification. */
export const designCoverage = defineVocabulary(
  'design-coverage',
  {
    Full: t`All of it is covered.`,
    Partial: t`Some of it is covered.`,
    None: t`Nothing covers it yet.`,
  },
  { signs: true },
);

/** The priorities of stories, by their first word. */
export const storyPriority = defineVocabulary(
  'story-priority',
  {
    P1: t`The feature is of no use without it.`,
    P2: t`Expected, but the feature is of use without it.`,
    P3: t`Good to have.`,
  },
  { open: true },
);

/** The effect of a task on existing code. */
export const brownfieldMarker = defineVocabulary('brownfield-marker', {
  '(none)': t`The file is new.`,
  '[EXTEND]': { aliases: ['EXTEND'], about: t`The file exists, and the task adds to it.` },
  '[MODIFY]': { aliases: ['MODIFY'], about: t`The file exists, and the task changes what is there.` },
  '[CONFLICT]': {
    aliases: ['CONFLICT'],
    about: t`The file exists and contradicts the task; the task needs guidance from the user.`,
  },
});
