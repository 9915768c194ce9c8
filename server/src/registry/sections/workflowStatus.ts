import { cell, defineSection } from '../defineSection';
import { phase, workflow, workflowStatus } from '../vocabularies';

const blank = true;

// The sections of the single workflows, each with a status.
const LOOPS = ['priority-loop-state', 'plan-phase-state', 'tasks-phase-state'];

const currentAgent = cell('Current Agent', 'The agent that is at work, or was last.', { format: 'agent', blank });
const status = cell('Status', 'How far the workflow has come.', { vocabulary: workflowStatus });
const lastRun = cell('Last Run', 'When an agent last ran.', { format: 'time', blank });

export default defineSection({
  id: 'workflow-status',
  title: 'Workflow Status',
  aliases: ['Workflow Status Table'],
  core: true,
  extension: 'base',
  stateKeys: ['workflow_status'],
  about:
    'Where the work stands: of one workflow as fields, of several as a table with a row each. The supervisor updates it before and after each agent.',
  fields: [
    cell('Current Phase', 'The phase that runs now, and that is resumed after a break.', {
      aliases: ['Phase'],
      vocabulary: phase,
      initial: 'not_started',
    }),
    { ...currentAgent, initial: '-' },
    { ...status, core: true, coreUnless: LOOPS, initial: 'not_started' },
    { ...lastRun, optional: true },
  ],
  tables: [
    {
      columns: [
        cell('Workflow', 'Name of the workflow.', { optional: true, vocabulary: workflow }),
        status,
        lastRun,
        { ...currentAgent, optional: true },
        cell('Context File', 'The file with the state that only this workflow needs.', {
          format: 'path',
          optional: true,
          blank,
        }),
      ],
    },
  ],
});
