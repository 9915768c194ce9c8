import { describe, expect, test } from 'vitest';
import { rangeOf } from '../../server/src/parts/positions';
import { everyFourth } from '../kit/amount';
import { analyseText, problemsIn } from '../kit/analyseText';
import { allExamples } from '../kit/examples';
import { lineOf, type Mutation, misspellWord, mutationSites, mutations } from '../kit/mutations';

/** Line from 1, rule and severity of each problem of a broken value; the kind is known, whatever is broken. */
function problemsOf(kind: string, value: unknown): string[] {
  const text = JSON.stringify(value, null, 2);
  return (
    problemsIn(analyseText('envelope.json', text, { association: kind }))
      // What is in quarantine is wrong by definition, and said to be.
      .filter(({ rule }) => rule !== 'toolcall/rejected-call')
      .map(({ part, span, rule, severity }) => `line ${rangeOf(part, span).start.line + 1}: ${rule} ${severity}`)
  );
}

function expected({ value, path, rule, severity }: Pick<Mutation, 'value' | 'path' | 'rule' | 'severity'>): string {
  return `line ${lineOf(value, path) + 1}: ${rule} ${severity}`;
}

/** A key whose misspelling leaves an object without what a condition requires: explains that error, and is one. */
const STANDS_FOR_ERROR: ReadonlySet<string> = new Set(['toolcall/quarantined-call: trace misspelt']);

const shapes = allExamples.map(example => ({ ...example, id: example.shape.id }));

describe.each(shapes)('$id: one fault, one problem', ({ kind, shape, value }) => {
  test('and none in the full example', () => {
    expect(problemsOf(kind.id, value)).toEqual([]);
  });

  const all = everyFourth(mutations(shape.schema, value)).map(one => ({
    ...one,
    ...(STANDS_FOR_ERROR.has(`${kind.id}: ${one.about}`) && { severity: 'error' as const }),
  }));

  test(`in ${all.length} broken examples`, () => {
    const wrong = all
      .map(mutation => ({ mutation, found: problemsOf(kind.id, mutation.value) }))
      .filter(({ mutation, found }) => found.length !== 1 || found[0] !== expected(mutation))
      .map(({ mutation, found }) => `${mutation.about}: ${found.join('; ')} | expected ${expected(mutation)}`);
    expect(wrong).toEqual([]);
  });
});

test('an agent or intent that nobody declared is one warning, wherever it stands', () => {
  const slots = ['agent', 'intent'];
  const wrong = shapes
    .filter(({ kind }) => kind.id.startsWith('agent-message/'))
    .flatMap(({ kind, shape, value }) =>
      mutationSites(shape.schema, value, [])
        .filter(({ schema }) => slots.includes(schema['x-slot'] ?? '') && !schema.enum)
        .flatMap(({ schema, value: name, path }) => {
          const broken = JSON.parse(JSON.stringify(value, (_, member) => member));
          const parent = path.slice(0, -1).reduce((here, step) => here[step], broken);
          parent[path.at(-1) ?? ''] = misspellWord(String(name));
          const rule = `agent-message/unknown-${schema['x-slot']}`;
          const found = problemsOf(kind.id, broken);
          const one = expected({ value: broken, path, rule, severity: 'warning' });
          return found.length === 1 && found[0] === one ? [] : [`${kind.id} ${path.join('.')}: ${found}`];
        }),
    );
  expect(wrong).toEqual([]);
});

const call = { call_id: 't_4k7m2p9x1c' };
const quarantined = { quarantined_at: '2026-06-01T05:30:01Z', reason: 'unknown tool', errors: [] };
const returned = { success: true, state_updates: {}, next_recommendation: 'proceed' };

/** What is asked only because of what stands elsewhere. */
test.each<[string, string, unknown, string[]]>([
  ['a success without a result', 'agent-io/response', { status: 'success' }, ['line 1: schema/required error']],
  [
    'a success with nothing but null',
    'agent-io/response',
    { status: 'success', result: null },
    ['line 3: schema/type error'],
  ],
  ['a success that is false', 'agent-io/response', { status: 'success', result: false }, []],
  ['a success that is 0', 'agent-io/response', { status: 'success', result: 0 }, []],
  ['a success that is empty', 'agent-io/response', { status: 'success', result: '', error: null }, []],
  ['a success that is an empty list', 'agent-io/response', { status: 'success', result: [] }, []],
  ['an error without an error', 'agent-io/response', { status: 'error' }, ['line 1: schema/required error']],
  [
    'an error with nothing but null',
    'agent-io/response',
    { status: 'error', error: null },
    ['line 3: schema/type error'],
  ],
  [
    'an error that says too little',
    'agent-io/response',
    { status: 'error', error: { type: 'timeout' } },
    ['line 3: schema/required error'],
  ],
  ['a partial response without anything', 'agent-io/response', { status: 'partial', result: null, error: null }, []],
  ['a status that is no status', 'agent-io/response', { status: 'sucess' }, ['line 2: schema/enum error']],
  ['a status that is a number', 'agent-io/response', { status: 1 }, ['line 2: schema/enum error']],
  [
    'a file to create without content',
    'workflow-primitives/artifact-return',
    { ...returned, artifacts: [{ path: 'a.md', operation: 'create' }] },
    ['line 6: schema/required error'],
  ],
  [
    'a file to delete without content',
    'workflow-primitives/artifact-return',
    { ...returned, artifacts: [{ path: 'a.md', operation: 'delete' }] },
    [],
  ],
  [
    'a file with an operation that is none',
    'workflow-primitives/artifact-return',
    { ...returned, artifacts: [{ path: 'a.md', operation: 'creat', content: 'x' }] },
    ['line 8: schema/enum error'],
  ],
  ['nothing in quarantine', 'toolcall/quarantined-call', quarantined, ['line 1: schema/required error']],
  ['a trace in quarantine', 'toolcall/quarantined-call', { ...quarantined, trace: {} }, []],
  ['a call in quarantine, broken as it was', 'toolcall/quarantined-call', { ...quarantined, call }, []],
])('%s', (_, kind, value, problems) => {
  expect(problemsOf(kind, value)).toEqual(problems);
});
