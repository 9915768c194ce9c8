import { coverage, frId } from '../cells';
import { cell, defineSection } from '../defineSection';

const blank = true;

export default defineSection({
  id: 'plan-traceability',
  title: 'Plan Traceability',
  aliases: [],
  core: false,
  extension: 'plan',
  about:
    'From requirements over entities to endpoints, so that nothing is planned without a need and no need is forgotten. Each phase of planning adds its step.',
  subsections: [
    {
      title: 'Requirements -> Entities',
      aliases: [],
      about: 'For each requirement, the entities that it needs. Built with the domain model.',
      table: {
        columns: [
          frId,
          cell('Requirement Summary', 'The requirement in a few words.', { format: 'text', optional: true, blank }),
          cell('Entities', 'Entities of data-model.md.', { blank, refers: ['entity'] }),
          coverage,
        ],
      },
    },
    {
      title: 'Entities -> Endpoints',
      aliases: [],
      about: 'For each entity, the endpoints that serve it. Built with the contracts.',
      table: {
        columns: [
          cell('Entity', 'An entity of data-model.md.', { defines: 'entity' }),
          cell('Endpoints', 'Endpoints of contracts/: `POST /auth/login`.', { blank, refers: ['endpoint'] }),
          coverage,
        ],
      },
    },
    {
      title: 'Full Traceability Chain',
      aliases: [],
      about: 'Both steps in one line each. Checked at the end of planning.',
      table: {
        columns: [
          frId,
          cell('Entity', 'The entities on the way.', { blank, refers: ['entity'] }),
          cell('Endpoint', 'The endpoints at its end.', { blank, refers: ['endpoint'] }),
          coverage,
        ],
      },
    },
  ],
});
