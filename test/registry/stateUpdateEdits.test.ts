import { describe, expect, test } from 'vitest';
import { updated } from './updated';

describe('updates with a matching field or row are applied', () => {
  test.each([
    {
      of: 'a listed document',
      updates: { document_availability: { 'spec.md': 'present' } },
      lines: ['| spec.md | `present` | - |'],
    },
    {
      of: 'a new document',
      updates: { document_availability: { 'plan.md': 'present', 'spec.md': 'absent' } },
      lines: ['| plan.md | present | - |'],
    },
    {
      of: 'a workflow by its name',
      updates: { workflow_status: { specify: 'in_progress' } },
      lines: ['| specify | in_progress | - | - |'],
    },
    {
      of: 'a loop, a counter with the limit of the registry, and a missing field',
      updates: { priority_loop_state: { loop_status: 'clarifying', current_iteration: 2, stale_count: '1 / 3' } },
      lines: ['- **Loop Status**: clarifying', '- **Current Iteration**: 2 / 7', '- **Stale Count**: 1 / 3'],
    },
    {
      of: 'a gap, in either form',
      updates: {
        gap_priority_queue: [{ id: 'G-001', status: 'resolved' }],
        gap_priority_queue_updates: { 'G-001': 'resolved' },
      },
      lines: ['| Critical | G-001 | CHK003 | FR-002 | What if? | resolved |'],
      twice: true,
    },
    {
      of: 'log lines in order; cells with special characters',
      updates: {
        decisions_log: [
          { timestamp: '2026-06-01T11:00:00Z', workflow: 'specify', agent: 'a', decision: 'x | y', rationale: 'r' },
          { timestamp: '2026-06-01T12:00:00Z', workflow: 'specify', agent: 'b', decision: 'z' },
        ],
        gap_resolution_history: [
          { gap_id: 'G-001', resolved_by: 'C1.1', resolution: 'said so', timestamp: '2026-06-01T11:00:00Z' },
        ],
      },
      lines: [
        '| G-001 | - | said so | C1.1 | 2026-06-01T11:00:00Z |',
        '| 2026-06-01T11:00:00Z | specify | a | x \\| y | r |',
        '| 2026-06-01T12:00:00Z | specify | b | z | - |',
      ],
    },
    {
      of: 'a hand-off',
      updates: { handoff_notes: { from: 'checklist-agent', notes: ['32 items', 'Ready for: spec-clarify'] } },
      lines: ['### From checklist-agent', '- 32 items', '- Ready for: spec-clarify'],
    },
  ])('$of', ({ updates, lines, twice }) => {
    if (twice) {
      for (const [key, value] of Object.entries(updates)) expect(updated({ [key]: value }).lines).toEqual(lines);
      return;
    }
    const result = updated(updates);
    expect(result.lines).toEqual(lines);
    expect(result.left).toEqual({});
    expect(result.done).toEqual(Object.keys(updates));
    // Existing values are not written again.
    expect(updated(updates, result.after)).toMatchObject({ lines: [], left: {} });
  });
});

test('a hand-off is added to its section, before the separator', () => {
  const { after } = updated({ handoff_notes: { from: 'x', notes: ['y'] } });
  expect(after).toContain('- Ready for: checklist-agent\n\n### From x\n\n- y\n\n---\n\n## Notes\n');
});

test.each<[string, Record<string, unknown>]>([
  ['a key that no section has', { validation_summary: { passed: 1 } }],
  ['a section that is missing in the registry', { pending_questions: [{ id: 'C1.1', status: 'answered' }] }],
  ['a word that is not allowed', { workflow_status: { specify: 'done' } }],
  ['placeholders', { decisions_log: [{ timestamp: '...', agent: '...', decision: '...' }] }],
  ['a name without a row', { workflow_status: { plan: 'done' } }],
  ['a gap without the required cells', { gap_priority_queue: [{ id: 'G-009', status: 'pending' }] }],
  [
    'a decision with more values than the log has columns',
    {
      decisions_log: [{ timestamp: '2026-06-01T11:00:00Z', workflow: 's', agent: 'a', decision: 'd', cost: 3 }],
    },
  ],
  ['values over several lines', { document_availability: { 'spec.md': 'present\nor not' } }],
  ['a hand-off without a name', { handoff_notes: { notes: ['x'] } }],
  ['values that are not objects', { workflow_status: 'in_progress', decisions_log: ['x'], handoff_notes: ['y'] }],
  ['keys of prototypes', JSON.parse('{"document_availability": {"__proto__": {"a": 1}}, "constructor": {"a": 1}}')],
])('%s remains', (_, updates) => {
  const { lines, left, done } = updated(updates);
  expect({ lines, done }).toEqual({ lines: [], done: [] });
  expect(JSON.stringify(left)).toBe(JSON.stringify(updates));
});

test('the values of a record without a column remain, under its id', () => {
  const { lines, left } = updated({ gap_priority_queue_updates: [{ id: 'G-001', status: 'resolved', synced: true }] });
  expect(lines).toHaveLength(1);
  expect(left).toEqual({ gap_priority_queue_updates: [{ id: 'G-001', synced: true }] });
});
