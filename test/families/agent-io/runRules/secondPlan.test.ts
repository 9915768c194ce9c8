import { test } from 'vitest';
import { expectDrawnProblems } from '../../../kit/expectDrawnProblems';

const RULES = ['agent-io/second-plan'];

test('two plans in one trace', () => {
  expectDrawnProblems(
    'log.jsonl',
    `
        {"event": "plan_created", "trace_id": "t", "timestamp": "2026-06-01T10:00:00Z", "details": {"goal": "a"}, "status": "success"}
        {"event": "plan_created", "trace_id": "other", "timestamp": "2026-06-01T10:00:00Z", "details": {"goal": "a"}, "status": "success"}
        {"event": "plan_created", "trace_id": "t", "timestamp": "2026-06-01T10:00:01Z", "details": {"goal": "a"}, "status": "success"}
      //          ^^^^^^^^^^^^^^ agent-io/second-plan warning: (line 1)
        {"event_type": "plan_created", "trace_id": "t", "timestamp": 1780308002, "timestamp_iso": "2026-06-01T10:00:02Z", "attributes": {}, "status": "info"}
      //               ^^^^^^^^^^^^^^ agent-io/second-plan
    `,
    {},
    RULES,
  );
});

const PLAN =
  '{"event": "plan_created", "trace_id": "t", "timestamp": "2026-06-01T10:00:00Z", "details": {}, "status": "success"}';

test('in two files, in one dialect', () => {
  const later = PLAN.replace('10:00', '11:00');
  const structured =
    '{"event_type": "plan_created", "trace_id": "t", "timestamp": 1780308002, "timestamp_iso": "2026-06-01T10:00:02Z", "attributes": {}, "status": "info"}';
  expectDrawnProblems('a.json', PLAN, { files: { 'b.json': PLAN, 'c.jsonl': structured } }, RULES);
  expectDrawnProblems(
    'b.json',
    `
        {"event": "plan_created", "trace_id": "t", "timestamp": "2026-06-01T11:00:00Z", "details": {}, "status": "success"}
      //          ^^^^^^^^^^^^^^ agent-io/second-plan warning: (a.json)
    `,
    { files: { 'a.json': PLAN } },
    RULES,
  );
  expectDrawnProblems('a.json', PLAN, { files: { 'b.json': later } }, RULES);
});

test('the second is the one that is written later, whichever took longer', () => {
  const slow = PLAN.replace('"details": {}', '"details": {"duration_ms": 5000}').replace('10:00:00Z', '10:00:02Z');
  expectDrawnProblems(
    'log.jsonl',
    `
        ${PLAN}
        ${slow}
      //          ^^^^^^^^^^^^^^ agent-io/second-plan warning: (line 1)
    `,
    {},
    RULES,
  );
});

test('each request has its plan', () => {
  expectDrawnProblems(
    'log.jsonl',
    `
        {"goal": "g", "task": "Find it", "metadata": {"trace_id": "t"}}
        {"event": "plan_created", "trace_id": "t", "timestamp": "2026-06-01T10:00:00Z", "details": {"goal": "a"}, "status": "success"}
        {"status": "success", "result": 1, "metadata": {"trace_id": "t"}, "trace": []}
        {"goal": "g", "task": "Book it", "metadata": {"trace_id": "t"}}
        {"event": "plan_created", "trace_id": "t", "timestamp": "2026-06-01T10:00:01Z", "details": {"goal": "b"}, "status": "success"}
        {"event": "plan_created", "trace_id": "t", "timestamp": "2026-06-01T10:00:02Z", "details": {"goal": "c"}, "status": "success"}
      //          ^^^^^^^^^^^^^^ agent-io/second-plan warning: (line 5)
    `,
    {},
    RULES,
  );
});

test('as many as there are requests in files beside', () => {
  const request = '{"goal": "g", "task": "Find it", "metadata": {"trace_id": "t"}}';
  expectDrawnProblems(
    'log.jsonl',
    `
        {"event": "plan_created", "trace_id": "t", "timestamp": "2026-06-01T10:00:00Z", "details": {"goal": "a"}, "status": "success"}
        {"event": "plan_created", "trace_id": "t", "timestamp": "2026-06-01T10:00:01Z", "details": {"goal": "b"}, "status": "success"}
        {"event": "plan_created", "trace_id": "t", "timestamp": "2026-06-01T10:00:02Z", "details": {"goal": "c"}, "status": "success"}
      //          ^^^^^^^^^^^^^^ agent-io/second-plan
    `,
    { files: { 'a.request.json': request, 'b.request.json': request.replace('Find', 'Book') } },
    RULES,
  );
});

const plan = (at: string, request: string) =>
  `{"event_type": "plan_created", "trace_id": "t", "timestamp": ${at}, "timestamp_iso": null, "request_id": "${request}", "attributes": {}, "status": "info"}`;

test('requests that are named by ids', () => {
  expectDrawnProblems('log.jsonl', [plan('1780308001.5', 'r1'), plan('1780308002.5', 'r2')].join('\n'), {}, RULES);
  expectDrawnProblems(
    'log.jsonl',
    `
        ${plan('1780308001.5', 'r1')}
        ${plan('1780308002.5', 'r2')}
        ${plan('1780308003.5', 'r1')}
      //               ^^^^^^^^^^^^^^ agent-io/second-plan warning: (line 1)
        ${plan('1780308004.5', '')}
      //               ^^^^^^^^^^^^^^ agent-io/second-plan warning: (line 2)
    `,
    {},
    RULES,
  );
});

test('requests that stand together, and their plans after them', () => {
  expectDrawnProblems(
    'log.jsonl',
    `
        {"goal": "g", "task": "Find it", "metadata": {"trace_id": "t"}}
        {"goal": "g", "task": "Book it", "metadata": {"trace_id": "t"}}
        {"event": "plan_created", "trace_id": "t", "timestamp": "2026-06-01T10:00:00Z", "details": {"goal": "a"}, "status": "success"}
        {"event": "plan_created", "trace_id": "t", "timestamp": "2026-06-01T10:00:01Z", "details": {"goal": "b"}, "status": "success"}
        {"event": "plan_created", "trace_id": "t", "timestamp": "2026-06-01T10:00:02Z", "details": {"goal": "c"}, "status": "success"}
      //          ^^^^^^^^^^^^^^ agent-io/second-plan warning: (line 4)
        {"status": "success", "result": 1, "metadata": {"trace_id": "t"}, "trace": []}
        {"status": "success", "result": 1, "metadata": {"trace_id": "t"}, "trace": []}
    `,
    {},
    RULES,
  );
});

test('an excerpt beside takes the place of no plan', () => {
  const request = '{"goal": "g", "task": "Find it", "metadata": {"trace_id": "t"}}';
  const log = [request, request.replace('Find', 'Book'), PLAN, PLAN.replace('10:00', '11:00')].join('\n');
  expectDrawnProblems('log.jsonl', log, { files: { 'excerpt.jsonl': `${PLAN}\n42` } }, RULES);
});
