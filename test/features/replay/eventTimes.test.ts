import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { columnsOf } from '../../../server/src/features/replay/replayedRun';
import { runMetrics } from '../../../server/src/features/replay/runMetrics';
import { projectRoot } from '../../kit/corpus';
import { replayOf } from './replayOf';

const folder = join(projectRoot, 'test/sample/io');
const sample = Object.fromEntries(
  readdirSync(folder).map(name => [`io/${name}`, readFileSync(join(folder, name), 'utf8')]),
);

/** The steps that took some time, each with the milliseconds after the first step between which it is drawn. */
function lasting(files: Readonly<Record<string, string>>, id: string): string[] {
  const { run } = replayOf(files, { id });
  const { start, end, count } = columnsOf(replayOf(files, { id }).run);
  return Array.from({ length: count }, (_, index) => index)
    .filter(index => end[index] !== start[index])
    .map(index => `${run.step(index).title} ${start[index]}-${end[index]}`);
}

function titles(files: Readonly<Record<string, string>>, id: string): string[] {
  const { run } = replayOf(files, { id });
  return Array.from({ length: run.summary.steps }, (_, index) => run.step(index).title);
}

function total(files: Readonly<Record<string, string>>, id: string, name: string): string | undefined {
  return runMetrics(replayOf(files, { id }), {}).totals.find(metric => metric.name === name)?.value;
}

const BEGIN = 1_782_108_000;

/** @param seconds after the first */
function event(name: string, seconds: number, more: object = {}): string {
  return `${JSON.stringify({
    event_type: name,
    trace_id: 'run-1',
    timestamp: BEGIN + seconds,
    request_id: '',
    session_id: '',
    user_id: '',
    attributes: {},
    duration_ms: null,
    status: 'info',
    error_message: null,
    ...more,
  })}\n`;
}

describe('an event that says how long something took is written when it is over', () => {
  test('the sample lasts as long as it did, and each of its steps stands where it took place', () => {
    expect(total(sample, 'digest-0622', 'Duration')).toBe('1.9 s');
    expect(lasting(sample, 'digest-0622')).toEqual([
      'execution_error: step 2 of 2 failed 0-1920',
      'plan_created: digest of week 25 5-220',
      'tool_call_complete: query_orders 300-1410',
      'tool_call_error: render_digest: the template... no block for totals 1430-1900',
    ]);
  });

  test('what something came to is said at its end, not where it began', () => {
    const { run } = replayOf(sample, { id: 'digest-0622' });
    expect(run.summary.status).toBe('failed');
    const asked = [
      event('execution_start', 0),
      event('approval_requested', 1),
      event('approval_received', 2, { attributes: { approved: true } }),
      event('execution_complete', 3, { duration_ms: 3000, status: 'success' }),
    ].join('');
    expect(replayOf({ 'a.jsonl': asked }, { id: 'run-1' }).run.summary.status).toBe('succeeded');
  });

  test('clocks that differ by less than a millisecond do not put an end before its start', () => {
    const log = [
      event('tool_call_start', 0.0002456, { attributes: { tool_name: 'echo' } }),
      event('tool_call_complete', 0.0004736, { attributes: { tool_name: 'echo' }, duration_ms: 0.238476 }),
    ].join('');
    expect(titles({ 'a.jsonl': log }, 'run-1')).toEqual(['tool_call_start: echo', 'tool_call_complete: echo']);
  });

  test('the end of a call stands behind its beginning, however long it says that it took', () => {
    const attributes = { tool_name: 'search' };
    const log = [
      event('budget_warning', 0.001),
      event('tool_call_start', 0.002, { attributes }),
      event('tool_call_complete', 0.003, { attributes, duration_ms: 9 }),
    ].join('');
    expect(titles({ 'a.jsonl': log }, 'run-1').map(title => title.split(':')[0])).toEqual([
      'budget_warning',
      'tool_call_start',
      'tool_call_complete',
    ]);
  });

  test('what has only begun is where it says', () => {
    const log = event('execution_start', 0) + event('tool_call_start', 1, { duration_ms: 500 });
    expect(lasting({ 'a.jsonl': log }, 'run-1')).toEqual(['tool_call_start 1000-1500']);
  });
});

describe('retries', () => {
  const tool = { attributes: { tool_name: 'search' } };

  test('one that two logs of the sample tell of is one', () => {
    expect(total(sample, 'digest-0615', 'Retries')).toBe('1');
  });

  test('an event says that something is tried again', () => {
    expect(total({ 'a.jsonl': event('step_retry', 0, tool) + event('memory_query', 1) }, 'run-1', 'Retries')).toBe('1');
  });

  test('a tool is started again after its call failed', () => {
    const log = [
      event('tool_call_start', 0, tool),
      event('tool_call_error', 1, { ...tool, duration_ms: 0, status: 'error' }),
      event('tool_call_start', 2, tool),
      event('tool_call_error', 3, { ...tool, duration_ms: 0, status: 'error' }),
      event('tool_call_start', 4, tool),
      event('tool_call_complete', 5, { ...tool, duration_ms: 0, status: 'success' }),
    ].join('');
    expect(total({ 'a.jsonl': log }, 'run-1', 'Retries')).toBe('2');
  });

  test('a call beside one that fails is none', () => {
    const log = [
      event('tool_call_start', 0, tool),
      event('tool_call_start', 0.5, tool),
      event('tool_call_error', 1, { ...tool, duration_ms: 0, status: 'error' }),
      event('tool_call_complete', 2, { ...tool, duration_ms: 1500, status: 'success' }),
    ].join('');
    expect(total({ 'a.jsonl': log }, 'run-1', 'Retries')).toBe('0');
  });
});
