import { describe, expect, test } from 'vitest';
import { compileSchema } from '../../../server/src/entries/compileSchema';
import type { Kind } from '../../../server/src/model/kind';
import type { CheckedRun } from '../../../server/src/model/rule';
import { analyseWithRunRules, problemsIn, recognisedKinds } from '../../kit/analyseText';
import { familiesWithDeclared, readProtocol } from '../../kit/declaredProtocols';
import { expectDrawnProblems } from '../../kit/expectDrawnProblems';
import { superlinearity } from '../../kit/timing';
import { mappedRun } from '../mapping/mappedRun';

const id = { type: 'string' };
const event = (type: string, properties: Record<string, unknown>, required = Object.keys(properties)) => ({
  schema: { type: 'object', required: ['type', ...required], properties: { type: { const: type }, ...properties } },
});

/** Jobs that are queued, run and end, in events that a service writes to a log. */
const JOBS = {
  id: 'jobs',
  kinds: {
    opened: { ...event('SHIFT_OPENED', { shift: id }), tells: { run: '/shift' } },
    closed: { ...event('SHIFT_CLOSED', { shift: id }), tells: { run: '/shift' } },
    begun: { ...event('JOB_BEGUN', { job: id, by: id, after: id }, ['job']), tells: { agent: '/by' } },
    output: { ...event('JOB_OUTPUT', { job: id, text: id }) },
    done: { ...event('JOB_DONE', { job: id, by: id, checked_by: id }, ['job']) },
    job: {
      in: ['/result', { at: '/params/job', when: { at: '/method', is: ['job/put'] } }, '/jobs/*'],
      schema: {
        type: 'object',
        required: ['job_id', 'state', 'queue'],
        properties: { job_id: id, state: { enum: ['queued', 'running', 'ended'] }, queue: id },
      },
      tells: { id: '/job_id', status: '/state' },
    },
    list: { schema: { type: 'object', required: ['page', 'jobs', 'of'], properties: { page: {}, jobs: {}, of: {} } } },
  },
  order: [
    { begins: ['opened'], next: { closed: ['opened'] }, of: ['opened', 'begun', 'output', 'done', 'closed'] },
    {
      name: 'job',
      by: { begun: '/job', output: '/job', done: '/job' },
      begins: ['begun'],
      next: { begun: ['output', 'done'] },
      ends: ['done'],
      closedBy: ['closed'],
    },
    { name: 'job', by: { job: '/job_id' }, state: '/state', next: { running: ['running', 'ended'], ended: [] } },
  ],
  rules: {
    'own-check': {
      of: ['done'],
      when: { at: '/by', same: '/checked_by' },
      at: '/checked_by',
      message: '"{/by}" checked its own job; name another agent.',
      severity: 'warning',
      fix: { remove: '/checked_by' },
    },
    'begun-twice': { of: ['begun'], unique: '/job', severity: 'info' },
    'known-job': { of: ['begun'], refers: '/after', to: { begun: '/job' } },
  },
};

const families = familiesWithDeclared(JOBS);
const drawn = (drawing: string) => () =>
  expectDrawnProblems('a.jsonl', drawing, { families, compile: compileSchema } as never);

/** A log of which some records are steps. */
const PARTLY_READ = {
  id: 'partly',
  kinds: {
    opened: { ...event('FILE_OPENED', { file: id, mode: id }), tells: { run: '/file' }, steps: [{ ignore: true }] },
    written: {
      ...event('FILE_WRITTEN', { file: id, bytes: {} }),
      tells: { run: '/file' },
      steps: [{ step: 'write', title: '/note' }],
    },
    closed: { ...event('FILE_CLOSED', { file: id, bytes: {} }), tells: { run: '/file' }, steps: [{ step: 'close' }] },
  },
  order: [{ begins: ['opened'], next: { opened: ['written', 'closed'], written: ['written', 'closed'], closed: [] } }],
  rules: { 'opened-twice': { of: ['opened'], unique: '/mode' } },
};

test('a record that is no step counts in the order of its log, and for values that are given twice', () => {
  const own = familiesWithDeclared(PARTLY_READ);
  const lines = [
    { type: 'FILE_OPENED', file: 'a', mode: 'w' },
    { type: 'FILE_WRITTEN', file: 'a', bytes: 1 },
    { type: 'FILE_CLOSED', file: 'a', bytes: 1 },
    { type: 'FILE_WRITTEN', file: 'a', bytes: 1 },
    { type: 'FILE_OPENED', file: 'a', mode: 'w' },
  ];
  const text = lines.map(line => JSON.stringify(line)).join('\n');
  const analysis = analyseWithRunRules('a.jsonl', text, { families: own });
  expect(problemsIn(analysis).map(({ part, rule }) => `${part.id} ${rule}`)).toEqual([
    'line 4 partly/order',
    'line 5 partly/order',
    'line 5 partly/opened-twice',
  ]);
  expect(mappedRun({ 'a.jsonl': text }, own.slice(-1)).steps).toEqual(['- | close | close | ok']);
});

test('runs that go on from others, or have calls of models in common, are judged, too', () => {
  const own = familiesWithDeclared({
    id: 'turns',
    kinds: {
      turn: {
        ...event('TURN', { session: id, call: id, from: id, tokens: {} }, ['session', 'call']),
        tells: { run: '/session' },
        steps: [
          {
            step: 'llm',
            title: '/type',
            opensRun: true,
            links: { from: '/from', agentName: '/from' },
            agent: '=turns',
            usage: { input: '/tokens', call: '/call' },
          },
        ],
      },
    },
    order: [{ begins: ['turn'], next: { turn: [] } }],
  });
  const lines = [
    { type: 'TURN', session: 'r', call: 'c', tokens: 1 },
    { type: 'TURN', session: 's', call: 'c', from: 'r' },
    { type: 'TURN', session: 's', call: 'd' },
  ];
  const text = lines.map(line => JSON.stringify(line)).join('\n');
  const analysis = analyseWithRunRules('a.jsonl', text, { families: own, files: { 'b.jsonl': text } });
  expect(problemsIn(analysis).map(({ part, rule }) => `${part.id} ${rule}`)).toEqual(['line 3 turns/order']);
});

test('what is only read is not checked, and a clause that checks is a fault', () => {
  const value = { ...PARTLY_READ, readOnly: true };
  const { family, faults } = readProtocol(value);
  expect(faults.map(({ path, message }) => `${path.join('/')}: ${message}`)).toEqual([
    'order: Envelopes of a protocol that is "readOnly" are not checked, so "order" says nothing; leave out one of them.',
    'rules: Envelopes of a protocol that is "readOnly" are not checked, so "rules" says nothing; leave out one of them.',
  ]);
  expect([family?.runRules, family?.rules]).toEqual([[], []]);
});

describe('a declared order', () => {
  test('holds for a log that keeps it', () => {
    const lines = [
      { type: 'SHIFT_OPENED', shift: 's' },
      { type: 'JOB_BEGUN', job: 'a' },
      { type: 'JOB_BEGUN', job: 'b', after: 'a' },
      { type: 'JOB_OUTPUT', job: 'b', text: '' },
      { type: 'JOB_DONE', job: 'a' },
      { type: 'JOB_DONE', job: 'b' },
      { type: 'SHIFT_CLOSED', shift: 's' },
    ];
    const analysis = analyseWithRunRules('a.jsonl', lines.map(line => JSON.stringify(line)).join('\n'), { families });
    expect(recognisedKinds(analysis)).toHaveLength(7);
    expect(problemsIn(analysis)).toEqual([]);
  });

  test(
    'is told for each envelope that breaks it',
    drawn(`{"type": "SHIFT_OPENED", "shift": "s"}
{"type": "JOB_OUTPUT", "job": "a", "text": "x"}
//                            ^^^ jobs/order error: "output" of job "a" comes first; it begins with "begun".
{"type": "JOB_BEGUN", "job": "b"}
{"type": "JOB_DONE", "job": "b"}
{"type": "JOB_OUTPUT", "job": "b", "text": "x"}
//                            ^^^ jobs/order error: "output" of job "b" comes after the end, "done" (line 4); it begins anew with "begun".
{"type": "JOB_BEGUN", "job": "c"}
{"type": "SHIFT_CLOSED", "shift": "s"}
//^ jobs/order error: This comes while job "c" is open (line 6); "done" must come before it.
`),
  );

  test(
    'knows states, and envelopes inside of others',
    drawn(`{"job_id": "j", "state": "running", "queue": "q"}
{"jsonrpc": "2.0", "result": {"job_id": "j", "state": "ended", "queue": "q"}}
{"jsonrpc": "2.0", "method": "job/put", "params": {"job": {"job_id": "j", "state": "running", "queue": "q"}}}
//                                                                                 ^^^^^^^^^ jobs/order error: "running" of job "j" can't follow "ended" (line 2); nothing may.
{"jsonrpc": "2.0", "method": "job/get", "params": {"job": {"job_id": "j", "state": "?", "queue": "q"}}}
{"page": 1, "of": 2, "jobs": [{"job_id": "j", "state": "?", "queue": "q"}]}
//                                                     ^^^ schema/enum error: "state" is "?"
`),
  );
});

test(
  'a value that nearly names a kind is that one misspelt, beside others',
  drawn(`{"type": "SHIFT_OPENED", "shift": "s"}
{"type": "SHIFT_CLOSD", "shift": "s"}
//       ^^^^^^^^^^^^^ schema/const error: it must be "SHIFT_CLOSED"
{"type": "SOMETHING_ELSE", "shift": "s"}
`),
);

test(
  'an empty value names no other kind',
  drawn(`{"type": "SHIFT_OPENED", "shift": "s"}
{"type": "JOB_BEGUN", "job": "j"}
{"type": "", "job": "j", "text": "x"}
//       ^^ schema/const error: "type" is empty; it must be "JOB_OUTPUT"
`),
);

test(
  'declared rules are told at their places, with their fixes',
  drawn(`{"type": "SHIFT_OPENED", "shift": "s"}
{"type": "JOB_BEGUN", "job": "a", "after": "z"}
//                                         ^^^ jobs/known-job error: Nothing here has the id "z" that this refers to.
{"type": "JOB_DONE", "job": "a", "by": "x", "checked_by": "x"}
//                                                        ^^^ jobs/own-check warning: "x" checked its own job; name another agent.
{"type": "JOB_BEGUN", "job": "a"}
//                           ^^^ jobs/begun-twice info: "a" is given twice (line 2).
`),
);

test('a wrong clause is one fault, and the rest of the declaration works', () => {
  const { family, faults } = readProtocol({
    ...JOBS,
    tellBy: 'type',
    order: [{ of: ['begun', 'dne'], by: { jb: '/job' }, next: { begn: ['done'] } }, 7, { by: 'job' }],
    rules: {
      'Own Check': {},
      a: { when: { at: 7 }, message: 'x' },
      b: { when: '/x' },
      c: { refers: '/after' },
      d: { when: '/x', message: 'x', fix: { set: '/y' } },
    },
  });
  expect(faults.map(({ path, message }) => `${path.join('.')}: ${message}`)).toMatchInlineSnapshot(`
    [
      "order.0.of.1: "dne" is no kind here; did you mean "done"?",
      "order.0.by.jb: "jb" is no kind here; did you mean "job"?",
      "order.0.next.begn: "begn" is no kind here; did you mean "begun"?",
      "order.2.by: "job" is not a JSON pointer: it begins with a slash, such as "/job".",
      "rules.Own Check: The name of a rule has small letters, digits and dashes, at most 50, and begins with a letter.",
      "rules.a.when.at: This must be a JSON pointer: it begins with a slash, such as "/meta/run_id".",
      "rules.b: A rule with "when" needs a "message".",
      "rules.c: A rule with "refers" needs "to": where the values stand that it may have.",
      "rules.d.fix: A fix with "set" needs the "value" that it writes, or "valueAt".",
      "tellBy: "type" is not a JSON pointer: it begins with a slash, such as "/type".",
    ]
  `);
  expect(family?.kinds.length).toBeGreaterThan(7);
  expect(family?.rules.map(rule => rule.id)).toEqual(['jobs/d']);
});

describe('what lacks its beginning is told once', () => {
  test(
    'and what follows is judged by it',
    drawn(`{"type": "SHIFT_OPENED", "shift": "s"}
{"type": "JOB_OUTPUT", "job": "a", "text": "x"}
//                            ^^^ jobs/order error: "output" of job "a" comes first; it begins with "begun".
{"type": "JOB_OUTPUT", "job": "a", "text": "y"}
{"type": "JOB_OUTPUT", "job": "a", "text": "z"}
{"type": "JOB_BEGUN", "job": "a"}
{"type": "JOB_OUTPUT", "job": "b", "text": "x"}
//                            ^^^ jobs/order error: "output" of job "b" comes first; it begins with "begun".
{"type": "JOB_DONE", "job": "a"}
{"type": "SHIFT_CLOSED", "shift": "s"}
`),
  );

  test(
    'also where all envelopes are one sequence',
    drawn(`{"type": "JOB_BEGUN", "job": "a"}
//^ jobs/order error: "begun" comes first; it begins with "opened".
{"type": "JOB_OUTPUT", "job": "a", "text": "x"}
{"type": "JOB_DONE", "job": "a"}
`),
  );
});

/** Plans whose tasks stand in a list, and name others by their ids. */
const PLANS = {
  id: 'plans',
  kinds: {
    plan: {
      schema: {
        type: 'object',
        required: ['plan_id', 'owner', 'tasks'],
        properties: { plan_id: id, owner: id, tasks: { type: 'array' }, needs: { type: 'array', items: id } },
      },
      in: ['/result'],
      tells: { id: '/plan_id' },
    },
    task: {
      in: ['/tasks/*'],
      schema: {
        type: 'object',
        required: ['task_id', 'does', 'by'],
        properties: { task_id: id, does: id, by: id, checked_by: id },
      },
    },
    fact: {
      schema: {
        type: 'object',
        required: ['facts', 'about', 'seen_at'],
        properties: { facts: {}, about: id, seen_at: id },
      },
    },
  },
  rules: {
    'own-check': {
      of: ['task'],
      when: { at: '/by', same: '/checked_by' },
      at: '/checked_by',
      message: '"{/by}" checked its own task.',
      fix: { remove: '/checked_by' },
    },
    'known-need': { of: ['plan'], refers: '/needs/*', to: { plan: '/plan_id' } },
    'one-task': { of: ['plan'], unique: '/tasks/*/task_id' },
  },
};
const drawnPlans = (drawing: string) => () =>
  expectDrawnProblems('a.jsonl', drawing, { families: familiesWithDeclared(PLANS), compile: compileSchema } as never);

test(
  'a rule holds for an envelope inside of another, and in a list',
  drawnPlans(`{"task_id": "a", "does": "x", "by": "p", "checked_by": "p"}
//                                                     ^^^ plans/own-check error: "p" checked its own task.
{"plan_id": "1", "owner": "o", "tasks": [{"task_id": "a", "does": "x", "by": "p", "checked_by": "q"}, {"task_id": "b", "does": "x", "by": "q", "checked_by": "q"}]}
//                                                                                                                                                           ^^^ plans/own-check error: "q" checked its own task.
{"result": {"plan_id": "2", "owner": "o", "tasks": [{"task_id": "c", "does": "x", "by": "r", "checked_by": "r"}]}}
//                                                                                                         ^^^ plans/own-check error: "r" checked its own task.
`),
);

test(
  'each value in a list refers to another envelope, or is unique',
  drawnPlans(`{"plan_id": "1", "owner": "o", "tasks": [{"task_id": "a", "does": "x", "by": "p"}, {"task_id": "b", "does": "x", "by": "p"}], "needs": ["1", "3"]}
//                                                                                                                                           ^^^ plans/known-need error: Nothing here has the id "3" that this refers to.
{"plan_id": "2", "owner": "o", "tasks": [{"task_id": "c", "does": "x", "by": "p"}, {"task_id": "b", "does": "x", "by": "p"}, {"task_id": "c", "does": "x", "by": "p"}], "needs": []}
//                                                                                             ^^^ plans/one-task error: "b" is given twice (line 1).
//                                                                                                                                       ^^^ plans/one-task error: "c" is given twice (in the same envelope).
`),
);

test('a pointer that no schema has a value for is a warning, and one to several values where one is meant a fault', () => {
  const { faults } = readProtocol(
    {
      ...PLANS,
      order: [
        { by: '/plan_di', begins: ['plan'] },
        { by: { plan: ['/plan_id', '/onwer'], task: '/task_id/x' }, state: { plan: '/elsewhere' } },
        { by: '/tasks/*/task_id' },
        { by: { fact: '/facts/id' } },
      ],
      rules: {
        a: { of: ['plan'], refers: '/needs/id', to: { plan: '/plan_id' } },
        b: { of: ['plan'], unique: '/tasks/*/taks_id' },
        c: { of: ['plan'], when: '/tasks/*/by', message: 'x' },
        d: { of: ['plan'], when: { at: '/tasks', some: { at: '/x/*', is: [1] } }, message: 'x' },
        e: {
          of: ['plan'],
          when: { at: '/tasks', some: { any: ['/tasks', { at: '/owner', is: ['x'] }, '/by'] } },
          message: 'x',
        },
      },
    },
    {},
  );
  expect(faults.map(({ path, message }) => `${path.join('.')}: ${message}`)).toMatchInlineSnapshot(`
    [
      "order.0.by: No schema here declares "/plan_di"; did you mean "/plan_id"?",
      "order.1.by.plan.1: No schema here declares "/onwer"; did you mean "/owner"?",
      "order.1.by.task: No schema here declares "/task_id/x".",
      "order.1.state.plan: No schema here declares "/elsewhere".",
      "order.2.by: "/tasks/*/task_id" leads to several values, and here one is meant: leave out the "*"; a condition on the elements of a list is { "at": "/list", "some": … } or "each".",
      "rules.a.refers: No schema here declares "/needs/id".",
      "rules.b.unique: No schema here declares "/tasks/*/taks_id"; did you mean "/tasks/*/task_id"?",
      "rules.c.when: "/tasks/*/by" leads to several values, and here one is meant: leave out the "*"; a condition on the elements of a list is { "at": "/list", "some": … } or "each".",
      "rules.d.when.some.at: "/x/*" leads to several values, and here one is meant: leave out the "*"; a condition on the elements of a list is { "at": "/list", "some": … } or "each".",
      "rules.e.when.some.any.0: "/tasks" is looked for in each member of "/tasks", where no schema declares it: in "some" and "each", pointers begin at the member.",
      "rules.e.when.some.any.1.at: "/owner" is looked for in each member of "/tasks", where no schema declares it: in "some" and "each", pointers begin at the member.",
    ]
  `);
});

test('a log in which much is open and closed is judged in linear time', () => {
  const { family } = readProtocol(JOBS, {});
  const order = family?.runRules.find(({ id: rule }) => rule === 'jobs/order');
  const kindOf = (name: string) => family?.kinds.find(kind => kind.id === `jobs/${name}`) as Kind;
  const run = (size: number): CheckedRun => {
    const file = { uri: 'file:///work/a.jsonl', isLog: true };
    const values = Array.from({ length: size }, (_, at) => ({ type: '', job: `j${at}` }));
    const drafts = [
      ...values.flatMap(value => family?.steps?.(value, kindOf('begun')) ?? []),
      ...values.flatMap(value => family?.steps?.(value, kindOf('closed')) ?? []),
    ];
    const steps = drafts.map((draft, place) => ({ draft, file, part: `line ${place}`, place, ask: () => -1 as never }));
    return { steps, isOrdered: true, isWhole: true, lone: [] };
  };
  const told: unknown[] = [];
  order?.check(run(3), finding => told.push(finding.message));
  expect(told.filter(message => /while job "j[012]" is open/.test(String(message)))).toHaveLength(3);
  const [small, large] = [run(1250), run(10_000)];
  expect(superlinearity(size => order?.check(size === 10_000 ? large : small, () => {}), 10_000)).toBeLessThan(3);
});

test('the values of a long list are looked for once, and not all of them are told', () => {
  const { family } = readProtocol(PLANS, {});
  const rules = family?.runRules.filter(({ id }) => id === 'plans/one-task' || id === 'plans/known-need') ?? [];
  const plan = family?.kinds.find(({ id }) => id === 'plans/plan') as Kind;
  const ids = Array.from({ length: 3000 }, (_, at) => `t${at % 1000}`);
  const value = { plan_id: '1', owner: 'o', tasks: ids.map(id => ({ task_id: id })), needs: ids };
  let asked = 0;
  const [draft] = family?.steps?.(value, plan) ?? [];
  const ask = (question: (about: { title: string; value(): unknown }) => unknown) => {
    asked++;
    return question({ title: '', value: () => value }) as never;
  };
  const step = { draft, file: { uri: 'file:///work/a.jsonl', isLog: true }, part: 'line 0', place: 0, ask };
  const run = { steps: [step], isOrdered: true, isWhole: true, lone: [] } as unknown as CheckedRun;
  for (const rule of rules) {
    const told: unknown[] = [];
    asked = 0;
    rule.check(run, ({ path }) => told.push(path));
    expect({ told: told.length, asked }).toEqual({ told: 100, asked: 1 });
  }
  expect(rules).toHaveLength(2);
});

/** Transfers between accounts, whose numbers have 64 bits. */
const TRANSFERS = {
  id: 'transfers',
  kinds: {
    transfer: {
      schema: {
        type: 'object',
        required: ['from', 'to', 'batch'],
        properties: {
          from: { type: 'integer' },
          to: { type: 'integer', maximum: 2 ** 64 },
          batch: { type: 'array', uniqueItems: true },
          fees: { type: 'array' },
        },
      },
    },
  },
  rules: {
    'to-itself': {
      of: ['transfer'],
      when: {
        all: [
          { at: '/from', type: 'number' },
          { at: '/from', above: 0 },
          { at: '/from', same: '/to' },
        ],
      },
      at: '/to',
      message: '{/to} pays itself.',
    },
    'one-payer': {
      of: ['transfer'],
      each: '/fees/*',
      when: { not: { at: '/fees/*/by', same: '/from' } },
      message: 'Another pays.',
    },
    'known-fee': { of: ['transfer'], refers: '/fees/*/by', to: { transfer: '/from' } },
  },
};

test('integers of 64 bits are told apart by their last digits', () =>
  expectDrawnProblems(
    'a.jsonl',
    `{"from": 12345678901234567890, "to": 12345678901234567891, "batch": [{"a": 9007199254740993}, {"a": 9007199254740992}]}
{"from": 12345678901234567890, "to": 12345678901234567890, "batch": []}
//                                   ^^^^^^^^^^^^^^^^^^^^ transfers/to-itself error: 12345678901234567890 pays itself.
{"from": 9007199254740993, "to": 1, "batch": [{"a": 9007199254740993, "b": 1}, 9007199254740993, {"b": 1, "a": 9007199254740993}]}
//                                           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ schema/constraint error: "batch" has the same item twice; each item may occur only once.
{"from": 9007199254740993, "to": 28446744073709551615, "batch": [], "fees": [{"by": 9007199254740993}]}
//                               ^^^^^^^^^^^^^^^^^^^^ schema/maximum error: "to" is 28446744073709551615; it must be at most 1.8446744073709552e+19.
{"from": 9007199254740992, "to": 1, "batch": [], "fees": [{"by": 9007199254740995}]}
//                                                        ^ transfers/one-payer error: Another pays.
//                                                               ^^^^^^^^^^^^^^^^ transfers/known-fee error: Nothing here has the id "9007199254740995" that this refers to.
`,
    { families: familiesWithDeclared(TRANSFERS), compile: compileSchema } as never,
  ));

test('so are those in YAML', () =>
  expectDrawnProblems(
    'a.yaml',
    `- {from: 9007199254740993, to: 1, batch: []}
- {from: 9007199254740992, to: 1, batch: [], fees: [{by: 9007199254740992}, {by: 9007199254740995}]}
//                                                                          ^ transfers/one-payer error: Another pays.
//                                                                               ^^^^^^^^^^^^^^^^ transfers/known-fee error: Nothing here has the id "9007199254740995" that this refers to.
`,
    { families: familiesWithDeclared(TRANSFERS), compile: compileSchema } as never,
  ));

test('an envelope may be nested too deeply to look for such integers', () => {
  const deep = `${'['.repeat(50_000)}12345678901234567890${']'.repeat(50_000)}`;
  const line = `{"from": 1, "to": 2, "batch": [9007199254740993, 9007199254740992, ${deep}], "fees": ${deep}}`;
  expect(() =>
    analyseWithRunRules('a.jsonl', line, {
      families: familiesWithDeclared(TRANSFERS),
      compile: compileSchema,
    } as never),
  ).not.toThrow();
});

/** Plans of work, which a person writes. */
const WORK = {
  id: 'work',
  kinds: {
    plan: {
      schema: {
        type: 'object',
        required: ['plan', 'goal', 'steps'],
        properties: {
          plan: id,
          goal: id,
          at: id,
          owner: id,
          trust: {},
          steps: { type: 'array' },
          state: { enum: ['new', 'done'] },
        },
      },
      tells: { id: '/plan', at: '/at' },
    },
  },
  rules: {
    'in-time': { advances: '/at', severity: 'warning' },
    'long-step': {
      each: '/steps/*',
      when: {
        all: [
          { at: '/steps/*/hours', above: 8 },
          { at: '/steps/*', lacks: 'split' },
        ],
      },
      at: '/steps/*/hours',
      message: '"{/steps/*/name}" takes {/steps/*/hours} hours.',
      fix: [
        { set: '/steps/*/owner', valueAt: '/owner', when: { not: '/steps/*/owner' } },
        { title: 'Drop {/steps/*/name}', remove: '/steps/*' },
      ],
    },
    'other-plan': {
      each: '/steps/*',
      when: { all: ['/steps/*/of', { not: { at: '/steps/*/of', same: '/plan' } }] },
      message: 'A step of "{/steps/*/of}" in "{/plan}".',
    },
    words: {
      severity: 'info',
      cases: [
        { when: { at: '/goal', blank: true }, at: '/goal', message: 'No goal.' },
        { when: { at: '/goal', contains: 'todo' }, at: '/goal', message: 'The goal is not written.' },
        {
          when: '/author',
          at: '/author',
          on: 'key',
          message: 'This is "owner" now.',
          fix: { rename: '/author', to: 'owner', certain: true },
        },
      ],
      claims: ['schema/unknown-property'],
    },
    trust: {
      when: {
        any: [
          { at: '/trust', below: 0 },
          { at: '/trust', from: 1, upTo: 100 },
        ],
      },
      at: '/trust',
      message: 'Trust is a share of one.',
    },
    state: {
      claims: ['schema/enum'],
      when: { all: ['/state', { not: { at: '/state', is: ['new', 'done'] } }] },
      at: '/state',
      message: 'A plan is new or done.',
    },
  },
};

describe('a rule', () => {
  const work = familiesWithDeclared(WORK);
  const plan = { plan: 'p', goal: 'Build it', steps: [] as unknown[] };
  const found = (value: unknown) =>
    problemsIn(analyseWithRunRules('a.json', JSON.stringify(value), { families: work }));
  const told = (value: unknown) => found(value).map(({ rule, message }) => `${rule}: ${message}`);
  const fixes = (value: unknown) => found(value).flatMap(problem => problem.fixes);

  test('looks at each member of a list, and names it', () => {
    const steps = [
      { name: 'a', hours: 8 },
      { name: 'b', hours: 9 },
      { hours: 9, split: [] },
      { hours: 9, spilt: [] },
      9,
    ];
    const value = { ...plan, owner: 'Kim', steps };
    expect(
      found(value).map(({ span, message }) => [JSON.stringify(value).slice(span.start, span.end), message]),
    ).toEqual([['9', '"b" takes 9 hours.']]);
    expect(fixes(value)).toEqual([
      { title: 'Set "owner" to "Kim"', do: 'add', path: ['steps', 1], key: 'owner', value: 'Kim' },
      { title: 'Drop b', do: 'remove', path: ['steps', 1] },
    ]);
    expect(fixes({ ...plan, steps: [{ hours: 9 }] }).map(({ title }) => title)).toEqual(['Drop nothing']);
  });

  test('compares a member with its envelope', () => {
    expect(told({ ...plan, steps: [{ of: 'p' }, {}, { of: 'q' }] })).toEqual([
      'work/other-plan: A step of "q" in "p".',
    ]);
  });

  test('writes what it quotes as JSON does', () => {
    expect(told({ ...plan, steps: [{ of: 'a "b"' }] })).toEqual(['work/other-plan: A step of "a \\"b\\"" in "p".']);
    expect(told({ ...plan, steps: [{ of: ' ' }] })).toEqual(['work/other-plan: A step of "" in "p".']);
  });

  test('tells each case, in place of what the schema says', () => {
    expect(told({ ...plan, goal: ' ', author: 'Kim' })).toEqual([
      'work/words: No goal.',
      'work/words: This is "owner" now.',
    ]);
    expect(told({ ...plan, goal: 'ToDo' })).toEqual(['work/words: The goal is not written.']);
    expect(told({ ...plan, state: 'old' })).toEqual(['work/state: A plan is new or done.']);
    expect(told({ ...plan, stae: 'old' }).map(line => line.split(':', 1)[0])).toEqual(['schema/unknown-property']);
  });

  test('renames only what has no other of that name', () => {
    const fix = { title: 'Rename to "owner"', do: 'rename', path: ['author'], to: 'owner', certain: true };
    expect(fixes({ ...plan, author: 'Kim' })).toEqual([fix]);
    expect(fixes({ ...plan, author: 'Kim', owner: 'Lee' })).toEqual([]);
  });

  test.each([[-1], [1], [100]])('bounds the number %d', trust => {
    expect(told({ ...plan, trust })).toEqual(['work/trust: Trust is a share of one.']);
  });

  test.each([[0], [0.9], [100.5], ['1']])('leaves %j alone', trust => {
    expect(told({ ...plan, trust })).toEqual([]);
  });

  test('knows a time that goes back', () => {
    const log = ['12:00', '11:00', '13:00'].map(time =>
      JSON.stringify({ ...plan, plan: time, at: `2026-01-01T${time}:00Z` }),
    );
    const analysis = analyseWithRunRules('a.jsonl', log.join('\n'), { families: work });
    expect(problemsIn(analysis).map(({ message }) => message)).toEqual([
      'This is earlier than the one before it (line 1).',
    ]);
  });

  test('that can not be used is a fault at its place', () => {
    const { faults } = readProtocol({
      ...WORK,
      rules: {
        a: { each: '/steps', when: '/a', message: 'x' },
        b: { when: '/a', message: 'x', cases: [] },
        c: {
          cases: [
            { when: { at: '/a', above: '1' }, message: 'x' },
            { of: ['plna'], when: '/a', message: 'x' },
          ],
        },
        d: { when: '/a', message: 'x', fix: [{ rename: '/a' }, { set: '/a', valueAt: 'b' }] },
        e: { when: '/a', message: 'x', claims: ['schema/enun', 'work/a'] },
        f: { advances: 'at' },
        g: { when: '/a', message: 'x', fix: { remove: '/a', when: {} } },
      },
    });
    expect(faults.map(({ path, message }) => `${path.join('.')}: ${message}`)).toMatchInlineSnapshot(`
      [
        "rules.a.each: This must lead to the members of a list: "/steps/*".",
        "rules.b: A rule has "cases", or a "when" of its own, but not both.",
        "rules.c.cases.0.when: This is not a condition; next to "at" it needs "is" (a list), "same" (a pointer), "startsWith", "endsWith" or "contains" (a text), "blank" (true or false), "from", "above", "upTo" or "below" (numbers), "lacks" (a key), "type" (array, object, string, number, null, boolean), "keyWord" (a list), "each" or "some".",
        "rules.c.cases.1.of.0: "plna" is no kind here; did you mean "plan"?",
        "rules.d.fix.0: A fix with "rename" needs "to": the new name.",
        "rules.d.fix.1.valueAt: "b" is not a JSON pointer: it begins with a slash, such as "/b".",
        "rules.e.claims.0: "schema/enun" is no problem of a schema; did you mean "schema/enum"?",
        "rules.e.claims.1: "work/a" is no problem of a schema; there are schema/required, schema/type, schema/enum, schema/const, schema/format, schema/pattern, schema/minimum, schema/maximum, schema/minLength, schema/maxLength, schema/minItems, schema/constraint, schema/additionalProperties, schema/unknown-property.",
        "rules.f.advances: "at" is not a JSON pointer: it begins with a slash, such as "/at".",
        "rules.g.fix.when: This is not a condition; the forms are "/a/pointer", { "all" }, { "any" }, { "atLeast", "of" }, { "not" }, or { "at" } with "is", "same", "startsWith", "endsWith", "contains", "blank", "from", "above", "upTo", "below", "lacks", "type", "keyWord", "each" or "some".",
      ]
    `);
  });
});

describe('integers of 64 bits', () => {
  const own = familiesWithDeclared({
    id: 'spans',
    kinds: { span: event('SPAN', { span: { type: 'integer' }, of: { type: 'integer' }, copy: {} }, ['span', 'of']) },
    rules: {
      'span-twice': { unique: '/span' },
      'own-parent': {
        when: '/copy',
        at: '/copy',
        message: 'Span {/span} is in {/of}.',
        fix: { set: '/copy', valueAt: '/of' },
      },
    },
  });
  const lines = [
    '{"type": "SPAN", "span": 9007199254740992, "of": 9007199254740993}',
    '{"type": "SPAN", "span": 9007199254740993, "of": 9007199254740993, "copy": 1}',
    '{"type": "SPAN", "span": 9007199254740993, "of": 7, "copy": 1}',
  ];

  test.each([
    ['alone', {}],
    ['beside others', { 'b.jsonl': lines[0] ?? '' }],
  ])('keep their digits in messages and comparisons, and no fix writes others: %s', (_, files) => {
    const found = problemsIn(analyseWithRunRules('a.jsonl', lines.join('\n'), { families: own, files }));
    const said = found.map(({ part, message, fixes }) => `${part.id}: ${message} ${fixes.length}`);
    expect(said).toEqual([
      'line 2: Span 9007199254740993 is in 9007199254740993. 0',
      'line 3: "9007199254740993" is given twice (line 2). 0',
      'line 3: Span 9007199254740993 is in 7. 1',
    ]);
  });
});
