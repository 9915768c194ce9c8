import * as parser from 'jsonc-parser';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { analyse, analyseInSteps, emptyCache } from '../../server/src/analysis/analyse';
import * as recognition from '../../server/src/analysis/recognise';
import type { Analysis } from '../../server/src/model/analysis';
import type { TextFile } from '../../server/src/model/text';
import { withRunProblems } from '../../server/src/runs/runRules/withRunProblems';
import { applyChange } from '../../server/src/text/lines';
import { registryText } from '../bench/registries.mjs';
import { memoryFile } from '../kit/analyseText';
import { message } from '../kit/runsClient';
import { testContext } from '../kit/testContext';

const context = testContext({ agents: ['vision', 'conductor', 'scope'] });
const COUNT = 2000;
const list = (make: (n: number) => string, count = COUNT) => Array.from({ length: count }, (_, n) => make(n));
const messages = list(message);
const events = list(n =>
  JSON.stringify({ timestamp: '2026-07-01T09:00:00Z', agent: 'planner', event: 'tool_end', detail: `${n} is done` }),
);
const artifacts = list(n =>
  JSON.stringify({ type: 'code', path: `src/a${n}.ts`, content: `export const a${n} = 1;\n`, status: 'proposed' }),
);
const [around, inMessage] = [message(1).replace('"output":{}', '"output":{},"artifacts":[\n\n]'), '[\n'];
const blocks = list(n => `## ${n}\n\nProse.\n\n\`\`\`json\n${message(n)}\n\`\`\`\n`, 100);

/** Documents of many parts: a place in one part, and how long that part and the shell around it are. */
const documents: { name: string; text: string; at: string; part: number; shell?: number }[] = [
  { name: 'log.jsonl', text: messages.join('\n'), at: 'Do number 1000', part: 500 },
  { name: 'array.json', text: `[\n${messages.join(',\n')}\n]`, at: 'Do number 1000', part: 500 },
  { name: 'array on one line.json', text: `[${messages.join(', ')}]`, at: 'Do number 1000', part: 500 },
  {
    name: 'response.json',
    text: `{"status":"success","result":{},"error":null,"timestamp":"2026-07-01T09:00:00Z","trace":[\n${events.join(',\n')}\n]}`,
    at: '1000 is done',
    part: 120,
    shell: 100,
  },
  {
    name: 'message.json',
    text: around.replace(inMessage, () => `${inMessage}${artifacts.join(',\n')}`),
    at: 'src/a1000.ts',
    part: 130,
    shell: 500,
  },
  { name: 'blocks.md', text: blocks.join('\n'), at: 'Do number 50', part: 500 },
  { name: 'index.md', text: registryText(1, { size: 60, id: '1' }), at: 'G-030', part: 0 },
];

vi.mock('jsonc-parser', { spy: true });

afterEach(() => void vi.restoreAllMocks());

test.each(documents)(
  'one key in $name costs one part, its shell, and what is about the whole',
  ({ name, text, at, part, shell = 0 }) => {
    const work = workOfKey(memoryFile(name, text), at);
    const envelopes = part > 0 ? 1 : 0;
    const isMarkdown = name.endsWith('.md');
    const { parsed, validated, judged, recognised } = work;
    for (const lengths of [parsed, validated, judged]) {
      expect(lengths).toHaveLength(envelopes);
      for (const length of lengths) expect(length).toBeLessThan((part + shell) * 1.5);
    }
    expect(recognised).toHaveLength(envelopes);
    for (const looked of recognised) expect(looked).toBeLessThan(4);
    expect(work.drafted).toBe(isMarkdown ? 0 : 1);
    // Documents have no parts: each kind of them looks at the whole text, and each rule of a registry at all of its rows.
    const kinds = context.families.flatMap(family => family.documents);
    const documentRules = new Set(kinds.flatMap(({ rules }) => rules));
    expect(work.documents).toBeLessThanOrEqual(isMarkdown ? kinds.length : 0);
    expect(work.documentRules).toBeLessThanOrEqual(name === 'index.md' ? documentRules.size : 0);
    // A rule of runs sees the run that has changed.
    const runRules = new Set(context.families.flatMap(one => one.runRules));
    expect(work.runRules).toBeLessThanOrEqual(runRules.size);
  },
);

const many = [...documents.filter(({ name }) => /^(?:array|response|message)/.test(name)), largeData()];

describe('of a text that is no JSON around its parts, no tree is made', () => {
  const spoils: [string, (text: string) => string][] = [
    ['at its beginning', text => text.replace(/[[{]/, '$&x')],
    ['at its end', text => text.slice(0, -1)],
    ['between its parts', text => text.replace(/\},\s*\{/, match => match.replace(',', ',x '))],
  ];

  test.each(many.flatMap(({ name, text }) => spoils.map(([where, spoil]) => ({ name, where, spoiled: spoil(text) }))))(
    '$name, $where',
    ({ name, spoiled }) => {
      const trees = vi.mocked(parser.parseTree);
      trees.mockClear();
      const { analysis } = analyse(memoryFile(name, spoiled), context);
      const characters = trees.mock.calls.reduce((sum, [text]) => sum + text.length, 0);
      expect(characters).toBeLessThan(spoiled.length / 20);
      if (name !== 'data.json') expect(analysis.parts[0]?.problems.map(({ rule }) => rule)).toContain('syntax');
    },
  );
});

/** A large object without lists of objects, and no envelope. */
function largeData() {
  const entries = list(n => `"k${n}":{"name":"value ${n}","list":[1,2,3],"deep":{"a":null}}`);
  return { name: 'data.json', text: `{${entries.join(',\n')}}`, at: '', part: 0 };
}

test('between two rules of an edited registry, other requests are answered', () => {
  const { file, cache } = editedFile(memoryFile('index.md', registryText(1, { size: 60, id: '1' })), 'G-030');
  const steps = analyseInSteps(file, context, { before: cache, cache: emptyCache() });
  let done = false;
  const work: Work[] = [];
  while (!done) work.push(workOf(() => ({ done = false } = steps.next())));
  const rules = work.map(({ documentRules }) => documentRules);
  expect(Math.max(...rules)).toBe(1);
  expect(rules.filter(count => count > 0).length).toBeGreaterThan(10);
});

/** What was done, counted where it is done: not timed, so that no busy machine changes it. */
interface Work {
  /** The lengths of the texts that were parsed. */
  parsed: number[];
  /** For each value that was recognised, how many elements of its arrays were looked at. */
  recognised: number[];
  /** The lengths, as JSON, of what a schema validated. */
  validated: number[];
  /** The lengths of the different values that rules judged. */
  judged: number[];
  /** How many envelopes were asked for their steps. */
  drafted: number;
  /** How many times a text was read as a document of some kind. */
  documents: number;
  documentRules: number;
  runRules: number;
}

/** A file after a key at a place, with the cache of its analysis before that key. */
function editedFile(start: TextFile, at: string) {
  const line = start.lines.findIndex(one => one.includes(at));
  const position = { line, character: (start.lines[line] ?? '').indexOf(at) + 3 };
  const { cache } = analyse(start, context);
  return { file: applyChange(start, { range: { start: position, end: position }, text: 'x' }), cache };
}

/** The work for a key at a place, after two others there. */
function workOfKey(start: TextFile, at: string): Work {
  const line = start.lines.findIndex(one => one.includes(at));
  const position = { line, character: (start.lines[line] ?? '').indexOf(at) + 3 };
  const insert = { range: { start: position, end: position }, text: 'x' };
  let file = start;
  let { analysis, cache } = analyse(file, context);
  withRunProblems(analysis, context);
  function key(): Analysis {
    file = applyChange(file, insert);
    ({ analysis, cache } = analyse(file, context, cache));
    return withRunProblems(analysis, context);
  }
  key();
  key();
  return workOf(key);
}

function workOf(done: () => void): Work {
  const work: Work = {
    ...{ parsed: [], recognised: [], validated: [], judged: [] },
    ...{ drafted: 0, documents: 0, documentRules: 0, runRules: 0 },
  };
  const judged = new Set<unknown>();
  before(JSON, 'parse', text => work.parsed.push(text.length));
  const { recognise } = recognition;
  vi.spyOn(recognition, 'recognise').mockImplementation((value, ...others) => {
    const looked = new Set<string>();
    const found = recognise(watched(value, looked), ...others);
    work.recognised.push(looked.size);
    return found;
  });
  for (const { kinds, rules, runRules, documents } of context.families) {
    for (const one of kinds.flatMap(kind => [kind, ...(kind.variants ?? [])])) {
      const { validate } = one;
      before(one, 'validate', value => work.validated.push(JSON.stringify(value).length));
      Object.defineProperty(one.validate, 'errors', { get: () => validate.errors });
    }
    for (const rule of rules) before(rule, 'check', ({ value }) => judged.add(value));
    for (const rule of runRules) before(rule, 'check', () => work.runRules++);
    for (const document of documents) {
      before(document, 'read', () => work.documents++);
      for (const rule of document.rules) before(rule, 'check', () => work.documentRules++);
    }
  }
  for (const family of context.families) {
    if (family.steps) before(family as Required<typeof family>, 'steps', () => work.drafted++);
  }
  done();
  vi.restoreAllMocks();
  for (const value of judged) work.judged.push(JSON.stringify(value).length);
  return work;
}

/** Does something before each call of a method. */
function before<K extends string, A extends unknown[]>(
  owner: { [key in K]: (...given: A) => unknown },
  key: K,
  act: (...given: A) => unknown,
): void {
  const real = owner[key];
  if (vi.isMockFunction(real)) return;
  vi.spyOn(owner as { [key: string]: (...given: A) => unknown }, key).mockImplementation((...given) => {
    act(...given);
    return real.apply(owner, given);
  });
}

/** A value that tells which elements of its arrays are looked at. */
function watched<T>(value: T, looked: Set<string>, path = ''): T {
  if (typeof value !== 'object' || value === null) return value;
  return new Proxy(value, {
    get(of, key) {
      const at = `${path}/${String(key)}`;
      if (Array.isArray(of) && /^\d+$/.test(String(key))) looked.add(at);
      return watched(Reflect.get(of, key), looked, at);
    },
  });
}
