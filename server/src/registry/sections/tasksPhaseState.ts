import { phaseCounters } from '../cells';
import { cell, defineSection } from '../defineSection';
import { tasksPhase, tasksPhaseName, tasksStatus } from '../vocabularies';

export default defineSection({
  id: 'tasks-phase-state',
  title: 'Tasks Phase State',
  aliases: [],
  core: false,
  extension: 'tasks',
  about:
    'Where the making of tasks stands, and so where it resumes after a break. The supervisor writes it after each step.',
  fields: [
    cell('Phase', 'The phase that the workflow is in, and resumes from.', { vocabulary: tasksPhase, initial: 'T0' }),
    cell('Phase Name', 'Its name.', { vocabulary: tasksPhaseName, initial: 'Entry Gate' }),
    ...phaseCounters(6),
    cell('Previous Gap Hash', 'A digest of the gaps of the round before. The same twice means that nothing moved.', {
      format: 'text',
      optional: true,
      blank: true,
      initial: '-',
    }),
    cell('Status', 'What is being done.', { vocabulary: tasksStatus, optional: true, initial: 'not_started' }),
  ],
});
