import { defineVocabulary } from './defineVocabulary';

/** The status of the discovery of existing code. */
export const discoveryStatus = defineVocabulary('discovery-status', {
  not_run: 'Nobody has looked at the code yet.',
  completed: 'The inventory is complete.',
  partial: 'The inventory covers a part of the code.',
  skipped_greenfield: 'There is no existing code to look at.',
  failed: 'The inventory could not be made.',
});

/** The severity of a collision. */
export const riskLevel = defineVocabulary('risk-level', {
  low: 'The names are alike; nothing breaks.',
  medium: 'Existing code must change with care.',
  high: 'Existing behaviour would break; settle it while planning.',
});

/** What to do about a collision. */
export const collisionAdvice = defineVocabulary('collision-advice', {
  auto_extend: 'Extend what exists, without asking.',
  auto_reuse: 'Use what exists as it is, without asking.',
  escalate: 'Let the user decide.',
  rename: 'Give the new one another name.',
  version: 'Keep both, as versions.',
});

/** What was done with an existing file. */
export const collisionStrategy = defineVocabulary('collision-strategy', {
  MERGE: 'The new content was merged into the file.',
  OVERWRITE: 'The file was replaced. Version control has the old one.',
  SKIP: 'The file was left as it was.',
  ABORT: 'The task was given up because of the file.',
});

/** The status of a collision. */
export const collisionStatus = defineVocabulary('collision-status', {
  pending: 'Decided, but not carried out.',
  completed: 'Carried out.',
  skipped: 'Left out.',
  aborted: 'Given up half way.',
});

/** The relevance of a focus area to the feature. */
export const relevance = defineVocabulary('relevance', {
  high: 'Several strong signals point to it.',
  medium: 'Some signals point to it.',
  low: 'A weak signal points to it.',
});
