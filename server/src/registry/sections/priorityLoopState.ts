import { lastActivity } from '../cells';
import { cell, defineSection } from '../defineSection';
import { loopStatus, terminationReason } from '../vocabularies';

const optional = true;
const blank = true;

export default defineSection({
  id: 'priority-loop-state',
  title: 'Priority Loop State',
  aliases: [],
  core: false,
  extension: 'resume-recovery',
  stateKeys: ['priority_loop_state'],
  about:
    'Where the loop of checking and clarifying stands, and so where it resumes after a break. The supervisor writes it after each step.',
  fields: [
    cell('Loop Status', 'The step that the loop is in, and that it resumes from.', {
      vocabulary: loopStatus,
      core: true,
      initial: 'not_started',
    }),
    cell('Current Iteration', 'The round of the loop. It is 0 only before the first validation.', {
      format: 'counter/10',
      initial: '0 / 10',
    }),
    { ...lastActivity, initial: '{now}' },
    cell('Stale Count', 'Rounds in a row that closed no gap. When it is full, the user is asked.', {
      format: 'counter/3',
      optional,
      initial: '0 / 3',
    }),
    cell('Deferred Minor Gaps', 'How many Minor gaps were put off.', { format: 'number', optional, initial: '0' }),
    cell('Termination Reason', 'Why the loop ended. A terminated loop must have one.', {
      vocabulary: terminationReason,
      optional,
      blank,
    }),
    cell('Pending Clarifications', 'How many questions wait for an answer, and which: `2 (C1.1, C1.2)`.', {
      optional,
      blank,
      refers: ['question'],
    }),
    cell('Known Issues', 'What is left open at the end.', { format: 'text', optional, blank }),
    cell('Final Iteration', 'The round in which the loop ended.', { format: 'text', optional, blank }),
  ],
});
