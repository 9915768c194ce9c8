import { describe, expect, test } from 'vitest';
import { corpusMissing } from '../../kit/corpus';
import { draftsOf, draftsOfCorpus, draftsOfSample, effectsIn, inALine } from '../drafts';

describe('the sample', () => {
  test('a request', () => {
    expect(draftsOfSample('io/plan.request.json')).toEqual([
      {
        kind: 'agent-io/request',
        side: 'ask',
        run: 'digest-0615',
        title: 'Generate a plan for the digest of week 24',
        outcome: 'pending',
        status: 'running',
        about: 'Send the sales team a digest every Monday',
      },
    ]);
  });

  test('a response, and what is nested in it', () => {
    const [response, ...nested] = draftsOfSample('io/plan.response.json');
    expect(response).toMatchObject({ side: 'answer', run: 'digest-0615', agent: 'planner' });
    expect([response, ...nested].flatMap(one => (one ? inALine(one) : []))).toEqual([
      'planner | planner success | ok | succeeded | 2026-06-15T06:00:00.010Z | 240 ms',
      ' | plan:start | unknown |  | 2026-06-15T06:00:00.010Z',
      ' | tool:selected: query_orders | unknown |  | 2026-06-15T06:00:00.120Z',
      ' | tool:selected: render_digest | unknown |  | 2026-06-15T06:00:00.125Z',
      ' | plan:complete | ok |  | 2026-06-15T06:00:00.010Z | 230 ms',
    ]);
    expect(effectsIn(response ? [response] : [])).toEqual(['usage 0.003']);
    expect(response?.key).toBeDefined();
    expect(nested.map(({ parent, run }) => [parent, run])).toEqual(Array(4).fill([response?.key, 'digest-0615']));
    expect(nested.map(({ path }) => path)).toEqual([0, 1, 2, 3].map(index => ['trace', index]));
  });

  const logs: [file: string, drafts: string[]][] = [
    [
      'io/events.jsonl',
      [
        ' | plan_created: digest of week 24 | ok |  | 2026-06-15T06:00:00.245Z',
        '> worker-1 | route_decision: worker-1 | ok |  | 2026-06-15T06:00:00.300Z',
        ' | tool_call_start: query_orders | pending |  | 2026-06-15T06:00:00.310Z',
        ' | tool_call_error: query_orders: no answer within 5 s | failed |  | 2026-06-15T06:00:05.310Z',
        ' | tool_call_start: query_orders | pending |  | 2026-06-15T06:00:06.000Z',
        ' | tool_call_complete: query_orders | ok |  | 2026-06-15T06:00:06.000Z | 1420 ms',
        ' | tool_call_start: render_digest | pending |  | 2026-06-15T06:00:07.430Z',
        ' | tool_call_complete: render_digest | ok |  | 2026-06-15T06:00:07.430Z | 480 ms',
        ' | approval_requested | pending | blocked | 2026-06-15T06:00:08.000Z',
        ' | approval_received | ok | running | 2026-06-15T06:00:41.000Z',
      ],
    ],
    [
      'io/structured.jsonl',
      [
        'coordinator | execution_start | ok | running | 2026-06-22T06:00:00.000Z',
        ' | plan_created: digest of week 25 | ok |  | 2026-06-22T06:00:00.005Z | 215 ms',
        ' | tool_call_start: query_orders | ok |  | 2026-06-22T06:00:00.300Z',
        ' | tool_call_complete: query_orders | ok |  | 2026-06-22T06:00:00.300Z | 1110 ms',
        ' | budget_warning | ok |  | 2026-06-22T06:00:01.420Z',
        ' | tool_call_start: render_digest | ok |  | 2026-06-22T06:00:01.430Z',
        ' | tool_call_error: render_digest: the template... no block for totals | failed |  | 2026-06-22T06:00:01.430Z | 470 ms',
        'coordinator | execution_error: step 2 of 2 failed | failed | failed | 2026-06-22T06:00:00.000Z | 1920 ms',
      ],
    ],
    [
      'io/service.log.jsonl',
      [
        'CoordinatorAgent | request_received: Digest of week 24 was asked for | ok |  | 2026-06-15T06:00:00.001Z',
        'PlannerAgent | plan_ready: Plan with 2 steps | ok |  |  | 240 ms',
        'WorkerAgent | step_retry: query_orders: no answer within 5 s | failed |  |  | 5000 ms',
        'WorkerAgent | query_orders: Step 0 done | ok |  |  | 1420 ms',
        'WorkerAgent | step_complete: render_digest: Step 1 done | ok |  |  | 480 ms',
      ],
    ],
  ];
  test.each(logs)('%s', (file, drafts) => {
    expect(draftsOfSample(file).map(inALine)).toEqual(drafts);
  });

  test('what events did', () => {
    expect(effectsIn(draftsOfSample('io/events.jsonl'))).toEqual([
      'handoff worker-1 the only one that is free',
      'call query_orders',
      'result query_orders false',
      'call query_orders',
      'result query_orders true',
      'call render_digest',
      'result render_digest true',
      'approval requested',
      'approval approved',
    ]);
    expect(effectsIn(draftsOfSample('io/structured.jsonl').slice(4, 5))).toEqual(['budget warning', 'usage 8600']);
  });

  test('the goal of a plan names its run', () => {
    expect(draftsOfSample('io/structured.jsonl').map(({ about }) => about ?? '-')).toEqual([
      '-',
      'digest of week 25',
      ...Array(6).fill('-'),
    ]);
  });
});

describe('how a response ends', () => {
  test.each([
    [{ status: 'success', result: 'Done\nat last' }, 'Done at last', 'ok', 'succeeded'],
    [{ status: 'success', result: { output: 'Echo' } }, 'Echo', 'ok', 'succeeded'],
    [{ status: 'error', error: { message: 'Late' } }, 'Late', 'failed', 'failed'],
    [{ status: 'partial', result: [1] }, 'partial', 'ok', 'running'],
    [{ status: 'partial', error: { message: 'Broke off' } }, 'Broke off', 'failed', 'failed'],
    [{ status: 'pending' }, 'pending', 'pending', 'running'],
    [{ status: 'cancelled' }, 'cancelled', 'failed', 'cancelled'],
    [{ status: 'eror' }, 'eror', 'unknown', undefined],
    [{}, 'Agent response', 'unknown', undefined],
  ])('%o', (value, title, outcome, status) => {
    const [draft] = draftsOf('agent-io/response', value);
    expect([draft?.title, draft?.outcome, draft?.status]).toEqual([title, outcome, status]);
  });
});

describe('the trace of a response', () => {
  test('start and end of one call are one, whatever stands between them', () => {
    const trace = [
      { event: 'tool_call_start', tool: 'a', timestamp: '2026-06-01T10:00:00Z' },
      { event: 'tool_call_start', tool: 'b' },
      { event: 'tool_call_error', tool: 'b', error: 'boom' },
      { event: 'tool_call_start', tool: 'b', trace_id: 'other' },
      'bare',
      { event: 'tool_call_complete', tool: 'a', timestamp: '2026-06-01T10:00:02Z' },
      { event: 'tool_call_complete', tool: 'b', duration_ms: 3 },
      { event: 'tool_call_complete', tool: 'c' },
      7,
      null,
    ];
    const [response, ...nested] = draftsOf('agent-io/response', { status: 'success', trace });
    expect(nested.map(draft => `${draft.path?.join(' ')}:${inALine(draft)}`)).toEqual([
      'trace 0: | tool_call_complete: a | ok |  | 2026-06-01T10:00:00.000Z | 2000 ms',
      'trace 1: | tool_call_error: b: boom | failed',
      'trace 3: | tool_call_complete: b | ok |  |  | 3 ms',
      'trace 4: | bare | unknown',
      'trace 7: | tool_call_complete: c | ok',
      'trace 8: | 7 | unknown',
    ]);
    expect(effectsIn(nested.slice(0, 2))).toEqual(['call a', 'result a true', 'call b', 'result b false']);
    // The only one of them that names a trace names that of all.
    expect([response, ...nested].map(one => one?.run)).toEqual(Array(7).fill('other'));
  });

  test('a call cannot have returned before it was made', () => {
    const trace = [
      { event: 'tool_call_start', tool: 'a', timestamp: '2026-06-01T10:00:02Z' },
      { event: 'tool_call_complete', tool: 'a', timestamp: '2026-06-01T10:00:00Z' },
    ];
    const [, ...nested] = draftsOf('agent-io/response', { trace });
    expect(nested.map(inALine)).toEqual([' | tool_call_complete: a | ok |  | 2026-06-01T10:00:02.000Z']);
  });

  test('only a response with something nested in it needs a key', () => {
    const keys = [[], [{ event: 'x' }]].map(trace => draftsOf('agent-io/response', { trace })[0]?.key);
    expect(keys).toEqual([undefined, 'response']);
  });

  test('calls of one tool at once are told apart by their ids', () => {
    const trace = [
      { event: 'tool_call_start', tool: 'a', call_id: '1' },
      { event: 'tool_call_start', tool: 'a', call_id: '2' },
      { event: 'tool_call_error', tool: 'a', call_id: '2' },
      { event: 'tool_call_complete', tool: 'a', call_id: '1' },
    ];
    const [, ...nested] = draftsOf('agent-io/response', { trace });
    expect(nested.map(({ outcome }) => outcome)).toEqual(['ok', 'failed']);
    expect(effectsIn(nested)).toEqual(['call 1 a', 'result 1 a true', 'call 2 a', 'result 2 a false']);
  });

  test('says nothing of the run: the response does', () => {
    const trace = [{ event: 'execution_error' }, { event: 'plan_created', details: { goal: 'x' } }];
    const [, ...nested] = draftsOf('agent-io/response', { status: 'success', trace });
    for (const draft of nested) expect(Object.keys(draft)).not.toEqual(expect.arrayContaining(['status']));
    for (const draft of nested) expect(Object.keys(draft)).not.toEqual(expect.arrayContaining(['about']));
  });
});

describe('an event', () => {
  test.each([
    [{ event: 'approval_received', details: { approved: false } }, ['approval rejected'], 'cancelled'],
    [{ event: 'approval_received', details: {} }, ['approval received'], 'running'],
    [{ event: 'approval_timeout', status: 'error' }, ['approval timeout'], 'blocked'],
    [
      { event: 'budget_exceeded', details: { total_tokens: '[REDACTED]', cost_usd: 0.5 } },
      ['budget exceeded', 'usage 0.5'],
      undefined,
    ],
    [{ event: 'tool_call_start' }, [], undefined],
    [{ event: 'execute:step', tool: 'a', error: 'x' }, ['call a', 'result a false'], undefined],
    [{ event: 'memory_query', attributes: { tool_name: 'a' } }, [], undefined],
  ])('%o', (value, effects, status) => {
    const drafts = draftsOf('agent-io/event', value);
    expect(effectsIn(drafts)).toEqual(effects);
    expect(drafts.map(one => one.status)).toEqual([status]);
  });

  test.each([
    [{ level: 'ERROR' }, 'failed'],
    [{ level: 'Warning' }, 'ok'],
    [{ status: 'success', level: 'ERROR' }, 'ok'],
    [{ status: 'success', error_message: 'x' }, 'failed'],
    [{ event: 'exec_error', status: 'success' }, 'failed'],
    [{ event: 'step_complete' }, 'ok'],
    [{ event: 'step' }, 'unknown'],
  ])('%o went', (value, outcome) => {
    expect(draftsOf('agent-io/event', value)[0]?.outcome).toBe(outcome);
  });

  test('a component is who acts, before any other agent that is named', () => {
    const event = { component: 'WorkerAgent', attributes: { agent: 'planner' } };
    expect(draftsOf('agent-io/event', event)[0]?.agent).toBe('WorkerAgent');
  });

  test('times may be text or a number', () => {
    const [draft] = draftsOf('agent-io/event', { event_type: 'x', timestamp_iso: null, timestamp: 1782108000.25 });
    expect(draft?.at).toBe(1_782_108_000_250_000_000n);
  });
});

describe.skipIf(corpusMissing)(`the corpus${corpusMissing ? ` (${corpusMissing})` : ''}`, () => {
  test('a response of the coordinator, with stages', () => {
    expect(draftsOfCorpus('cuga/coordinator_ok.response.json').map(inALine)).toEqual([
      'coordinator | Echo some text | ok | succeeded | 2026-11-21T20:24:24.319822375Z | 11.914625 ms',
      ' | execute:step: echo | unknown',
      ' | initialize: Echo some text | unknown',
      ' | plan | unknown |  |  | 5.485281 ms',
      ' | route | unknown |  |  | 0.070652 ms',
      ' | execute | unknown |  |  | 0.409304 ms',
      ' | aggregate | unknown',
      ' | complete | ok',
    ]);
  });

  test('failed and partial responses', () => {
    const files = ['planner_empty_goal', 'worker_unknown_tool', 'ctor_partial'];
    const first = files.map(name => draftsOfCorpus(`cuga/${name}.response.json`)[0]);
    expect(first.map(one => `${one?.run}: ${one?.title} ${one?.outcome} ${one?.status}`)).toEqual([
      'req-123: Request validation failed: goal is required and must not be empty failed failed',
      'req-123: Execution failed: Tool nope not registered failed failed',
      'undefined: partial ok running',
    ]);
  });

  test('events of two traces', () => {
    const runs = draftsOfCorpus('cuga/structured_events.jsonl').map(({ run }) => run);
    expect(runs).toEqual([...Array(6).fill('req-123'), ...Array(5).fill('coord-001')]);
    expect(effectsIn(draftsOfCorpus('cuga/trace_emitter_events.json'))).toEqual([
      'handoff worker-1 round-robin',
      'call echo',
      'result echo false',
      'call echo',
      'result echo true',
      'budget warning',
      'approval requested',
      'approval approved',
    ]);
  });
});
