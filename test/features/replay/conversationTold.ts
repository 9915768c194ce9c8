import { parseInstant } from '../../../server/src/text/parseTime';
import type { EntryFields } from '../../kit/fileRecordOf';

export const told: EntryFields[] = [
  { title: 'noise' },
  {
    title: 'idea',
    agent: 'vision',
    peer: 'build',
    confidence: 0.9,
    at: parseInstant('2026-06-01T10:00:00Z') as bigint,
    effects: [{ do: 'handoff', to: 'build', text: 'Build it' }],
  },
  { title: 'grep', agent: 'build', effects: [{ do: 'call', tool: 'grep' }] },
  { title: 'ok', agent: 'build', outcome: 'failed', effects: [{ do: 'result', tool: 'grep', ok: false }] },
  { title: 'REST', agent: 'build', effects: [{ do: 'decision', text: 'REST' }] },
  { title: 'over', effects: [{ do: 'handoff', to: 'review' }] },
];
