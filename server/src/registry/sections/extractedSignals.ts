import { cell, defineSection } from '../defineSection';
import { relevance } from '../vocabularies';

const blank = true;

export default defineSection({
  id: 'extracted-signals',
  title: 'Extracted Signals',
  aliases: [],
  core: false,
  extension: 'specify',
  about:
    'What the words of the user and of the specification point to. The checklist agent collects it to decide what to look at closely.',
  subsections: [
    {
      title: 'Domain Keywords',
      aliases: [],
      about: 'Words that name a field: auth, API, accessibility.',
      table: {
        columns: [
          cell('Keyword', 'The word.', { format: 'text' }),
          cell('Source', 'Where it was found: user_input, spec or plan.', { format: 'text' }),
          cell('Weight', 'What it counts: 3 from the user, 2 from the specification, 1 from the plan.', {
            format: 'number',
          }),
        ],
      },
    },
    {
      title: 'Risk Indicators',
      aliases: [],
      about: 'Words that tell of a risk: critical, must, compliance.',
      table: {
        columns: [
          cell('Indicator', 'The word.', { format: 'text' }),
          cell('Source', 'Where it was found: user_input or spec.', { format: 'text' }),
          cell('Location', 'The place in the document.', { format: 'text', blank }),
        ],
      },
    },
    {
      title: 'Focus Areas',
      aliases: [],
      about: 'Signals that belong together, the strongest first. Four at most.',
      table: {
        columns: [
          cell('Rank', 'Its place, from 1.', { format: 'number' }),
          cell('Area', 'A name for it.', { format: 'text' }),
          cell('Relevance', 'How much it matters.', { vocabulary: relevance }),
          cell('Source Signals', 'The signals that it was made of.', { format: 'text', blank }),
        ],
      },
    },
  ],
});
