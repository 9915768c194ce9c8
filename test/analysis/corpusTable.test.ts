import { describe, expect, test } from 'vitest';
import { analyseText, analyseWithRunRules, problemLines, recognisedKinds } from '../kit/analyseText';
import { corpusFiles, corpusMissing, corpusText } from '../kit/corpus';

interface Row {
  /** The first column of the table. */
  line: string;
  files: string[];
  /** The kind of each of its parts; none for what is none of ours. */
  is: string[];
  /** Whatever is said of each of these files: place, rule, severity. */
  said?: string[] | Record<string, string[]>;
}

const ZONE = 'envelope/time-without-zone warning';
const PLACES = [23, 31, 41, 49, 57, 64];

/** The table at the end of the corpus's README, "What a correct check says of them", line by line. */
const table: Row[] = [
  {
    line: 'cuga: planner_ok, worker_ok, worker_unknown_tool `.request`',
    files: ['planner_ok', 'worker_ok', 'worker_unknown_tool'].map(name => `cuga/${name}.request.json`),
    is: ['agent-io/request'],
  },
  {
    line: 'planner_empty_goal.request',
    files: ['cuga/planner_empty_goal.request.json'],
    is: ['agent-io/request'],
    said: ['2:11 schema/pattern error'],
  },
  {
    line: 'planner_ok, worker_ok, planner_empty_goal, ctor_partial `.response`',
    files: ['planner_ok', 'worker_ok', 'planner_empty_goal', 'ctor_partial'].map(name => `cuga/${name}.response.json`),
    is: ['agent-io/response'],
    said: {
      'cuga/planner_ok.response.json': [`45:16 ${ZONE}`],
      'cuga/worker_ok.response.json': [`22:16 ${ZONE}`],
      'cuga/planner_empty_goal.response.json': [`27:16 ${ZONE}`],
      'cuga/ctor_partial.response.json': [`18:16 ${ZONE}`],
    },
  },
  {
    line: 'worker_unknown_tool.response',
    files: ['cuga/worker_unknown_tool.response.json'],
    is: ['agent-io/response'],
    said: ['11:20 agent-io/recoverable-without-retry info', `25:16 ${ZONE}`],
  },
  {
    line: 'coordinator_ok.response',
    files: ['cuga/coordinator_ok.response.json'],
    is: ['agent-io/response'],
    said: [...PLACES.map(line => `${line}:5 agent-io/event-without-name warning`), `86:16 ${ZONE}`],
  },
  {
    line: 'coordinator_ok.response.TRUNCATED',
    files: ['cuga/coordinator_ok.response.TRUNCATED.json'],
    is: ['agent-io/response'],
    said: ['68:16 syntax error'],
  },
  {
    line: 'trace_emitter_events',
    files: ['cuga/trace_emitter_events.json'],
    is: Array(9).fill('agent-io/event'),
  },
  {
    line: 'structured_events.jsonl',
    files: ['cuga/structured_events.jsonl'],
    is: Array(11).fill('agent-io/event'),
    said: ['4:16 agent-io/tool-end-without-start warning', '8:16 agent-io/second-plan warning'],
  },
  {
    line: 'aura/toolcalls/upstream_tests_calls.jsonl',
    files: ['aura/toolcalls/upstream_tests_calls.jsonl'],
    is: Array(10).fill('toolcall/call'),
  },
  {
    line: 'upstream_tests_results.jsonl',
    files: ['aura/toolcalls/upstream_tests_results.jsonl'],
    is: Array(8).fill('toolcall/result'),
  },
  {
    line: 'agent_input_*, agent_output_*',
    files: corpusFiles('aura/toolcalls').filter(file => /agent_(in|out)put_/.test(file)),
    is: [],
  },
  { line: 'aura/traces/*', files: corpusFiles('aura/traces'), is: ['toolcall/trace'] },
  {
    line: 'agent-protocol/input.json',
    files: ['humaninloop/agent-protocol/input.json'],
    is: ['agent-protocol/input'],
  },
  {
    line: 'agent-protocol/output.json',
    files: ['humaninloop/agent-protocol/output.json'],
    is: ['agent-protocol/output', 'workflow-primitives/registry'],
    said: [
      '8:18 envelope/elided-content error',
      ...Array(4).fill('8:21 workflow-primitives/missing-section warning'),
      '8:147 workflow-primitives/unknown-word warning',
    ],
  },
  {
    line: 'agent-protocol/SKILL.md',
    files: ['humaninloop/agent-protocol/SKILL.md'],
    is: ['agent-protocol/input', 'agent-protocol/output'],
    said: ['76:18 envelope/elided-content info'],
  },
];

describe.skipIf(corpusMissing)(`the table of the corpus${corpusMissing ? ` (${corpusMissing})` : ''}`, () => {
  test('is all here', () => {
    const after = corpusText('README.md').split('## What a correct check says of them')[1] ?? '';
    const lines = [...after.matchAll(/^\| (.+?) \|/gm)]
      .map(([, cell]) => cell)
      .filter(cell => !/^(file|---)$/.test(cell ?? ''));
    expect(table.map(({ line }) => line)).toEqual(lines);
    for (const { files } of table) expect(files.length).toBeGreaterThan(0);
  });

  // With what lies beside it: a call's results may be in another file.
  const beside = (file: string) => {
    const folder = file.slice(0, file.lastIndexOf('/') + 1);
    return Object.fromEntries(corpusFiles(folder).map(one => [one, corpusText(one)]));
  };

  const rows = table.flatMap(({ files, ...row }) => files.map(file => ({ file, ...row })));

  test.each(rows)('$line: $file', ({ file, is, said = [] }) => {
    const analysis = analyseWithRunRules(file, corpusText(file), { files: beside(file) });
    const documents = analysis.parts.flatMap(({ document }) => document?.kind.id ?? []);
    expect([...recognisedKinds(analysis).filter(kind => kind !== undefined), ...documents]).toEqual(is);
    // Which paths lead somewhere depends on the workspace.
    const found = problemLines(analysis).filter(one => !/path-missing|of-missing/.test(one));
    expect(found).toEqual(Array.isArray(said) ? said : said[file]);
  });

  test('agent-protocol/output.json: update of a missing file', () => {
    const file = 'humaninloop/agent-protocol/output.json';
    const found = problemLines(analyseText(file, corpusText(file), { files: [file] }));
    expect(found).toContain('6:15 envelope/update-of-missing warning');
  });
});
