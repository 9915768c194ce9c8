import { defineVocabulary } from './defineVocabulary';

// The expected names; these vocabularies are open.
const open = { open: true };

/** Workflows. */
export const workflow = defineVocabulary(
  'workflow',
  {
    specify: 'Writes the specification, checks it, and asks about what is missing.',
    plan: 'Makes a design from the specification: research, data model, contracts.',
    tasks: 'Makes a list of tasks from the design.',
    implement: 'Works through the tasks.',
  },
  open,
);

/** The documents of a feature. */
export const documentName = defineVocabulary(
  'document',
  {
    'spec.md': 'The specification: stories, requirements, success criteria.',
    'checklists/': 'Checklists that test the requirements.',
    'plan.md': 'The technical plan.',
    'research.md': 'Technical choices and their reasons.',
    'data-model.md': 'Entities, their fields and relations.',
    'contracts/': 'API contracts.',
    'quickstart.md': 'How to try the feature out.',
    'tasks.md': 'The tasks.',
    'codebase-inventory.json': 'What exists in the code already.',
  },
  open,
);

/** The parts of a specification. */
export const specificationPart = defineVocabulary(
  'specification-part',
  {
    'User Stories': 'Who wants what, and why, with priorities.',
    'Edge Cases': 'Boundaries and failures.',
    'Functional Requirements': 'What the system must do, as `FR-001` and on.',
    'Key Entities': 'The things that the feature is about.',
    'Success Criteria': 'How success is measured.',
  },
  open,
);

/** The dimensions of a checklist. */
export const checklistDimension = defineVocabulary(
  'checklist-dimension',
  {
    Theme: 'What the checklist is about: security, ux, data.',
    Depth: 'How thorough it is.',
    Audience: 'Who works with it.',
    Focus: 'Which areas get most of the items.',
  },
  open,
);

/** The milestones of a feature. */
export const milestone = defineVocabulary(
  'milestone',
  {
    'Spec complete': 'The specification is written.',
    'Clarifications resolved': 'No question that blocks is left.',
    'Planning ready': 'The plan workflow may begin.',
    'Implementation ready': 'The implement workflow may begin.',
  },
  open,
);

/** Facts about the registry itself. */
export const flag = defineVocabulary(
  'flag',
  {
    version: 'The version of the registry format.',
    last_sync: 'When an agent last wrote to the registry.',
  },
  open,
);
