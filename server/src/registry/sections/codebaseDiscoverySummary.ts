import { cell, defineSection } from '../defineSection';
import { collisionAdvice, discoveryStatus, riskLevel } from '../vocabularies';

const blank = true;
const count = { format: 'number', blank, initial: '0' } as const;

export default defineSection({
  id: 'codebase-discovery-summary',
  title: 'Codebase Discovery Summary',
  aliases: [],
  core: false,
  extension: 'plan',
  about:
    'What exists in the code already, and what of the new feature would collide with it. Written by codebase discovery, before planning; empty for a new project.',
  fields: [
    cell('Discovery Status', 'How the look at the code went.', { vocabulary: discoveryStatus, initial: 'not_run' }),
    cell('Inventory Path', 'The inventory that it left.', { format: 'path', blank, initial: '-' }),
    cell('Last Run', 'When it ran.', { format: 'time', blank, initial: '-' }),
    cell('Greenfield', 'Whether there is no code yet: true or false.', { format: 'text', blank, initial: '-' }),
  ],
  subsections: [
    {
      title: 'Existing Codebase Stats',
      aliases: [],
      about: 'What the inventory counted.',
      fieldColumns: ['Metric', 'Count'],
      fields: [
        cell('Files Scanned', 'Files that were read.', count),
        cell('Entities Found', 'Entities in the code.', count),
        cell('Endpoints Found', 'Endpoints in the code.', count),
        cell('Features Identified', 'Features in the code.', count),
        cell('Collision Risks', 'Rows of the table below.', count),
      ],
    },
    {
      title: 'Detected Tech Stack',
      aliases: [],
      about: 'Languages, frameworks and stores, as a list.',
    },
    {
      title: 'Collision Risk Summary',
      aliases: [],
      about: 'What the specification wants and the code has already. Planning settles what is high.',
      table: {
        columns: [
          cell('Type', 'What collides: an entity, an endpoint, a feature.', { format: 'text' }),
          cell('Proposed (from spec)', 'What the specification wants.', { aliases: ['Proposed'], format: 'text' }),
          cell('Existing (in codebase)', 'What the code has.', { aliases: ['Existing'], format: 'text' }),
          cell('Risk Level', 'How bad it would be.', { vocabulary: riskLevel }),
          cell('Recommendation', 'What to do about it.', { vocabulary: collisionAdvice }),
        ],
      },
    },
  ],
});
