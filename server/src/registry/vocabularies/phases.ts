import { defineVocabulary } from './defineVocabulary';

/** The phases of planning, as written in the field Phase. */
export const planPhase = defineVocabulary('plan-phase', {
  '0': { aliases: ['0: Research'], about: 'Research: technical choices, written to research.md.' },
  '1': { aliases: ['1: Domain Model'], about: 'Domain Model: entities and relations, written to data-model.md.' },
  '2': { aliases: ['2: Contracts'], about: 'Contracts: the API, written to contracts/.' },
  '3': { aliases: ['3: Final Validation'], about: 'Final Validation: all that was planned, checked together.' },
  completed: 'Planning has ended.',
});

/** The phases of planning, as written in the field Phase Name. */
export const planPhaseName = defineVocabulary('plan-phase-name', {
  Research: 'Phase 0: technical choices, written to research.md.',
  'Domain Model': 'Phase 1: entities and relations, written to data-model.md.',
  Contracts: 'Phase 2: the API, written to contracts/.',
  'Final Validation': 'Phase 3: all that was planned, checked together.',
});

/** The phases of creating tasks, as written in the field Phase. */
export const tasksPhase = defineVocabulary('tasks-phase', {
  T0: { aliases: ['T0: Entry Gate'], about: 'Entry Gate: it asks whether the plan is there and complete enough.' },
  T1: { aliases: ['T1: Planning'], about: 'Planning: stories are mapped to entities, endpoints and files.' },
  T2: { aliases: ['T2: Generation'], about: 'Generation: the tasks are written to tasks.md.' },
  T3: { aliases: ['T3: Completion'], about: 'Completion: all tasks are there; the user gets a summary.' },
  completed: 'The tasks are made.',
});

/** The phases of creating tasks, as written in the field Phase Name. */
export const tasksPhaseName = defineVocabulary('tasks-phase-name', {
  'Entry Gate': 'Phase T0: it asks whether the plan is there and complete enough.',
  Planning: 'Phase T1: stories are mapped to entities, endpoints and files.',
  Generation: 'Phase T2: the tasks are written to tasks.md.',
  Completion: 'Phase T3: all tasks are there; the user gets a summary.',
});
