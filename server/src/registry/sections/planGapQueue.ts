import { tieredQueue } from '../cells';
import { cell, defineSection } from '../defineSection';

const checkSource = cell('Check Source', 'The check, or the module of checks, that found the gap.', {
  refers: ['check'],
});

export default defineSection({
  id: 'plan-gap-queue',
  title: 'Plan Gap Queue',
  aliases: [],
  core: false,
  extension: 'plan',
  about: 'What the checks found missing in the plan. The validator adds gaps; their tier says who fixes them.',
  tables: [
    {
      columns: tieredQueue(checkSource, '`0` to `3`').map(({ optional, ...column }) => column),
    },
  ],
});
