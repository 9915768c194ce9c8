import { describe, expect, test } from 'vitest';
import { families } from '../../../server/src/families';
import { readCatalogue } from '../../../server/src/project/contextProvider';
import { parseJson } from '../../../server/src/text/json/parseJson';
import { analyseText, problemLines, problemsIn } from '../../kit/analyseText';
import { corpusMissing, corpusText } from '../../kit/corpus';

const files = corpusMissing
  ? { catalogue: '{}', calls: '' }
  : {
      catalogue: corpusText('aura/schemas/tool_catalogue.json'),
      calls: corpusText('aura/toolcalls/upstream_tests_calls.jsonl'),
    };
const settings = { catalogue: files.catalogue };
const calls = files.calls.split('\n').filter(line => line !== '');

describe.skipIf(corpusMissing)('the catalogue of a real project', () => {
  test('lists 14 tools of 3 agents', () => {
    const reading = { families, association: () => undefined, named: [] };
    const found = readCatalogue([{ uri: 'file:///c.json', text: files.catalogue }], reading);
    expect([...(found?.agents.values() ?? [])].map(({ name, tools }) => [name, tools.size])).toEqual([
      ['comms', 5],
      ['calendar', 5],
      ['wellness', 4],
    ]);
    expect(found?.isWhole).toBe(true);
  });

  test('has no fault, and its project’s calls have none', () => {
    expect(problemLines(analyseText('tool_catalogue.json', files.catalogue, settings))).toEqual([]);
    expect(calls).toHaveLength(10);
    expect(problemLines(analyseText('calls.jsonl', files.calls, settings))).toEqual([]);
  });

  test.each(calls.map((line, index) => [index + 1, line]))('line %i broken once has one fault each time', (_, line) => {
    const broken = mutations(line as string);
    expect(broken.length).toBeGreaterThan(1);
    for (const { text, what } of broken) {
      const problems = problemsIn(analyseText('a.json', text, settings)).filter(({ severity }) => severity !== 'info');
      expect(
        problems.map(({ severity }) => severity),
        `${what}: ${problems.map(one => one.message)}`,
      ).toEqual(['error']);
    }
  });
});

interface Schema {
  type?: string;
  required?: string[];
  properties?: Record<string, Schema>;
  items?: Schema;
  minimum?: number;
  enum?: string[];
}
type Json = Record<string, unknown>;

/** A call with one thing wrong each time: its names, and each value that the catalogue speaks of. */
function mutations(line: string): { text: string; what: string }[] {
  const call = JSON.parse(line) as { agent: string; tool: string; args: Json };
  const all = parseJson(files.catalogue, 'json').value as Record<string, { name: string; parameters: Schema }[]>;
  const schema = all[call.agent]?.find(({ name }) => name === call.tool)?.parameters ?? {};
  const inArgs = broken(schema, call.args).map(({ value, what }) => ({
    text: JSON.stringify({ ...call, args: value }),
    what,
  }));
  return [
    { text: JSON.stringify({ ...call, tool: `${call.tool}x` }), what: 'another tool' },
    { text: JSON.stringify({ ...call, agent: call.agent === 'comms' ? 'wellness' : 'comms' }), what: 'another agent' },
    ...inArgs,
  ];
}

function broken(schema: Schema, value: unknown): { value: unknown; what: string }[] {
  if (Array.isArray(value)) {
    const [first, ...rest] = value;
    const items = schema.items && !Array.isArray(schema.items) ? broken(schema.items, first) : [];
    return items.map(one => ({ ...one, value: [one.value, ...rest] }));
  }
  if (typeof value === 'object' && value !== null) {
    const object = value as Json;
    const lacks = (schema.required ?? []).map(key => {
      const { [key]: _, ...others } = object;
      return { value: others, what: `without ${key}` };
    });
    const inside = Object.entries(schema.properties ?? {}).flatMap(([key, below]) =>
      Object.hasOwn(object, key)
        ? broken(below, object[key]).map(one => ({
            what: `${key}: ${one.what}`,
            value: { ...object, [key]: one.value },
          }))
        : [],
    );
    return [...lacks, ...inside];
  }
  if (schema.enum) return [{ value: 'no such thing', what: 'no choice' }];
  const wrong = schema.type ? [{ value: { none: 1 }, what: 'no such type' }] : [];
  return schema.minimum === undefined ? wrong : [...wrong, { value: schema.minimum - 1, what: 'too small' }];
}
