import { defineSection } from '../defineSection';

export default defineSection({
  id: 'context-file-quick-links',
  title: 'Context File Quick Links',
  aliases: [],
  core: false,
  extension: 'plan',
  about: 'Links to the files that hold the state of single workflows.',
});
