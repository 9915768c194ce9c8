import { checkRule } from './checkRule';

const log = (...times: string[]) =>
  [
    '## Metadata\n\n## Decisions Log\n\n| Timestamp | Agent | Decision | Rationale |\n|---|---|---|---|',
    ...times.map(time => `| ${time} | a | b | c |`),
  ].join('\n');

checkRule('time-goes-back', [
  {
    is: 'earlier than the previous line, as instants',
    drawing: `
        ## Decisions Log
        | Timestamp | Agent | Decision | Rationale |
        |-----------|-------|----------|-----------|
        | 2026-01-02T09:00:00Z | a | b | c |
        | 2026-01-02T10:30:00+02:00 | a | b | c |
      //  ^^^^^^^^^^^^^^^^^^^^^^^^^ workflow-primitives/time-goes-back warning: "2026-01-02T10:30:00+02:00" (2026-01-02T08:30Z) is earlier than the line before, "2026-01-02T09:00:00Z";
        | soon | a | b | c |
        | 2026-01-02T08:00:00 | a | b | c |
      //  ^^^^^^^^^^^^^^^^^^^ workflow-primitives/time-goes-back
        | 2026-01-01 | a | b | c |
      //  ^^^^^^^^^^ workflow-primitives/time-goes-back
        | 2026-01-03T00:00:00Z | a | b | c |

        ## Gap Resolution History
        | Gap ID | Iteration | Action | Details | Timestamp |
        |--------|-----------|--------|---------|-----------|
        | G-001 | 1 | resolved | - | 2026-01-03 |
        | G-002 | 1 | resolved | - | 2026-01-02 |
      //                             ^^^^^^^^^^ workflow-primitives/time-goes-back
    `,
  },
  { is: 'equal times', drawing: log('2026-01-02T09:00:00Z', '2026-01-02T11:00:00+02:00', '2026-01-02T09:00:00') },
  { is: 'a date is the whole day', drawing: log('2026-01-02T09:00:00Z', '2026-01-02', '2026-01-02T08:00:00Z') },
  {
    is: 'a time has the precision in which it is written',
    drawing: log('2026-01-02T09:12:44Z', '2026-01-02T09:12Z', '2026-01-02T09:12:30.500Z', '2026-01-02T09:12:30Z'),
  },
  {
    is: 'a time without a zone may have the zone of an adjacent line',
    drawing: log(
      '2026-01-02T09:00+02:00',
      '2026-01-02T09:05',
      '2026-01-02T09:10+02:00',
      '2026-01-02',
      '2026-01-02T00:30+02:00',
    ),
  },
  {
    is: 'tables that are not logs',
    drawing: `
        ## Metadata

        ## Workflow Status
        | Workflow | Status | Last Run | Current Agent |
        |----------|--------|----------|---------------|
        | specify | completed | 2026-01-31 | a |
        | plan | in_progress | 2026-01-30 | a |
    `,
  },
]);
