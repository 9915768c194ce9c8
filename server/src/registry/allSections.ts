import type { SectionDefinition } from '../model/registry';
import { t } from '../shared/l10n';
import { GAP_SECTIONS } from './gapSections';
import { cell, readiness } from './registryCells';
import { STATUS_SECTIONS } from './statusSections';
import { flag, milestone, workflow, workflowStatus } from './vocabularies';

const blank = true;

const readyFor = cell('Ready for', t`The agent, or the step, that may begin now. The last line of a handoff.`, {
  format: 'agent',
});

const featureReadiness: SectionDefinition = {
  id: 'feature-readiness',
  title: 'Feature Readiness',
  aliases: [],
  core: false,
  extension: 'specify',
  stateKeys: ['feature_readiness'],
  about: t`What the feature is ready for, and what is in its way. The supervisor updates it when a workflow ends.`,
  tables: [{ columns: readiness, rows: milestone.words.slice(0, 3).map(({ word }) => [word, 'no', '-']) }],
  subsections: [
    {
      title: 'Workflow Dependencies',
      aliases: [],
      about: t`Which workflow needs which other one to be completed.`,
      optional: true,
    },
  ],
};

const globalConfiguration: SectionDefinition = {
  id: 'global-configuration',
  title: 'Global Configuration',
  aliases: ['Global Flags'],
  core: false,
  extension: 'specify',
  about: t`Facts about the registry itself: the version of its format, and when it was last written.`,
  tables: [
    {
      columns: [
        cell('Flag', t`Name of the fact.`, { vocabulary: flag }),
        cell('Value', t`Its value.`, { format: 'text', blank: true }),
        cell('Description', t`What it means.`, { format: 'text', optional: true, blank: true }),
      ],
      rows: [
        ['version', '1.0.0'],
        ['last_sync', '{now}'],
      ],
    },
  ],
};

/** The definitions of all sections that a state registry may have, in the order of a new registry. A registry is a Markdown file that agents keep. */
export const SECTIONS: readonly SectionDefinition[] = [
  ...STATUS_SECTIONS,
  ...GAP_SECTIONS,
  {
    id: 'decisions-log',
    title: 'Decisions Log',
    aliases: ['Unified Decisions Log'],
    core: true,
    extension: 'base',
    stateKeys: ['decisions_log'],
    about: t`What agents decided, and why. Each agent adds its lines at the end when its work is done; lines are never changed, and time never goes back.`,
    appendOnly: true,
    tables: [
      {
        columns: [
          cell('Timestamp', t`When it was decided.`, { format: 'time' }),
          cell('Workflow', t`The workflow that it was decided in.`, { vocabulary: workflow, optional: true }),
          cell('Agent', t`Who decided.`, { format: 'agent' }),
          cell('Decision', t`What was decided, in one line.`, { format: 'text' }),
          cell('Rationale', t`Why, so that a later agent need not ask again.`, { format: 'text', blank: true }),
        ],
      },
    ],
  },
  {
    id: 'agent-handoff-notes',
    title: 'Agent Handoff Notes',
    aliases: [],
    core: true,
    extension: 'base',
    stateKeys: ['handoff_notes'],
    about: t`What the next agent must know and cannot read elsewhere. The agent that ends writes it; the supervisor passes it on.`,
    subsections: [
      {
        title: 'Current Agent',
        aliases: [],
        about: t`Who is at work. Written when an agent starts.`,
        fields: [
          cell('Agent', t`Its name.`, { format: 'agent', blank, initial: '-' }),
          cell('Started', t`When it started.`, { format: 'time', blank, initial: '-' }),
          cell('Status', t`How far it has come.`, {
            vocabulary: { ...workflowStatus, id: 'agent-status', open: true },
            blank,
            initial: 'not_started',
          }),
        ],
      },
      {
        title: 'Handoff from Previous Agent',
        aliases: [],
        about: t`What the agent before leaves to this one.`,
        fields: [{ ...readyFor, optional: true }],
      },
      {
        title: 'From',
        aliases: [],
        about: t`What one agent leaves to the next, point by point. It ends with \`Ready for: agent\`.`,
        named: 'agent',
        optional: true,
        fields: [{ ...readyFor, core: true }],
      },
    ],
  },
  featureReadiness,
  {
    id: 'cross-workflow-notes',
    title: 'Cross-Workflow Notes',
    aliases: [],
    core: false,
    extension: 'plan',
    about: t`What concerns all workflows of the feature. The supervisor keeps it.`,
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
  },
  globalConfiguration,
  {
    id: 'context-file-quick-links',
    title: 'Context File Quick Links',
    aliases: [],
    core: false,
    extension: 'plan',
    about: t`Links to the files that hold the state of single workflows.`,
  },
];
