import { notes } from '../cells';
import { cell, defineSection } from '../defineSection';
import { progressStatus, specificationPart } from '../vocabularies';

export default defineSection({
  id: 'specification-progress',
  title: 'Specification Progress',
  aliases: [],
  core: false,
  extension: 'specify',
  stateKeys: ['specification_progress'],
  about: 'How far each part of the specification has come. The spec writer updates it after each part.',
  tables: [
    {
      columns: [
        cell('Section', 'A part of spec.md.', { vocabulary: specificationPart }),
        cell('Status', 'How far it has come.', { vocabulary: progressStatus }),
        cell('Items Count', 'How many stories, requirements or the like it holds.', {
          format: 'number',
          blank: true,
        }),
        notes,
      ],
      rows: specificationPart.words.map(({ word }) => [word, 'not_started', '0', '-']),
    },
  ],
});
