import { expect, test } from 'vitest';
import { mayHoldEnvelope } from '../../server/src/analysis/scanForEnvelopes';
import type { FileLang } from '../../server/src/model/text';
import { inMegabytesParsed } from '../kit/timing';

const fenced = (text: string) => `# Notes\n\n\`\`\`json\n${text}\n\`\`\`\n`;
const REGISTRY = '# Feature Index: 005-a\n\n## Workflow Status\n\n- **Status**: blocked\n';

test.each<[string, FileLang, string]>([
  ['an envelope', 'json', '{"from": "a", "to": "b", "intent": "x", "payload": {"confidence": 1}}'],
  ['one that is only begun', 'json', '{"from": "a", "to": "b", "intent": ""}'],
  ['an empty file', 'json', '\n'],
  ['an opened object', 'jsonc', ' { "'],
  ['an empty array', 'json', '[\n]\n'],
  ['any log', 'jsonl', '{"a": 1}'],
  ['a named schema', 'json', '{"$schema": "x/message.schema.json"}'],
  ['an envelope in YAML', 'yaml', 'from: a\nto: b\nintent: x\npayload:\n  confidence: 1\n'],
  ['a block', 'markdown', fenced('{"from": "a", "to": "b", "intent": "x"}')],
  ['an empty block', 'markdown', fenced('{\n}')],
  ['a block that is only opened', 'markdown', '> ```json\n> {'],
  ['a registry', 'markdown', REGISTRY],
])('a server is of use for %s', (_, lang, text) => {
  expect(mayHoldEnvelope(text, lang, `a.${lang}`)).toBe(true);
});

test.each<[string, FileLang, string]>([
  ['package.json', 'json', '{"name": "shop", "version": "1.0.0", "scripts": {"test": "vitest"}}'],
  ['tsconfig.json', 'jsonc', '{"compilerOptions": {"target": "es2022", "strict": true}}'],
  ['a number', 'json', '42'],
  ['a README', 'markdown', '# Shop\n\n```sh\nnpm start\n```\n\nSee "error" and "target".\n'],
  ['another block', 'markdown', fenced('{"a": 1}')],
  ['a workflow of CI', 'yaml', 'on: push\njobs:\n  test:\n    runs-on: ubuntu-latest\n'],
])('and of none for %s', (_, lang, text) => {
  expect(mayHoldEnvelope(text, lang, `a.${lang}`)).toBe(false);
});

test('a file of our own names is enough', () => {
  expect(mayHoldEnvelope('{"a": 1}', 'jsonc', '.agent-envelopes.json')).toBe(true);
  expect(mayHoldEnvelope('a: 1', 'yaml', 'own.agent-protocol.yaml')).toBe(true);
});

test.each<[string, FileLang, string]>([
  ['blanks', 'json', `${' '.repeat(400_000)}x`],
  ['blanks in a block', 'markdown', `\`\`\`json\nx${' '.repeat(400_000)}`],
  ['lines', 'markdown', `${'\n'.repeat(400_000)}x`],
  ['quotes', 'markdown', `${'> '.repeat(200_000)}x`],
  ['blocks', 'markdown', '```json\n1\n```\n'.repeat(30_000)],
])('a text of very many %s takes no time to speak of', (_, lang, text) => {
  expect(mayHoldEnvelope(text, lang, 'a')).toBe(false);
  expect(inMegabytesParsed(1, () => mayHoldEnvelope(text, lang, 'a'))).toBeLessThan(300);
});
