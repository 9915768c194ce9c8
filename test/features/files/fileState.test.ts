import { expect, test } from 'vitest';
import { fileState } from '../../../server/src/features/files/fileState';
import { analyseText } from '../../kit/analyseText';
import { testContext } from '../../kit/testContext';

const MESSAGE =
  '{"id": "m1", "from": "build", "to": "fix", "intent": "bug", "context": {"workflowId": "wf"}, "payload": {"confidence": 0.95}}';
const RETURN = '{"success": true, "artifacts": [], "state_updates": {}, "next_recommendation": "proceed"}';
const CATALOGUE = '{"comms": [{"name": "snooze", "description": "Hides it.", "parameters": {"type": "object"}}]}';

test.each<[string, string, string, string[]]>([
  ['one message', 'a.json', MESSAGE, ['append', 'replay']],
  ['what can become another kind', 'a.json', RETURN, ['convert', 'append', 'replay']],
  ['a list', 'a.json', `[${MESSAGE}, ${MESSAGE}]`, ['extract', 'append', 'toLog', 'replay']],
  ['a log', 'a.jsonl', `${MESSAGE}\n${RETURN}\n`, ['convert', 'extract', 'append', 'toArray', 'replay']],
  ['an example in a document', 'a.md', `\`\`\`json\n${RETURN}\n\`\`\`\n`, ['convert', 'extract', 'append']],
  ['plain JSON', 'a.json', '{"name": "x"}', []],
  ['a catalogue, which tells of no step', 'a.json', CATALOGUE, ['append']],
  ['settings', '.agent-envelopes.json', '{}', []],
  ['nothing', 'a.json', '', []],
])('can be done with %s', (_, name, text, actions) => {
  expect(fileState(analyseText(name, text), testContext()).actions).toEqual(actions);
});

test('what the settings exclude is said to be so, and nothing else', () => {
  const excluded = { association: 'none' as const };
  expect(fileState(analyseText('a.json', MESSAGE, excluded), testContext(excluded))).toMatchObject({
    kinds: [],
    isExcluded: true,
  });
  expect(fileState(analyseText('package.json', '{}'), testContext()).isExcluded).toBeUndefined();
});
