import { describe, expect, test } from 'vitest';
import { rangeOf } from '../../server/src/parts/positions';
import { analyseText, problemsIn, recognisedKinds } from '../kit/analyseText';
import { corpusFiles, corpusMissing, corpusText } from '../kit/corpus';
import { isJson } from '../kit/isJson';

const ZONE = 'envelope/time-without-zone';

interface Row {
  file: string;
  /** `kind xN` for N parts of that kind; null for a file that is none of ours. */
  is: string | null;
  errors?: string[];
  zone?: number;
}

/** The table of the corpus, as far as it is about kinds, the contract and the zone of times. */
const rows: Row[] = [
  { file: 'cuga/planner_ok.request.json', is: 'agent-io/request' },
  { file: 'cuga/worker_ok.request.json', is: 'agent-io/request' },
  { file: 'cuga/worker_unknown_tool.request.json', is: 'agent-io/request' },
  { file: 'cuga/planner_empty_goal.request.json', is: 'agent-io/request', errors: ['2 schema/pattern'] },
  { file: 'cuga/planner_ok.response.json', is: 'agent-io/response', zone: 1 },
  { file: 'cuga/worker_ok.response.json', is: 'agent-io/response', zone: 1 },
  { file: 'cuga/planner_empty_goal.response.json', is: 'agent-io/response', zone: 1 },
  { file: 'cuga/ctor_partial.response.json', is: 'agent-io/response', zone: 1 },
  { file: 'cuga/worker_unknown_tool.response.json', is: 'agent-io/response', zone: 1 },
  { file: 'cuga/coordinator_ok.response.json', is: 'agent-io/response', zone: 1 },
  { file: 'cuga/trace_emitter_events.json', is: 'agent-io/event x9' },
  { file: 'cuga/structured_events.jsonl', is: 'agent-io/event x11' },
  { file: 'aura/toolcalls/upstream_tests_calls.jsonl', is: 'toolcall/call x10' },
  { file: 'aura/toolcalls/upstream_tests_results.jsonl', is: 'toolcall/result x8' },
  { file: 'aura/toolcalls/agent_input_calendar_conflict_3.json', is: null },
  { file: 'aura/toolcalls/agent_output_calendar_conflict_3.json', is: null },
  { file: 'aura/schemas/tool_catalogue.json', is: 'toolcall/catalogue' },
  { file: 'aura/schemas/pydantic_ToolResult.json', is: null },
  { file: 'aura/schemas/toolcall.v1.impl.json', is: null },
  { file: 'aura/schemas/trace.v1.json', is: null },
  ...corpusFiles('aura/traces').map(file => ({ file, is: 'toolcall/trace' })),
  { file: 'humaninloop/agent-protocol/input.json', is: 'agent-protocol/input' },
  {
    file: 'humaninloop/agent-protocol/output.json',
    is: 'agent-protocol/output',
    errors: ['8 envelope/elided-content'],
  },
  { file: 'traces/otlp/agent-prism__rag_earnings_agent.json', is: 'otlp/request x3' },
  { file: 'traces/otlp/opentelemetry-proto-trace.json', is: 'otlp/request' },
  ...corpusFiles('traces/gen-ai').flatMap(file => (file.endsWith('.json') ? { file, is: 'otlp/spans' } : [])),
  ...corpusFiles('traces/langfuse').flatMap(file => (file.endsWith('.json') ? { file, is: 'langfuse/trace' } : [])),
];

describe.skipIf(corpusMissing)(`the corpus${corpusMissing ? ` (${corpusMissing})` : ''}`, () => {
  test.each(rows)('$file', ({ file, is, errors = [], zone = 0 }) => {
    const analysis = analyseText(file, corpusText(file));
    const [kind = '', times = '1'] = (is ?? '').split(' x');
    const found = recognisedKinds(analysis).filter(one => one !== undefined);
    expect(found).toEqual(is === null ? [] : Array(Number(times)).fill(kind));
    const problems = problemsIn(analysis);
    const placed = problems
      .filter(({ severity }) => severity === 'error')
      .map(({ part, span, rule }) => `${rangeOf(part, span).start.line + 1} ${rule}`);
    expect(placed).toEqual(errors);
    expect(problems.filter(({ rule }) => rule === ZONE)).toHaveLength(zone);
  });

  test.each([
    ['cuga/worker_unknown_tool.response.json', ['agent-io/recoverable-without-retry info']],
    ['cuga/coordinator_ok.response.json', Array(6).fill('agent-io/event-without-name warning')],
    ['cuga/planner_ok.response.json', []],
    ['cuga/worker_ok.request.json', []],
    ['cuga/trace_emitter_events.json', []],
    ['cuga/structured_events.jsonl', []],
    ['aura/toolcalls/upstream_tests_calls.jsonl', []],
    ['aura/toolcalls/upstream_tests_results.jsonl', []],
    ...corpusFiles('aura/traces').map((file): [string, string[]] => [file, []]),
  ])('what is worth knowing of %s', (file, expected) => {
    const found = problemsIn(analyseText(file, corpusText(file))).filter(({ rule }) => rule !== ZONE);
    expect(found.map(({ rule, severity }) => `${rule} ${severity}`)).toEqual(expected);
  });

  test('a file that was cut is one fault, at its end', () => {
    const text = corpusText('cuga/coordinator_ok.response.TRUNCATED.json');
    const analysis = analyseText('cut.json', text);
    expect(recognisedKinds(analysis)).toEqual(['agent-io/response']);
    const [problem, ...others] = problemsIn(analysis);
    expect(others).toEqual([]);
    expect(problem).toMatchObject({ rule: 'syntax', severity: 'error', span: { end: text.trimEnd().length } });
  });

  test('fenced envelopes of an agent, each where it stands', () => {
    const file = 'humaninloop/agent-protocol/SKILL.md';
    const analysis = analyseText(file, corpusText(file));
    const places = analysis.parts
      .filter(({ recognition }) => recognition)
      // The line of the fence, as the corpus counts it.
      .map(({ part, recognition }) => `${recognition?.kind.id} ${recognition?.sure} ${part.map.at(0)?.line}`);
    expect(places).toEqual(['agent-protocol/input true 22', 'agent-protocol/output true 68']);
    expect(problemsIn(analysis).filter(({ severity }) => severity === 'error')).toEqual([]);
  });

  const families: Record<string, RegExp> = {
    input: /^(agent-protocol|workflow-primitives)\/input$/,
    output: /^agent-protocol\/output$/,
    'artifact-return': /^workflow-primitives\/artifact-return$/,
  };

  test.each(Object.entries(families))('every fenced %s that is JSON is one for sure', (name, kind) => {
    const files = corpusFiles('humaninloop/fences').filter(file => file.includes(`/${name}__`));
    const json = files.filter(file => isJson(corpusText(file)));
    expect(json.length).toBeGreaterThan(3);
    for (const file of json)
      expect(recognisedKinds(analyseText(file, corpusText(file))), file).toEqual([expect.stringMatching(kind)]);
  });

  test('an input with a mode is not one with an action', () => {
    const inputs = corpusFiles('humaninloop/fences').filter(file => /input__.*json$/.test(file));
    for (const file of inputs.filter(one => isJson(corpusText(one)))) {
      const text = corpusText(file);
      const family = /"action"/.test(text) || !/"mode"|"plugin"/.test(text) ? 'agent-protocol' : 'workflow-primitives';
      expect(recognisedKinds(analyseText(file, text)), file).toEqual([`${family}/input`]);
    }
  });
});
