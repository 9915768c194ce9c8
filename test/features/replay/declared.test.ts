import { expect, test } from 'vitest';
import { stepView } from '../../../server/src/features/replay/offlineQuestions';
import { packRun } from '../../../server/src/features/replay/packRun';
import { runConversation } from '../../../server/src/features/replay/runConversation';
import { runBrief } from '../../../server/src/features/replay/runOverview';
import { unpackRun } from '../../../server/src/features/replay/unpackRun';
import { familiesWithDeclared, REVIEWS } from '../../kit/declaredProtocols';
import { indexFiles } from '../../kit/indexFiles';
import { replayIn } from './replayOf';

const families = familiesWithDeclared(REVIEWS);
const log = [
  { review_id: 'R-1', change: 'C-7', asked_by: 'ada', reviewer: 'lin', summary: 'Look at the parser' },
  { review_id: 'R-1', verdict: 'changes', by: 'lin', took_ms: 1000, note: 'It loops' },
  { review_id: 'R-2', change: 'C-7', asked_by: 'ada', reviewer: 'lin', summary: 'Once more' },
]
  .map(one => `${JSON.stringify(one)}\n`)
  .join('');
const files = { 'reviews.jsonl': log };
const replay = replayIn(indexFiles(files, families), { texts: files, reader: { families: () => families } });

test.each([
  ['in an editor', replay],
  ['in a page that was exported', unpackRun(JSON.parse(JSON.stringify(packRun(replay))), 0)],
])('a run of a declared protocol is replayed %s', (_, shown) => {
  expect(runBrief(shown.run.summary, shown.reader, shown.now)).toMatchObject({
    id: 'C-7',
    family: 'Review Queue',
    steps: 2,
  });
  const step = stepView(shown, { step: 0 });
  expect(step).toMatchObject({ kindTitle: 'Review request', outcome: 'failed', took: '1 s' });
  expect(step.envelopes.map(({ name }) => name)).toEqual(['request', 'verdict']);
  const { rows } = runConversation(shown, { step: 1, from: 0, count: 10 });
  expect(rows).toMatchObject([
    {
      from: 'ada',
      to: 'lin',
      title: 'Look at the parser · It loops',
      messages: [{ pieces: [{ text: 'Look at the parser' }] }],
    },
    { title: 'Once more' },
  ]);
});
