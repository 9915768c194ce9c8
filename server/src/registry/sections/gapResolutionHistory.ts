import { chkSource, gapPriorityCell } from '../cells';
import { cell, defineSection } from '../defineSection';
import { gapAction } from '../vocabularies';

const gapId = cell('Gap ID', 'The gap of the queue.', { refers: ['gap'] });
const iteration = cell('Iteration', 'The round of the loop in which it happened.', { format: 'number' });
const timestamp = cell('Timestamp', 'When it happened.', { format: 'time' });

export default defineSection({
  id: 'gap-resolution-history',
  title: 'Gap Resolution History',
  aliases: [],
  core: false,
  extension: 'validation-loops',
  stateKeys: ['gap_resolution_history'],
  about:
    'How gaps were closed, over all iterations. Whoever closes a gap adds a line at the end; lines are never changed, and time never goes back.',
  appendOnly: true,
  tables: [
    {
      columns: [
        gapId,
        { ...chkSource, blank: true },
        cell('Original Gap', 'The question as it stood in the queue.', { format: 'text' }),
        gapPriorityCell,
        cell('Resolution', 'What was settled.', { format: 'text' }),
        cell('Resolved Via', 'The question whose answer settled it, or another way.', {
          blank: true,
          refers: ['question'],
        }),
        iteration,
        timestamp,
      ],
    },
    {
      columns: [
        gapId,
        iteration,
        cell('Action', 'What happened to the gap.', { vocabulary: gapAction }),
        cell('Details', 'In a few words: the answer, the question, the reason.', { format: 'text', blank: true }),
        { ...timestamp, optional: true },
      ],
    },
  ],
});
