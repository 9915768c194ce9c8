import { defineVocabulary } from './defineVocabulary';

/** The priority of a gap. */
export const gapPriority = defineVocabulary('gap-priority', {
  Critical: 'Must be resolved: it concerns a MUST, a P1 story, security or core data. Blocks a successful end.',
  Important: 'Must be resolved: it concerns a SHOULD, a P2 story, or a contradiction. Blocks a successful end.',
  Minor: 'May be deferred: it concerns a MAY, a P3 story, or polish.',
});

/** The status of a gap. */
export const gapStatus = defineVocabulary('gap-status', {
  pending: 'Found, and nobody has taken it up. **Open.**',
  clarifying: 'A question about it is with the user. **Open**, and a pending question must cover it.',
  resolving: 'An agent is fixing it. **Open.**',
  resolved: 'Mended, and the history says how.',
  deferred: 'Put off on purpose. Meant for Minor gaps.',
  escalated: 'Agents could not fix it; the user decides. **Open.**',
  known_gap: 'It did not move for too long, and is on record as a known gap.',
  accepted: 'The user lives with it.',
});

/** Who resolves a gap. */
export const tier = defineVocabulary('tier', {
  'auto-resolve': 'Small enough to be fixed at once, without asking anybody.',
  'auto-retry': 'The agent that made it tries again with guidance, a limited number of times.',
  escalate: 'Only the user can decide; the supervisor asks.',
});

/** The type of a requirement's gap. */
export const gapType = defineVocabulary('gap-type', {
  Completeness: 'A requirement is missing.',
  Clarity: 'A requirement can be read in several ways.',
  Consistency: 'Two requirements contradict each other.',
  Coverage: 'A scenario or a flow is left out.',
  'Edge Case': 'A boundary or a failure is left out.',
});

/** What was done about a gap. */
export const gapAction = defineVocabulary(
  'gap-action',
  {
    created: 'The gap was found.',
    clarifying: 'A question about it was put to the user.',
    resolved: 'It was fixed.',
    deferred: 'It was put off.',
    escalated: 'It was handed to the user.',
  },
  { open: true },
);

/** The priority of a question. */
export const questionPriority = defineVocabulary(
  'question-priority',
  {
    scope: 'What the feature does and does not do. Asked first.',
    security: 'Who may do what, and what must be protected.',
    ux: 'What the user sees and does.',
    technical: 'How it is built. Asked last.',
  },
  { ordered: true },
);

/** The status of a question. */
export const questionStatus = defineVocabulary('question-status', {
  pending: 'The user must be asked. After a break the workflow resumes by asking it.',
  answered: 'The answer is there; the specification takes it up.',
  deferred: 'It was put off; an assumption stands in its place.',
  awaiting_answer: 'It was put to the user, who has not answered. After a break it is asked again.',
});

/** Whether a gap is checked off in the checklist. */
export const synced = defineVocabulary('synced', {
  '✓': 'The checklist item is ticked off. An empty cell means that this is still to be done.',
});

/** The module that found a gap in the tasks. */
export const tasksCheckSource = defineVocabulary(
  'tasks-check-source',
  {
    'mapping-checks': 'The checks of phase T1, `MC-001` and on.',
    'task-checks': 'The checks of phase T2, `TC-001` and on.',
  },
  { open: true },
);
