// Exported traces are valid by OpenTelemetry's own schemas for messages.
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import Ajv from 'ajv';
import { expect, test } from 'vitest';
import { exportRun } from '../../server/src/features/replay/exportRun';
import { replayIn } from '../features/replay/replayOf';
import { corpusMissing, filesBelow, projectRoot } from '../kit/corpus';
import { examples } from '../kit/examples';
import { indexFiles } from '../kit/indexFiles';
import { sampleRuns } from '../kit/realRuns';

const ajv = new Ajv({ strict: false, validateFormats: false });
const compiled = (name: string) =>
  ajv.compile(JSON.parse(readFileSync(join(projectRoot, 'test/fixtures/otel-gen-ai', `${name}.json`), 'utf8')));
const SCHEMAS: Readonly<Record<string, ReturnType<typeof compiled>>> = {
  'gen_ai.input.messages': compiled('input-messages'),
  'gen_ai.output.messages': compiled('output-messages'),
  'gen_ai.system_instructions': compiled('system-instructions'),
  'gen_ai.retrieval.documents': compiled('retrieval-documents'),
  'gen_ai.memory.records': compiled('memory-records'),
  'gen_ai.tool.definitions': compiled('tool-definitions'),
};

interface Attribute {
  key: string;
  value: { stringValue: string };
}

/** The faults of all attributes with a schema in the exports of all runs of some files, and how many there are. */
function checkedExports(texts: Readonly<Record<string, string>>) {
  const index = indexFiles(texts);
  const faults: unknown[] = [];
  let count = 0;
  for (const { id } of index.runs()) {
    const redaction = { paths: false, emails: false, secrets: false, fields: [] };
    const { text } = exportRun(replayIn(index, { id, texts }), { format: 'otlp', redaction });
    const spans: { attributes: Attribute[] }[] = JSON.parse(text).resourceSpans[0].scopeSpans[0].spans;
    for (const { key, value } of spans.flatMap(({ attributes }) => attributes)) {
      const validate = SCHEMAS[key];
      if (!validate) continue;
      count++;
      // Specific parts, since any part fits the generic one.
      const parts = key.endsWith('.messages') ? misfits(JSON.parse(value.stringValue)) : [];
      if (!validate(JSON.parse(value.stringValue)) || parts.length > 0) faults.push([id, key, validate.errors, parts]);
    }
  }
  return { count, faults };
}

/** The parts of messages that a schema names but does not accept: any part fits its generic one. */
function misfits(messages: readonly { parts: { type: string }[] }[]): unknown[] {
  return messages
    .flatMap(({ parts }) => parts)
    .filter(part => {
      const definition = PARTS.get(part.type);
      return definition !== undefined && !definition(part);
    });
}

const OUTPUT = JSON.parse(
  readFileSync(join(projectRoot, 'test/fixtures/otel-gen-ai/output-messages.json'), 'utf8'),
) as { $defs: Record<string, { properties?: { type?: { const?: string } } }> };
const PARTS = new Map(
  Object.entries(OUTPUT.$defs).flatMap(([name, { properties }]) => {
    const type = properties?.type?.const;
    return type === undefined ? [] : [[type, ajv.compile({ $ref: `#/$defs/${name}`, $defs: OUTPUT.$defs })] as const];
  }),
);

test('schemas name the parts that messages have', () => {
  expect([...PARTS.keys()].sort()).toEqual(expect.arrayContaining(['blob', 'file', 'text', 'tool_call', 'uri']));
});

test('examples of all kinds', () => {
  const { count, faults } = checkedExports(
    Object.fromEntries(examples.map(({ value }, at) => [`${at}/a.json`, JSON.stringify(value)])),
  );
  expect(faults).toEqual([]);
  expect(count).toBeGreaterThan(20);
});

test('the sample', () => {
  const { count, faults } = checkedExports(sampleRuns().texts);
  expect(faults).toEqual([]);
  expect(count).toBeGreaterThan(5);
});

test.skipIf(corpusMissing)('logs of others', () => {
  const shared = join(projectRoot, '../shared');
  const files = ['run-logs', 'seeds', 'cases/survey/otel'].flatMap(folder => filesBelow(join(shared, folder)));
  const texts = files
    .filter(file => !/README|licences/.test(file))
    .map((file, at) => [`${at}/${basename(file).replace(/\.(?:txt|traj)$/, '.json')}`, readFileSync(file, 'utf8')]);
  const { count, faults } = checkedExports(Object.fromEntries(texts));
  expect(faults).toEqual([]);
  expect(count).toBeGreaterThan(100);
});
