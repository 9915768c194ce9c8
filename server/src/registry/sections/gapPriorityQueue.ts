import { chkSource, gapId, gapPriorityCell, gapStatusCell } from '../cells';
import { cell, defineSection } from '../defineSection';
import { synced } from '../vocabularies';

const optional = true;
const blank = true;

const clarification = cell('Clarification', 'The question that asks about the gap, `C2.1`.', {
  aliases: ['Clarification ID'],
  optional,
  blank,
  refers: ['question'],
});

export default defineSection({
  id: 'gap-priority-queue',
  title: 'Gap Priority Queue',
  aliases: [],
  core: false,
  extension: 'validation-loops',
  stateKeys: ['gap_priority_queue', 'gap_priority_queue_updates'],
  about:
    'What the checklist found missing in the specification. The checklist agent adds gaps, clarifying moves them on. The loop succeeds when no Critical and no Important gap is open.',
  tables: [
    {
      columns: [
        gapPriorityCell,
        gapId,
        chkSource,
        cell('FR Reference', 'The requirement that has the gap; none where a requirement is missing.', {
          blank,
          refers: ['requirement'],
        }),
        cell('Question', 'What the specification leaves open.', { format: 'text' }),
        gapStatusCell,
        cell('Synced', 'Whether the resolved gap is ticked off in its checklist.', {
          optional,
          blank,
          vocabulary: synced,
        }),
        cell('Stale', 'Iterations in which the gap did not move.', {
          aliases: ['Stale Count'],
          optional,
          blank,
          format: 'number',
        }),
        clarification,
      ],
    },
    {
      columns: [
        gapPriorityCell,
        gapId,
        gapStatusCell,
        cell('Resolution', 'How the gap was closed, or what it waits for.', { blank, refers: ['question'] }),
      ],
    },
  ],
});
