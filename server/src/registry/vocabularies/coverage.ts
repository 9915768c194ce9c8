import { defineVocabulary } from './defineVocabulary';

/** Whether the checklist covers a requirement. */
export const checklistCoverage = defineVocabulary(
  'checklist-coverage',
  {
    Covered: 'Checklist items look at it, and all of them passed.',
    'Gap Found': 'An item that looks at it found a gap.',
    'No validation': { aliases: ['Not Validated'], about: 'No checklist item looks at it.' },
    Partial: 'Some of the items that look at it passed.',
  },
  { signs: true },
);

/** How far the design or the tasks cover an item of the specification. */
export const designCoverage = defineVocabulary(
  'design-coverage',
  {
    Full: 'All of it is covered.',
    Partial: 'Some of it is covered.',
    None: 'Nothing covers it yet.',
  },
  { signs: true },
);

/** The priorities of stories, by their first word. */
export const storyPriority = defineVocabulary(
  'story-priority',
  {
    P1: 'The feature is of no use without it.',
    P2: 'Expected, but the feature is of use without it.',
    P3: 'Good to have.',
  },
  { open: true },
);

/** What a task does to existing code. */
export const brownfieldMarker = defineVocabulary('brownfield-marker', {
  '(none)': 'The file is new.',
  '[EXTEND]': { aliases: ['EXTEND'], about: 'The file exists, and the task adds to it.' },
  '[MODIFY]': { aliases: ['MODIFY'], about: 'The file exists, and the task changes what is there.' },
  '[CONFLICT]': {
    aliases: ['CONFLICT'],
    about: 'The file exists and contradicts the task; the task needs guidance from the user.',
  },
});
