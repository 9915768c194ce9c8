import { time } from './said.mjs';

/** A call of a tool, and its result. */
export function toolCall(log, n) {
  const call_id = `t_${(log * 1000 + n).toString(36).padStart(10, '0')}`;
  const event = { id: `e_${n}`, title: 'Dentist', start: time(n * 900), end: time(n * 900 + 2700) };
  const call = {
    call_id,
    agent: 'calendar',
    tool: 'suggest_slots',
    args: { events: [event, { ...event, id: `f_${n}`, title: 'Review of the export' }], duration_min: 30 },
    ts: time(log * 10_000 + n * 20),
    confirm_required: false,
    expected_surface: 'SILENT',
    deadline_ms: 2000,
  };
  const slots = [1, 2, 3].map(i => ({ slot_start: time(n * 900 + i * 3600), slot_end: time(n * 900 + i * 5400) }));
  const result = { call_id, ok: true, result: { slots }, error: null, latency_ms: 3.5 + (n % 7) };
  return { call, result };
}
