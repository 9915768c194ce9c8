import { readiness } from '../cells';
import { defineSection } from '../defineSection';
import { milestone } from '../vocabularies';

export default defineSection({
  id: 'feature-readiness',
  title: 'Feature Readiness',
  aliases: [],
  core: false,
  extension: 'specify',
  stateKeys: ['feature_readiness'],
  about: 'What the feature is ready for, and what is in its way. The supervisor updates it when a workflow ends.',
  tables: [{ columns: readiness, rows: milestone.words.slice(0, 3).map(({ word }) => [word, 'no', '-']) }],
  subsections: [
    {
      title: 'Workflow Dependencies',
      aliases: [],
      about: 'Which workflow needs which other one to be completed.',
      optional: true,
    },
  ],
});
