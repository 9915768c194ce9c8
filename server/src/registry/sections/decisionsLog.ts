import { cell, defineSection } from '../defineSection';
import { workflow } from '../vocabularies';

export default defineSection({
  id: 'decisions-log',
  title: 'Decisions Log',
  aliases: ['Unified Decisions Log'],
  core: true,
  extension: 'base',
  stateKeys: ['decisions_log'],
  about:
    'What agents decided, and why. Each agent adds its lines at the end when its work is done; lines are never changed, and time never goes back.',
  appendOnly: true,
  tables: [
    {
      columns: [
        cell('Timestamp', 'When it was decided.', { format: 'time' }),
        cell('Workflow', 'The workflow that it was decided in.', { vocabulary: workflow, optional: true }),
        cell('Agent', 'Who decided.', { format: 'agent' }),
        cell('Decision', 'What was decided, in one line.', { format: 'text' }),
        cell('Rationale', 'Why, so that a later agent need not ask again.', { format: 'text', blank: true }),
      ],
    },
  ],
});
