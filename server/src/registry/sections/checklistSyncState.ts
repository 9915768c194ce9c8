import { cell, defineSection } from '../defineSection';

const format = 'number';

export default defineSection({
  id: 'checklist-sync-state',
  title: 'Checklist Sync State',
  aliases: [],
  core: false,
  extension: 'specify',
  stateKeys: ['checklist_sync_state'],
  about:
    'How far the checklists follow the gaps that were resolved. The checklist agent updates it when it ticks items off.',
  tables: [
    {
      columns: [
        cell('Checklist', 'A file below checklists/.', { format: 'document' }),
        cell('Total Items', 'All items of the file.', { format }),
        cell('Checked', 'Those that are ticked off.', { format }),
        cell('Pending', 'Those that are not. Together with the checked ones they are the total.', { format }),
        cell('Last Sync', 'When they were last compared.', { format: 'time', blank: true }),
      ],
    },
  ],
});
