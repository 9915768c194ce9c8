import { expect, test } from 'vitest';
import { recognitionStatus } from '../../server/src/features/recognitionStatus';
import { analyseText } from '../kit/analyseText';
import { testContext } from '../kit/testContext';

const MESSAGE =
  '{"id": "m1", "from": "build", "to": "fix", "intent": "bug", "context": {"workflowId": "wf"}, "payload": {"confidence": 0.95}}';
const RETURN = '{"success": true, "artifacts": [], "state_updates": {}, "next_recommendation": "proceed"}';
const REGISTRY = '# Feature Index: 005-a\n\n## Workflow Status\n\n- **Status**: blocked\n\n## Decisions Log\n';
const CATALOGUE = '{"comms": [{"name": "snooze", "description": "Hides it.", "parameters": {"type": "object"}}]}';

test.each<[string, string, string, string[]]>([
  ['one message', 'a.json', MESSAGE, ['append', 'replay']],
  ['what can become another kind', 'a.json', RETURN, ['convert', 'append', 'replay']],
  ['a list', 'a.json', `[${MESSAGE}, ${MESSAGE}]`, ['extract', 'append', 'toLog', 'replay']],
  ['a log', 'a.jsonl', `${MESSAGE}\n${RETURN}\n`, ['convert', 'extract', 'append', 'toArray', 'replay']],
  ['an example in a document', 'a.md', `\`\`\`json\n${RETURN}\n\`\`\`\n`, ['convert', 'extract', 'append']],
  ['a registry', 'index.md', REGISTRY, ['addSection', 'replay']],
  ['plain JSON', 'a.json', '{"name": "x"}', []],
  ['a catalogue, which tells of no step', 'a.json', CATALOGUE, ['append']],
  ['settings', '.agent-envelopes.json', '{}', []],
  ['nothing', 'a.json', '', []],
])('can be done with %s', (_, name, text, actions) => {
  expect(recognitionStatus(analyseText(name, text), testContext()).actions).toEqual(actions);
});

test.each<[string, string, object]>([
  [
    'its properties',
    MESSAGE,
    { by: 'signature', properties: expect.arrayContaining(['intent', 'payload.confidence']) },
  ],
  ['its $schema', '{"$schema": "agent-envelopes:/agent-message/message.schema.json"}', { by: '$schema' }],
])('what a file is, is told by %s', (_, text, reason) => {
  expect(recognitionStatus(analyseText('a.json', text), testContext()).kinds).toMatchObject([reason]);
});

test('a registry is told by its sections', () => {
  expect(recognitionStatus(analyseText('index.md', REGISTRY), testContext()).kinds).toMatchObject([{ by: 'document' }]);
});

test('what the settings exclude is said to be so, and nothing else', () => {
  const excluded = { association: 'none' as const };
  expect(recognitionStatus(analyseText('a.json', MESSAGE, excluded), testContext(excluded))).toMatchObject({
    kinds: [],
    isExcluded: true,
  });
  expect(recognitionStatus(analyseText('package.json', '{}'), testContext()).isExcluded).toBeUndefined();
});

test('what looks like an envelope and is not recognised is said to be so', () => {
  const context = testContext();
  const resembled = (text: string, name = 'a.json') => recognitionStatus(analyseText(name, text), context).resembles;
  // Property names without what makes a message a sure one.
  expect(resembled('{"id": 1, "from": 2, "to": 3, "intent": 4, "handoff": 5}')).toBe('Agent message');
  expect(resembled(MESSAGE)).toBeUndefined();
  expect(resembled('{"id": 1, "name": "x", "from": 2, "version": 3}')).toBeUndefined();
  expect(resembled('{"id": 1, "from": 2, "to": 3, "intent": 4, "handoff": 5}', 'package.json')).toBeUndefined();
  expect(
    recognitionStatus(
      analyseText('a.json', '{"id": 1, "from": 2, "to": 3, "intent": 4}', { association: 'none' }),
      testContext({ association: 'none' }),
    ).resembles,
  ).toBeUndefined();
});
