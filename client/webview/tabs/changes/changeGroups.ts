import type { ChangeRow } from '../../../../server/src/shared/protocol';

type Does = ChangeRow['does'];

/** Groups of changes, in display order. */
const GROUPS: readonly { title: string; does: readonly Does[] }[] = [
  { title: 'Files', does: ['write'] },
  { title: 'Documents', does: ['document'] },
  { title: 'Decisions and notes', does: ['decision', 'note'] },
  { title: 'Gaps and questions', does: ['gap', 'question'] },
  { title: 'Handoff', does: ['handoff'] },
  { title: 'Calls', does: ['call', 'result'] },
  { title: 'Approval and budget', does: ['approval', 'budget'] },
  { title: 'Usage', does: ['usage'] },
];

/** Groups changes under headings; those of unknown groups come last. */
export function changeGroups(rows: readonly ChangeRow[]): { title: string; rows: ChangeRow[] }[] {
  const groups = GROUPS.map(({ title, does }) => ({ title, rows: rows.filter(row => does.includes(row.does)) }));
  const others = rows.filter(row => !GROUPS.some(({ does }) => does.includes(row.does)));
  return [...groups, { title: 'Other', rows: others }].filter(group => group.rows.length > 0);
}
