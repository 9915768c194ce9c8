import { cell, defineSection } from '../defineSection';
import { checklistDimension } from '../vocabularies';

export default defineSection({
  id: 'checklist-configuration',
  title: 'Checklist Configuration',
  aliases: [],
  core: false,
  extension: 'specify',
  about: 'What kind of checklist is made, and why. The checklist agent derives it from the signals.',
  tables: [
    {
      columns: [
        cell('Dimension', 'What is decided.', { vocabulary: checklistDimension }),
        cell('Value', 'How it was decided.', { format: 'text', blank: true }),
        cell('Rationale', 'Why.', { aliases: ['Source'], format: 'text', blank: true }),
      ],
      rows: checklistDimension.words.map(({ word }) => [word, '-', '-']),
    },
  ],
});
