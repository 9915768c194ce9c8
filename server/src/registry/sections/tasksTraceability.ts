import { coverage, taskFiles } from '../cells';
import { cell, defineSection } from '../defineSection';
import { storyPriority } from '../vocabularies';

const optional = true;
const blank = true;

export default defineSection({
  id: 'tasks-traceability',
  title: 'Tasks Traceability',
  aliases: [],
  core: false,
  extension: 'tasks',
  about: 'From stories to tasks, and from tasks to files. Built while the tasks are made.',
  subsections: [
    {
      title: 'User Stories -> Tasks',
      aliases: [],
      about: 'For each story, what is built for it.',
      table: {
        columns: [
          cell('Story', 'A user story, `US1`.', { aliases: ['Story ID'], refers: ['story'] }),
          cell('Priority', 'How much the story matters.', { vocabulary: storyPriority }),
          cell('Entities', 'The entities that it needs.', { optional, blank, refers: ['entity'] }),
          cell('Endpoints', 'The endpoints that it needs.', { optional, blank, refers: ['endpoint'] }),
          cell('Tasks', 'The tasks that build it.', { aliases: ['Task IDs'], blank, refers: ['task'] }),
          coverage,
        ],
      },
    },
    {
      title: 'Tasks -> Files',
      aliases: [],
      about: 'For each task, the file that it touches.',
      table: { columns: taskFiles },
    },
    {
      title: 'Coverage Summary',
      aliases: [],
      about: 'How many tasks serve a story.',
      fieldColumns: ['Metric', 'Count'],
      fields: [
        cell('Total Tasks', 'All tasks of tasks.md.', { format: 'number', initial: '0' }),
        cell('Tasks Covered', 'Those that serve a story.', { format: 'number', initial: '0' }),
        cell('Coverage Percentage', 'The second as a share of the first, `95%`.', { format: 'text', initial: '0%' }),
      ],
    },
  ],
});
