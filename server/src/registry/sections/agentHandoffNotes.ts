import { cell, defineSection } from '../defineSection';
import { workflowStatus } from '../vocabularies';

const blank = true;

const readyFor = cell('Ready for', 'The agent, or the step, that may begin now. The last line of a handoff.', {
  format: 'agent',
});

export default defineSection({
  id: 'agent-handoff-notes',
  title: 'Agent Handoff Notes',
  aliases: [],
  core: true,
  extension: 'base',
  stateKeys: ['handoff_notes'],
  about:
    'What the next agent must know and cannot read elsewhere. The agent that ends writes it; the supervisor passes it on.',
  subsections: [
    {
      title: 'Current Agent',
      aliases: [],
      about: 'Who is at work. Written when an agent starts.',
      fields: [
        cell('Agent', 'Its name.', { format: 'agent', blank, initial: '-' }),
        cell('Started', 'When it started.', { format: 'time', blank, initial: '-' }),
        cell('Status', 'How far it has come.', {
          vocabulary: { ...workflowStatus, id: 'agent-status', open: true },
          blank,
          initial: 'not_started',
        }),
      ],
    },
    {
      title: 'Handoff from Previous Agent',
      aliases: [],
      about: 'What the agent before leaves to this one.',
      fields: [{ ...readyFor, optional: true }],
    },
    {
      title: 'From',
      aliases: [],
      about: 'What one agent leaves to the next, point by point. It ends with `Ready for: agent`.',
      named: 'agent',
      optional: true,
      fields: [{ ...readyFor, core: true }],
    },
  ],
});
