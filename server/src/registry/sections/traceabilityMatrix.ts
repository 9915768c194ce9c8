import { frId, notes } from '../cells';
import { cell, defineSection } from '../defineSection';
import { checklistCoverage, gapType } from '../vocabularies';

const blank = true;

const chkIds = cell('CHK IDs', 'The checklist items that look at it.', { blank, refers: ['checklist'] });
const coverageStatus = cell('Coverage Status', 'What those items found. A sign may stand before the word.', {
  vocabulary: checklistCoverage,
});

export default defineSection({
  id: 'traceability-matrix',
  title: 'Traceability Matrix',
  aliases: [],
  core: false,
  extension: 'validation-loops',
  stateKeys: ['traceability_matrix'],
  about: 'Which checklist items look at which requirements, both ways. The checklist agent keeps it.',
  tables: [
    {
      columns: [
        frId,
        chkIds,
        coverageStatus,
        cell('Gap IDs', 'The gaps that were found.', { blank, refers: ['gap'] }),
        notes,
      ],
    },
  ],
  subsections: [
    {
      title: 'Requirements -> Checklist Coverage',
      aliases: [],
      about: 'For each requirement, the items that look at it.',
      table: { columns: [frId, chkIds, coverageStatus, notes] },
    },
    {
      title: 'Checklist -> Requirements Mapping',
      aliases: [],
      about: 'For each checklist item, the requirements that it looks at.',
      table: {
        columns: [
          cell('CHK ID', 'The checklist item, `CHK015`.', { defines: 'checklist' }),
          cell('FR IDs', 'The requirements that it looks at; none where one is missing.', {
            blank,
            refers: ['requirement'],
          }),
          cell('Gap Type', 'What is the matter with them.', { blank, vocabulary: gapType }),
          cell('Resolution', 'How it was settled.', { blank, refers: ['gap', 'question'] }),
        ],
      },
    },
  ],
});
