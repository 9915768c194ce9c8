import { describe, expect, test } from 'vitest';
import { recognise } from '../../../server/src/analysis/recognise';
import type { Sample } from '../../../server/src/features/inference/groupSamples';
import { findSamples } from '../../../server/src/features/inference/inferFromFiles';
import { inferProtocol, thinOut } from '../../../server/src/features/inference/inferProtocol';
import { guessesMarkdown, summarizeGuesses } from '../../../server/src/features/inference/summarizeGuesses';
import { analyseWithRunRules, memoryFile, problemsIn } from '../../kit/analyseText';
import { familiesWithDeclared, readProtocol } from '../../kit/declaredProtocols';

const times = (count: number) => Array.from({ length: count }, (_, at) => at);
const log = (values: readonly object[], source = 'log.jsonl'): Sample[] =>
  values.map(value => ({ value: value as Record<string, unknown>, source }));

/** The inferred kinds, without what is always there. */
function kindsOf(samples: readonly Sample[]) {
  const { declaration, support, counts } = inferProtocol(samples, { id: 'jobs' });
  expect(readProtocol(declaration).faults).toEqual([]);
  const kinds = declaration.kinds as Record<string, Record<string, unknown>>;
  const schemas = Object.fromEntries(Object.entries(kinds).map(([name, { schema }]) => [name, schema])) as Record<
    string,
    { required?: string[]; properties: Record<string, Record<string, unknown>>; additionalProperties?: unknown }
  >;
  return { kinds, schemas, support, counts, order: declaration.order };
}

const at = (second: number) =>
  `2026-03-01T10:${String(Math.floor(second / 60)).padStart(2, '0')}:${String(second % 60).padStart(2, '0')}Z`;
const jobs = times(12).flatMap(job => [
  { type: 'task', job_id: `j-${job}`, from: 'planner', to: 'coder', goal: `Step ${job}`, at: at(3 * job) },
  { type: 'progress', job_id: `j-${job}`, from: 'coder', percent: 50 + job / 2, at: at(3 * job + 1) },
  {
    type: 'result',
    job_id: `j-${job}`,
    from: 'coder',
    to: 'planner',
    status: ['done', 'failed', 'skipped'][job % 3],
    took_ms: 10 * job,
    at: at(3 * job + 2),
  },
]);

describe('kinds', () => {
  test('are told by the property whose words go with other properties', () => {
    const { schemas, counts } = kindsOf(log(jobs));
    expect([...counts]).toEqual([
      ['task', 12],
      ['progress', 12],
      ['result', 12],
    ]);
    expect(schemas.task?.properties.type).toEqual({ type: 'string', const: 'task' });
    expect(schemas.task?.required).toEqual(['type', 'job_id', 'from', 'to', 'goal', 'at']);
  });

  test('are told by a word that one of few samples has alone, where the others prove the property', () => {
    const last = { type: 'closed', reason: 'All done', at: at(60) };
    expect([...kindsOf(log([...jobs.slice(0, 9), last])).counts]).toEqual([
      ['task', 3],
      ['progress', 3],
      ['result', 3],
      ['closed', 1],
    ]);
    const alike = times(8).map(n => ({ type: n < 4 ? 'ping' : 'pong', seq: n, at: at(n) }));
    expect([...kindsOf(log([...alike, last])).counts.values()]).toEqual([9]);
  });

  test('are told one level down, too', () => {
    const values = times(20).map(n => ({
      head: { op: n % 2 ? 'read' : 'write' },
      ...(n % 2 ? { path_name: `p${n}`, first_line: n } : { file_name: `f${n}`, new_content: 'text' }),
    }));
    const { schemas } = kindsOf(log(values));
    expect(Object.keys(schemas).sort()).toEqual(['read', 'write']);
    expect(schemas.read?.properties.head?.properties).toEqual({ op: { type: 'string', const: 'read' } });
  });

  test('are told by their properties where no word tells them', () => {
    const values = times(16).map(n =>
      n % 2
        ? { call_ref: n, tool_name: 'search', arguments: {} }
        : { answer_ref: n, output_text: 'found', elapsed_ms: n / 3 },
    );
    expect(Object.keys(kindsOf(log(values)).kinds)).toHaveLength(2);
  });

  test('of JSON-RPC are its methods, results and errors', () => {
    const values = times(12).map(id => {
      if (id % 4 === 3) return { jsonrpc: '2.0', id, error: { code: -1, message: 'No' } };
      if (id % 2) return { jsonrpc: '2.0', id, result: { ok: true } };
      return { jsonrpc: '2.0', id, method: id % 4 ? 'tools/call' : 'tools/list', params: {} };
    });
    expect(Object.keys(kindsOf(log(values)).kinds).sort()).toEqual(['error', 'result', 'tools-call', 'tools-list']);
  });

  test('a word of its own for each sample tells none', () => {
    const values = times(12).map(n => ({
      name: `Word${'abcdefghijkl'[n]}`,
      work_item: n,
      done_by: 'ann',
      extra_note: '',
    }));
    expect(Object.keys(kindsOf(log(values)).kinds)).toEqual(['envelope']);
  });
});

describe('a schema', () => {
  const one = (values: readonly object[]) => {
    const { schemas, kinds } = kindsOf(log(values));
    const [schema] = Object.values(schemas);
    return { ...schema, kind: Object.values(kinds)[0] };
  };

  test('has types, null beside others, whole numbers where something is counted', () => {
    const { properties } = one(
      times(6).map(n => ({
        work_id: `w${n}`,
        note: n % 2 ? null : 'x y',
        step_count: n,
        score: n,
        parts: [{ part_name: 'a' }],
      })),
    );
    expect(properties?.note).toEqual({ type: ['string', 'null'] });
    expect([properties?.step_count?.type, properties?.score?.type]).toEqual(['integer', 'number']);
    expect(properties?.parts).toMatchObject({ type: 'array', items: { type: 'object', required: ['part_name'] } });
  });

  test('lists words that repeat, and neither names, ids, texts nor secrets', () => {
    const values = times(24).map(n => ({
      status: ['open', 'closed'][n % 2],
      agent: ['ann', 'bob'][n % 2],
      ticket_id: ['a', 'b'][n % 2],
      api_token: ['hunter', 'hunters'][n % 2],
      colour: ['sk-proj-abcdefghijklmnopqrstuvwx', 'ghp_abcdefghijklmnopqrstuvwxyz0123456789'][n % 2],
      remark: ['A first long remark about the work', 'Another long remark, of the same day'][n % 2],
    }));
    const { properties } = one(values);
    const lists = Object.entries(properties ?? {}).filter(([, schema]) => schema.enum || schema.const !== undefined);
    expect(lists).toEqual([['status', { type: 'string', enum: ['open', 'closed'] }]]);
  });

  test('has formats that all texts have', () => {
    const values = times(6).map(n => ({
      made_at: at(n),
      trace_uuid: `0b7c8d9e-1234-4abc-8def-0123456789a${n}`,
      page_link: `https://example.com/${n}`,
      odd_time: n ? at(n) : 'soon',
    }));
    const { properties } = one(values);
    expect(properties?.made_at?.format).toBe('date-time');
    expect(properties?.trace_uuid?.format).toBe('uuid');
    expect(properties?.page_link?.format).toBe('uri');
    expect(properties?.odd_time?.format).toBeUndefined();
  });

  test('takes keys that are data for a map', () => {
    const values = times(6).map(n => ({
      work_id: `w${n}`,
      by_ticket: { [`T-${n}001`]: { open: true }, [`T-${n}002`]: { open: false } },
    }));
    const { properties } = one(values);
    expect(properties?.by_ticket).toMatchObject({ additionalProperties: { type: 'object', required: ['open'] } });
    expect(properties?.by_ticket).not.toHaveProperty('properties');
  });

  test('requires what 98 of 100 samples have, with a note', () => {
    const values = times(200).map(n => ({
      work_id: `w${n}`,
      ...(n !== 7 && { goal_text: 'Go on' }),
      ...(n % 2 && { extra: 1 }),
    }));
    const { schemas, support } = kindsOf(log(values));
    expect(schemas.envelope?.required).toEqual(['work_id', 'goal_text']);
    expect(support.get('/kinds/envelope/schema/required/1')).toEqual({
      seen: 199,
      of: 200,
      note: 'nearly always there',
    });
  });

  test('is closed where many samples have nothing else', () => {
    const many = one(times(120).map(n => ({ work_id: `w${n}`, goal_text: 'x', kind_of: 'a' })));
    expect(many.additionalProperties).toBe(false);
    expect(
      one(times(12).map(n => ({ work_id: `w${n}`, goal_text: 'x', kind_of: 'a' }))).additionalProperties,
    ).toBeUndefined();
  });
});

describe('the data of a run', () => {
  test('is found by names and by values', () => {
    const { kinds } = kindsOf(log(jobs));
    expect(kinds.result).toMatchObject({
      side: 'answer',
      tells: { agent: '/from', peer: '/to', at: '/at', status: '/status', duration: '/took_ms', pair: '/job_id' },
      status: { ok: ['done'], failed: ['failed'], cancelled: ['skipped'] },
    });
    expect(kinds.task).toMatchObject({ side: 'ask', tells: { title: '/goal', pair: '/job_id' } });
  });

  test('an id that repeats is the run, a unique one the id', () => {
    const values = times(12).map(n => ({
      event_id: `e${n}`,
      session_id: `s${n % 3}`,
      metadata: { agent_name: 'ann' },
    }));
    const { kinds } = kindsOf(log(values));
    expect(kinds.envelope?.tells).toEqual({ run: '/session_id', id: '/event_id', agent: '/metadata/agent_name' });
  });
});

describe('the order', () => {
  test('is that of all sequences, if it is regular', () => {
    expect(kindsOf(log(jobs)).order).toEqual([
      {
        name: 'job_id',
        by: '/job_id',
        begins: ['task'],
        next: { task: ['progress'], progress: ['result'] },
        ends: ['result'],
      },
    ]);
  });

  test('has no fault in the samples, and is missed by others', () => {
    const { declaration } = inferProtocol(log(jobs), { id: 'jobs' });
    const families = familiesWithDeclared(declaration);
    const rules = (values: readonly object[]) =>
      problemsIn(
        analyseWithRunRules('log.jsonl', values.map(value => `${JSON.stringify(value)}\n`).join(''), { families }),
      ).map(({ rule }) => rule);
    expect(rules(jobs)).toEqual([]);
    const [task, progress, result] = jobs;
    expect(rules([task, result, progress] as object[])).toContain('jobs/order');
  });

  test('is none if it is not regular, or of files of their own', () => {
    const shuffled = jobs.map((_, n) => jobs[(n * 7) % jobs.length] as object);
    expect(kindsOf(log(shuffled)).order).toBeUndefined();
    expect(kindsOf(jobs.flatMap((value, n) => log([value], `${n}.json`))).order).toBeUndefined();
  });
});

/** A run with a start, some tasks and an end; by default, only these say which run it is. */
const runOf = (run: number, own: Record<string, unknown> = { run: `run-${run}` }): Record<string, unknown>[] => [
  { type: 'run.started', ...own, goal: `g${run}` },
  ...times(2).flatMap(task => [
    { type: 'task.assigned', ...own, task: `t${run}${task}`, to: 'ann' },
    { type: 'task.done', ...own, task: `t${run}${task}`, took: 5 + task },
  ]),
  { type: 'run.finished', ...own, score: run },
];
const interleaved = times(6).flatMap(pair => {
  const [one, other] = [runOf(2 * pair), runOf(2 * pair + 1)];
  return one.flatMap((step, index) => [step, other[index] as object]);
});
const method = (n: number) => (n % 2 ? 'cart/remove' : 'cart/add');

describe('what is inferred from a log finds no fault in it', () => {
  test.each<[string, readonly object[]]>([
    ['runs with a start and an end', times(12).flatMap(run => runOf(run))],
    ['runs at the same time', interleaved],
    [
      'runs named at their start and end alone',
      times(12).flatMap(run =>
        runOf(run, {}).map((step, at) => ({ ...step, ...(at % 5 === 0 && { run_id: `r${run}` }) })),
      ),
    ],
    [
      'runs named by their tasks alone',
      times(12).flatMap(run =>
        runOf(run).map(({ run: name, ...step }, at) => (at % 5 === 0 ? step : { ...step, run: name })),
      ),
    ],
    [
      'methods of JSON-RPC',
      times(8).map(n => ({ jsonrpc: '2.0', id: n, method: method(n), params: { sku: `s${n}` } })),
    ],
    [
      'methods of JSON-RPC and their results',
      times(12).flatMap(n => [
        { jsonrpc: '2.0', id: n, method: method(n), params: { sku: `s${n}` } },
        { jsonrpc: '2.0', id: n, result: { sku: `s${n}`, stock: n } },
      ]),
    ],
  ])('%s', (_, values) => {
    const { declaration } = inferProtocol(log(values), { id: 'own' });
    expect(readProtocol(declaration).faults).toEqual([]);
    const text = values.map(value => `${JSON.stringify(value)}\n`).join('');
    const analysis = analyseWithRunRules('log.jsonl', text, { families: familiesWithDeclared(declaration) });
    expect(problemsIn(analysis).map(({ message }) => message)).toEqual([]);
    expect(analysis.parts.filter(({ recognition }) => recognition?.sure)).toHaveLength(values.length);
  });

  test('a run has its start and its end, which occur once', () => {
    const { kinds, order } = kindsOf(log(times(12).flatMap(run => runOf(run))));
    for (const { tells } of Object.values(kinds)) expect(tells).toMatchObject({ run: '/run' });
    expect(order).toMatchObject([{ begins: ['run.started'], ends: ['run.finished'] }]);
  });
});

test('a line that is cut is no sample', () => {
  const [line, cut] = ['{"kind": "job", "name": "j1"}', '{"kind": "job", "na'];
  expect(findSamples(memoryFile('a.jsonl', `${line}\n${cut}\n${line}\n${cut}`))).toHaveLength(2);
});

describe('a signature', () => {
  test('is written where the required properties alone would not do', () => {
    const { kinds, support } = kindsOf(log(times(12).map(n => ({ id: n, data: {} }))));
    expect(kinds.envelope?.signature).toEqual({ keys: { '/id': 1, '/data': 1 } });
    expect(support.get('/kinds/envelope/signature')?.seen).toBe(0);
  });

  test('is left out where they do', () => {
    const values = times(40).map(n => ({
      review_id: `r${n}`,
      change_id: 'c',
      asked_by: 'a',
      goal_text: 'x',
      due_date: 'y',
    }));
    const { kinds } = kindsOf(log(values));
    expect(kinds.envelope?.signature).toBeUndefined();
  });

  test('knows the samples, and what lacks one property', () => {
    const { declaration } = inferProtocol(log(jobs), { id: 'jobs' });
    const families = familiesWithDeclared(declaration);
    const { at: _, ...task } = jobs[0] as Record<string, unknown>;
    for (const value of [...jobs, task]) {
      expect(recognise(value, families, undefined)).toMatchObject({ sure: true, kind: { id: `jobs/${value.type}` } });
    }
  });
});

test('samples are taken from JSON, YAML, logs and Markdown', () => {
  const count = (name: string, text: string) => findSamples(memoryFile(name, text)).map(({ source }) => source);
  expect(count('a.json', '{"a": 1}')).toEqual(['file:///work/a.json']);
  expect(count('a.json', '[{"a": 1}, 2, {"b": 1}]')).toHaveLength(2);
  expect(count('a.jsonl', '{"a": 1}\nno\n\n{"b": 1}\n')).toEqual(['file:///work/a.jsonl', 'file:///work/a.jsonl']);
  expect(count('a.yaml', 'a: 1\n---\nb: 1\n')).toEqual(['file:///work/a.yaml', 'file:///work/a.yaml']);
  expect(count('a.yaml', '- a: 1\n- b: 1\n')).toHaveLength(2);
  expect(count('a.md', '---\ntitle: x\n---\n\n```json\n{"a": 1}\n```\n')).toHaveLength(1);
  expect(new Set(count('a.md', '```json\n{"a": 1}\n```\n\n```json\n{"b": 1}\n```\n')).size).toBe(2);
});

test('of a long log stretches are taken, evenly', () => {
  expect(thinOut(times(300), 5000)).toHaveLength(300);
  const taken = thinOut(times(20_000), 5000);
  expect(taken).toHaveLength(5000);
  expect(new Set(taken).size).toBe(5000);
  expect([taken[0], taken[99], taken.at(-1)]).toEqual([0, 99, 19_999]);
  const values = times(20_000).map(n => ({ work_id: `w${n}`, run_id: `r${n >> 5}`, step_no: n }));
  const { declaration, counts } = inferProtocol(log(values), { id: 'x' });
  expect([...counts.values()]).toEqual([5000]);
  expect(declaration.kinds).toMatchObject({ envelope: { tells: { run: '/run_id', id: '/work_id' } } });
});

test('the guesses are told as a document in which names are text', () => {
  const samples = log(times(6).map(n => ({ work_id: `w${n}`, '[x](command:y)|`': 'a', goal_text: `<img> ${n}` })));
  const document = guessesMarkdown('jobs', summarizeGuesses(inferProtocol(samples, { id: 'jobs' })));
  expect(document).toContain('| `` work_id, [x](command:y)\\|`, goal_text `` | `always there` | 6 of 6 |');
});
