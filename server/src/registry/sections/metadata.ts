import { cell, defineSection } from '../defineSection';
import { workflow } from '../vocabularies';

export default defineSection({
  id: 'metadata',
  title: 'Metadata',
  aliases: ['Feature Metadata'],
  core: true,
  extension: 'base',
  about: 'Which feature this registry is about. Written once, when the feature is scaffolded.',
  fields: [
    cell('Feature ID', 'Number and short name of the feature, as its directory under `specs/` is called.', {
      aliases: ['ID'],
      core: true,
      format: 'feature-id',
      initial: '{feature}',
    }),
    cell('Branch', 'The git branch that the feature is built on.', { format: 'branch', initial: '{branch}' }),
    cell('Created', 'When the registry was made.', { format: 'time', initial: '{now}' }),
    cell('Last Updated', 'When an agent last changed the registry.', {
      format: 'time',
      optional: true,
      blank: true,
    }),
    cell('Original Description', "The user's own words, as the feature was asked for.", {
      format: 'text',
      optional: true,
      blank: true,
    }),
    cell('Workflow', 'The workflow that made the registry.', {
      vocabulary: workflow,
      optional: true,
      initial: '{workflow}',
    }),
  ],
});
