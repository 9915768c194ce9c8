import { writeSpans } from '../../server/src/families/otlp/writeSpans';
import { writeTrajectory } from '../../server/src/families/traces/writeTrajectory';
import { exchangeOfStep } from '../../server/src/features/replay/exchangeOfStep';
import type { ReplayedRun } from '../../server/src/features/replay/replayedRun';
import type { IndexedRun } from '../../server/src/runs/assembly/indexedRun';
import type { Entry } from '../../server/src/runs/reading/fileRecord';
import { indexFiles } from '../kit/indexFiles';

/** What has to be the same. */
export function toldBy(run: IndexedRun) {
  const { id, title, status, family, steps, agents, startedAt, endedAt } = run.summary;
  return {
    ...{ id, title, status, family, agents, startedAt, endedAt },
    steps: Array.from({ length: steps }, (_, index) => {
      const { envelopes: _envelopes, problems: _problems, ...told } = run.step(index);
      // Of envelopes, not of what was done: an export states each duration, and has one envelope for each step.
      const { isElapsed: _isElapsed, isPartOfCall: _isPartOfCall, ...step } = told;
      return step;
    }),
  };
}

/** Files of runs in which messages were said. */
export const TALKING_RUNS = [
  'corpus/traces/otlp/agent-prism__rag_earnings_agent.json',
  'corpus/traces/gen-ai/OPENAI_trace.json',
  'corpus/traces/langfuse/openai-agents-2025-09-30.json',
  'run-logs/atif/nemo_exmp02.json',
  'run-logs/codex/codex-rollout.sample.jsonl',
  'run-logs/openhands/basic_gui_mode.json',
  'run-logs/adk/text_search_floral_dress.session.json',
];

/** What each step said: roles, texts, calls and results. */
export function saidIn(replay: ReplayedRun): unknown[] {
  return Array.from({ length: replay.run.summary.steps }, (_, step) =>
    exchangeOfStep(replay, { step, count: 100 }).rows.map(({ side, role, name, pieces }) => [
      side,
      role,
      name,
      pieces.map(piece => [
        piece.is,
        'text' in piece && piece.text,
        piece.is === 'call' && [piece.name, piece.arguments.text, piece.result?.text],
      ]),
    ]),
  );
}

export function written(run: IndexedRun, text?: string): string {
  return writeSpans(run, { textsOf: () => [text], saidIn: () => undefined });
}

/** The same as a trajectory. */
export function writtenAsTrajectory(run: IndexedRun): string {
  return writeTrajectory(run, { textsOf: () => [], saidIn: () => undefined });
}

export function readAgain(text: string): IndexedRun {
  const index = indexFiles({ 'exported/run.json': text });
  const [summary, ...others] = index.runs();
  const run = summary && index.run(summary.key);
  if (!run || others.length > 0) throw new Error(`${1 + others.length} runs`);
  return run;
}

export const at = 1_780_301_109_123_456_789n;
export const many: (Partial<Entry> & { title: string })[] = [
  {
    title: 'plan',
    run: 'r',
    at,
    duration: 1n,
    agent: 'plan',
    peer: 'build',
    confidence: 0.25,
    about: 'Goal',
    status: 'blocked',
  },
  { title: 'call', run: 'r', key: 'c1', side: 'ask', pair: 'c1', effects: [{ do: 'call', id: 'c1', tool: 'find' }] },
  { title: 'in it', run: 'r', parent: 'c1', outcome: 'failed', effects: [{ do: 'usage', tokens: 7, cost: 0.5 }] },
  { title: 'twice', run: 'r', key: 'c1', outcome: 'unknown', at: at - 5n },
];

interface WrittenSpan {
  spanId: string;
  attributes: { key: string; value: { stringValue?: string } }[];
}

export function spansIn(text: string): WrittenSpan[] {
  return JSON.parse(text).resourceSpans[0].scopeSpans[0].spans;
}
