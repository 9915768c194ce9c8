import { cell, defineSection } from '../defineSection';
import { collisionStatus, collisionStrategy } from '../vocabularies';

export default defineSection({
  id: 'implementation-collision-log',
  title: 'Implementation Collision Log',
  aliases: [],
  core: false,
  extension: 'tasks',
  about:
    'What was done with files that a task was to make and that were there already. Written while implementing; version control has what was overwritten.',
  tables: [
    {
      columns: [
        cell('Timestamp', 'When it was decided.', { format: 'time' }),
        cell('Task ID', 'The task that met the file.', { refers: ['task'] }),
        cell('File Path', 'The file.', { format: 'path' }),
        cell('Strategy', 'What was decided.', { vocabulary: collisionStrategy }),
        cell('Status', 'Whether it was carried out.', { vocabulary: collisionStatus }),
      ],
    },
  ],
});
