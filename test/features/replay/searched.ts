import type { ReplayedRun } from '../../../server/src/features/replay/replayedRun';
import { searchSteps } from '../../../server/src/features/replay/searchSteps';
import type { Found } from '../../../server/src/shared/replay';
import { fileRecordOf } from '../../kit/fileRecordOf';
import { replayOf } from './replayOf';

const MS = 1_000_000n;

export const replay = replayOf(
  [
    fileRecordOf(
      'a.jsonl',
      [
        { title: 'Idea', run: 'r', agent: 'vision', peer: 'Build', key: 'msg_7', at: 0n, confidence: 0.9 },
        {
          title: 'Draft it',
          run: 'r',
          agent: 'build',
          key: 'p',
          at: 10n * MS,
          confidence: 0.6,
          effects: [
            { do: 'call', tool: 'search_web' },
            { do: 'write', path: 'src/Invite.tsx', operation: 'create' },
            { do: 'usage', tokens: 5 },
          ],
        },
        { title: 'nested', run: 'r', parent: 'p', at: 20n * MS, outcome: 'failed', kind: 'talk/span:tool' },
        {
          title: 'review',
          run: 'r',
          agent: 'spec writer',
          at: 30n * MS,
          outcome: 'pending',
          effects: [{ do: 'gap', id: 'G-1', status: 'open', text: 'Why REST?' }],
        },
      ],
      {
        checks: {
          'line 2': { problems: { error: 0, warning: 1, info: 0 }, rules: ['talk/unsure'] },
          'line 4': { problems: { error: 1, warning: 0, info: 0 }, rules: ['talk/no-review'] },
        },
      },
    ),
  ],
  {
    texts: {
      'a.jsonl': '{"said":"Hello world"}\n{"said":"[\\"caf\\\\u00e9\\"]"}\n{"said":"hello there"}\n{"said":"world"}\n',
    },
    reader: {
      problems: ({ part }) => [
        { severity: 'warning', message: '', rule: part === 'line 2' ? 'talk/unsure' : 'talk/no-review', path: [] },
      ],
    },
  },
);

/** A clock by which all takes long. */
export function hurried(): () => number {
  let now = 0;
  return () => {
    now += 1000;
    return now;
  };
}

export function all(replay: ReplayedRun, query: string, clock?: () => number): Found {
  const found: Found = { matches: [] };
  let cursor: number | undefined;
  do {
    const piece = searchSteps(replay, { query, ...(cursor !== undefined && { cursor }) }, clock);
    found.matches.push(...piece.matches);
    if (piece.fault !== undefined) found.fault = piece.fault;
    cursor = piece.cursor;
  } while (cursor !== undefined);
  return found;
}
