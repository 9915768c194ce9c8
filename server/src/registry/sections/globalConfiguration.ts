import { cell, defineSection } from '../defineSection';
import { flag } from '../vocabularies';

export default defineSection({
  id: 'global-configuration',
  title: 'Global Configuration',
  aliases: ['Global Flags'],
  core: false,
  extension: 'specify',
  about: 'Facts about the registry itself: the version of its format, and when it was last written.',
  tables: [
    {
      columns: [
        cell('Flag', 'Name of the fact.', { vocabulary: flag }),
        cell('Value', 'Its value.', { format: 'text', blank: true }),
        cell('Description', 'What it means.', { format: 'text', optional: true, blank: true }),
      ],
      rows: [
        ['version', '1.0.0'],
        ['last_sync', '{now}'],
      ],
    },
  ],
});
