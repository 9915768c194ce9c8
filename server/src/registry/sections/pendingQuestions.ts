import { cell, defineSection } from '../defineSection';
import { questionPriority, questionStatus, workflow } from '../vocabularies';

const blank = true;

const id = cell(
  'ID',
  '`Q-S1` from specify, `Q-C1` from the checklist, `Q-P1` from plan, `Q-T1` from tasks; `C2.1` the first question about gaps in iteration 2.',
  { defines: 'question' },
);
const status = cell('Status', 'What has become of the question.', { vocabulary: questionStatus });
const asked = [
  cell('Location', 'The place that the answer changes: a requirement, or `spec.md:45`.', {
    blank,
    refers: ['requirement'],
  }),
  cell('Question', 'What the user reads.', { format: 'text' }),
  cell('Options', 'The answers to choose from.', { format: 'text', blank }),
  cell('Priority', 'What the answer decides about.', { vocabulary: questionPriority }),
  status,
];

export default defineSection({
  id: 'pending-questions',
  title: 'Unified Pending Questions',
  aliases: ['Pending Questions'],
  core: false,
  extension: 'clarification-protocol',
  stateKeys: ['pending_questions'],
  about:
    'What only the user can answer. Agents add questions and never ask themselves; the supervisor puts them to the user, in the order of their priority.',
  tables: [
    {
      columns: [
        id,
        cell('Source', 'What the question comes from: the gaps that it covers, or an agent.', {
          blank,
          refers: ['gap', 'checklist'],
        }),
        ...asked,
      ],
    },
    {
      columns: [id, cell('Workflow', 'The workflow that asks.', { vocabulary: workflow }), ...asked],
    },
    {
      columns: [
        id,
        cell('Question Summary', 'The question in a few words.', { format: 'text' }),
        cell('Gaps', 'The gaps that it covers; several may.', { blank, refers: ['gap'] }),
        status,
      ],
    },
  ],
});
