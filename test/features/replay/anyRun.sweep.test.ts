import fc from 'fast-check';
import { expect, test } from 'vitest';
import { envelopeMembers, envelopeValue } from '../../../server/src/features/replay/envelopeMembers';
import { envelopeText } from '../../../server/src/features/replay/envelopeTextLines';
import { artifact, changes, stepView } from '../../../server/src/features/replay/offlineQuestions';
import { reasonsOfStep } from '../../../server/src/features/replay/reasonsOfStep';
import type { ReplayedRun } from '../../../server/src/features/replay/replayedRun';
import { replayState, stateSection } from '../../../server/src/features/replay/replayState';
import { runConversation } from '../../../server/src/features/replay/runConversation';
import { sixteenth } from '../../kit/amount';
import { nearlyEnvelope } from '../../kit/arbitraries';
import { corpusFiles, corpusMissing, corpusText } from '../../kit/corpus';
import { replayOf } from './replayOf';

function askAll(replay: ReplayedRun): void {
  const { steps } = replay.run.summary;
  for (let step = 0; step < Math.min(steps, 20); step++) {
    const view = stepView(replay, { step });
    expect(view.step).toBe(step);
    for (const envelope of view.envelopes.keys()) {
      const text = envelopeText(replay, { step, envelope });
      expect(text.rows.length).toBeLessThanOrEqual(400);
      for (const { name } of envelopeMembers(replay, { step, envelope, path: [] }).rows) {
        envelopeMembers(replay, { step, envelope, path: [name] });
        envelopeValue(replay, { step, envelope, path: [name] });
      }
    }
    for (const { id, total } of replayState(replay, { step }).sections) {
      expect(stateSection(replay, { step, section: id }).total).toBe(total);
    }
    for (const { artifact: held } of changes(replay, { step }).rows) {
      if (!held) continue;
      artifact(replay, { step, path: held.path, version: 'before' });
      const { text } = artifact(replay, { step, path: held.path, version: 'after' });
      if (held.hasContent) expect(text).toBeDefined();
    }
    runConversation(replay, { step });
    const told = reasonsOfStep(replay, { step });
    if (!view.why) expect(told).toBeNull();
  }
}

test('whatever the envelopes hold, every step can be looked at', () => {
  fc.assert(
    fc.property(
      fc.array(nearlyEnvelope, { minLength: 1, maxLength: 5 }),
      fc.constantFrom('a.jsonl', 'a.json'),
      (all, path) => {
        const lines = all.map(one => JSON.stringify(one));
        const text = path === 'a.json' ? `[${lines.join(',\n')}]` : [...lines, '{"torn'].join('\n');
        let replay: ReplayedRun;
        try {
          replay = replayOf({ [path]: text });
        } catch {
          // They tell of no run.
          return;
        }
        askAll(replay);
      },
    ),
    { numRuns: sixteenth(30) },
  );
});

test.skipIf(corpusMissing)('every run of a real project can be looked at', () => {
  const files = corpusFiles().filter(
    path => /(^|\/)traces\/.*\.jsonl?$/.test(path) && corpusText(path).length < 300_000,
  );
  expect(files.length).toBeGreaterThan(2);
  for (const file of files) {
    const path = file.slice(file.lastIndexOf('/') + 1);
    askAll(replayOf({ [path]: corpusText(file) }));
  }
});

test.skipIf(corpusMissing)('real decisions tell why, in five sections', () => {
  const files = corpusFiles('aura/traces');
  expect(files.length).toBeGreaterThan(2);
  for (const file of files) {
    const sections = reasonsOfStep(replayOf({ 'a.json': corpusText(file) }), { step: 0 })?.sections ?? [];
    expect(sections.map(({ title }) => title)).toEqual([
      'Why now',
      'What I saw',
      'What I considered',
      'What I chose and why',
      'What you can do',
    ]);
    for (const { rows } of sections) expect(rows.length).toBeGreaterThan(0);
  }
});
