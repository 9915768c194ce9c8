import { defineSection } from '../defineSection';
import featureReadiness from './featureReadiness';
import globalConfiguration from './globalConfiguration';

export default defineSection({
  id: 'cross-workflow-notes',
  title: 'Cross-Workflow Notes',
  aliases: [],
  core: false,
  extension: 'plan',
  about: 'What concerns all workflows of the feature. The supervisor keeps it.',
  subsections: [
    {
      title: featureReadiness.title,
      aliases: featureReadiness.aliases,
      about: featureReadiness.about,
      ...(featureReadiness.tables?.[0] && { table: featureReadiness.tables[0] }),
    },
    ...(featureReadiness.subsections ?? []),
    {
      title: 'Global Flags',
      aliases: [globalConfiguration.title],
      about: globalConfiguration.about,
      ...(globalConfiguration.tables?.[0] && { table: globalConfiguration.tables[0] }),
    },
  ],
});
