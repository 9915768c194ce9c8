import { tieredQueue } from '../cells';
import { cell, defineSection } from '../defineSection';
import { tasksCheckSource } from '../vocabularies';

const checkSource = cell('Check Source', 'The check, or the module of checks, that found the gap.', {
  vocabulary: tasksCheckSource,
  refers: ['check'],
});

export default defineSection({
  id: 'tasks-gap-queue',
  title: 'Tasks Gap Queue',
  aliases: [],
  core: false,
  extension: 'tasks',
  about: 'What the checks found missing in the tasks. The validator adds gaps; their tier says who fixes them.',
  tables: [{ columns: tieredQueue(checkSource, '`T1` or `T2`') }],
});
