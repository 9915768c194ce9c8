import { cell, defineSection } from '../defineSection';
import { documentName, documentStatus } from '../vocabularies';

const optional = true;
const blank = true;

export default defineSection({
  id: 'document-availability',
  title: 'Document Availability',
  aliases: ['Document Availability Matrix'],
  core: true,
  extension: 'base',
  stateKeys: ['document_availability'],
  about:
    'Which documents of the feature exist, so that an agent knows what it can read. Whoever makes or changes a document updates its row.',
  tables: [
    {
      columns: [
        cell('Document', 'File or directory (with a slash at its end) below the feature root.', {
          vocabulary: documentName,
          format: 'document',
        }),
        cell('Status', 'Whether it is there.', { vocabulary: documentStatus }),
        cell('Path', 'Where it is, from the root of the repository.', { format: 'path', optional, blank }),
        cell('Last Modified', 'When an agent last wrote it.', { format: 'time', optional, blank }),
      ],
      rows: [['spec.md', 'absent']],
    },
  ],
});
