// A run that is exported as a trajectory: valid for others, and the same run when it is read again.
import Ajv from 'ajv';
import { describe, expect, test } from 'vitest';
import schema from '../../schemas/atif/trajectory.schema.json';
import type { ReplayContext } from '../../server/src/features/replay/context/replayContext';
import { exchange } from '../../server/src/features/replay/conversation/exchange';
import { exportRun } from '../../server/src/features/replay/export/exportRun';
import { replayOf } from '../features/replay/replayOf';
import { corpusMissing, sharedText } from '../kit/corpus';
import { toldBy } from './readAgain';

const NOTHING = { paths: false, emails: false, secrets: false, fields: [] };

function exported(replay: ReplayContext): string {
  return exportRun(replay, { format: 'atif', redaction: NOTHING }).text;
}

/** What each step said: roles, texts, calls and results. */
function saidIn(replay: ReplayContext): unknown[] {
  return Array.from({ length: replay.run.summary.steps }, (_, step) =>
    exchange(replay, { step, count: 100 }).rows.map(({ side, role, name, parts }) => [
      side,
      role,
      name,
      parts.map(part => [
        part.is,
        'text' in part && part.text,
        part.is === 'call' && [part.name, part.arguments.text, part.result?.text],
      ]),
    ]),
  );
}

interface Trajectory {
  steps: { step_id: number; source: string; tool_calls?: { tool_call_id: string }[]; observation?: object }[];
}

describe.skipIf(corpusMissing)('a run that is exported as a trajectory', () => {
  test.each([
    'corpus/traces/otlp/agent-prism__rag_earnings_agent.json',
    'corpus/traces/gen-ai/OPENAI_trace.json',
    'corpus/traces/langfuse/openai-agents-2025-09-30.json',
    'run-logs/atif/nemo_exmp02.json',
    'run-logs/codex/codex-rollout.sample.jsonl',
    'run-logs/openhands/basic_gui_mode.json',
    'run-logs/adk/text_search_floral_dress.session.json',
  ])('is the same run, with the same messages: %s', file => {
    const name = file.endsWith('.jsonl') ? 'a.jsonl' : 'a.json';
    const replay = replayOf({ [name]: sharedText(file) });
    const text = exported(replay);
    const again = replayOf({ 'again.json': text });
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
