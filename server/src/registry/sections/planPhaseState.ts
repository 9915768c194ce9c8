import { phaseCounters } from '../cells';
import { cell, defineSection } from '../defineSection';
import { planPhase, planPhaseName, planStatus } from '../vocabularies';

export default defineSection({
  id: 'plan-phase-state',
  title: 'Plan Phase State',
  aliases: [],
  core: false,
  extension: 'plan',
  about: 'Where planning stands, and so where it resumes after a break. The supervisor writes it after each step.',
  fields: [
    cell('Phase', 'The phase that planning is in, and resumes from.', { vocabulary: planPhase, initial: '0' }),
    cell('Phase Name', 'Its name.', { vocabulary: planPhaseName, initial: 'Research' }),
    ...phaseCounters(10),
    cell('Status', 'What is being done.', { vocabulary: planStatus, optional: true, initial: 'not_started' }),
  ],
});
