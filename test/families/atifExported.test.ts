// A run that is exported as a trajectory: valid for others, and the same run when it is read again.
import Ajv from 'ajv';
import { describe, expect, test } from 'vitest';
import schema from '../../schemas/atif/trajectory.schema.json';
import { exportRun } from '../../server/src/features/replay/exportRun';
import type { ReplayedRun } from '../../server/src/features/replay/replayedRun';
import { replayOf } from '../features/replay/replayOf';
import { corpusMissing, sharedText } from '../kit/corpus';
import { familiesWhere } from '../kit/shippedFamilies';
import { saidIn, TALKING_RUNS, toldBy } from './readAgain';

const families = familiesWhere();
const NOTHING = { paths: false, emails: false, secrets: false, fields: [] };

function exported(replay: ReplayedRun): string {
  return exportRun(replay, { format: 'atif', redaction: NOTHING }).text;
}

interface Trajectory {
  steps: { step_id: number; source: string; tool_calls?: { tool_call_id: string }[]; observation?: object }[];
}

describe.skipIf(corpusMissing)('a run that is exported as a trajectory', () => {
  test.each(TALKING_RUNS)('is the same run, with the same messages: %s', file => {
    const name = file.endsWith('.jsonl') ? 'a.jsonl' : 'a.json';
    const replay = replayOf({ [name]: sharedText(file) }, { families });
    const text = exported(replay);
    const again = replayOf({ 'again.json': text }, { families });
    expect(toldBy(again.run)).toEqual(toldBy(replay.run));
    expect(saidIn(again)).toEqual(saidIn(replay));
    const value: Trajectory = JSON.parse(text);
    expect(new Ajv({ strict: false, validateFormats: false }).validate(schema, value)).toBe(true);
    // As the format demands: ids from one, and calls, results and metrics with an agent only.
    expect(value.steps.map(({ step_id }) => step_id)).toEqual(value.steps.map((_, index) => index + 1));
    for (const { source, ...step } of value.steps) {
      expect(['user', 'system', 'agent']).toContain(source);
      if (source !== 'agent') expect(Object.keys(step)).not.toContain('tool_calls');
    }
  });
});

test('a trajectory to which someone added a step is read as any other', () => {
  const log = JSON.stringify({
    spans: [
      {
        name: 'chat',
        context: { trace_id: 't', span_id: 's' },
        start_time: 1,
        attributes: { 'gen_ai.operation.name': 'chat' },
      },
    ],
  });
  const value = JSON.parse(exported(replayOf({ 'a.json': log })));
  value.steps.push({ step_id: 2, source: 'user', message: 'And more?' });
  const { run } = replayOf({ 'again.json': JSON.stringify(value) });
  expect([run.summary.steps, run.step(1).kind]).toEqual([2, 'atif/trajectory:message']);
});
