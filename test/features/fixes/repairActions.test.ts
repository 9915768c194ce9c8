import { describe, expect, test } from 'vitest';
import { repairActions } from '../../../server/src/features/fixes/repairActions';
import { analyseText, problemsIn } from '../../kit/analyseText';
import { applyEdits } from '../../kit/applyEdits';
import { envelopeIn, inEachFileKind } from '../../kit/inEachFileKind';
import { testContext } from '../../kit/testContext';

const at = (line: number, character = 0) => ({ start: { line, character }, end: { line, character } });

function actionsAt(name: string, text: string, range = at(0), { only }: { only?: string[] } = {}) {
  return repairActions(analyseText(name, text), range, {
    context: testContext(),
    client: { opensDocs: false },
    only,
  });
}

const editsOf = (action: ReturnType<typeof actionsAt>[number] | undefined) =>
  Object.values(action?.edit?.changes ?? {}).flat();

// As a model wrote it: nothing of it is recognised as it stands.
const BROKEN = `|{
  'from': 'build', "to": conductor,  // the next one
  'payload': {'confidence': 0.95, 'needsReview': False, 'input': None, 'output': 12345678901234567890,},
}`;

describe('JSON as a model writes it', () => {
  test.each(inEachFileKind(BROKEN.replace(', // the next one', ',').replace('  // the next one', '')))(
    'is repaired in $name, and nothing around it changes',
    file => {
      const { start } = { start: file.position };
      const actions = actionsAt(file.name, file.text, { start, end: start });
      const repair = actions.find(({ title }) => title === 'Repair JSON');
      const changed = applyEdits(file.text, editsOf(repair));
      expect(envelopeIn(file, changed)).toMatchObject({
        from: 'build',
        to: 'conductor',
        payload: { confidence: 0.95, needsReview: false, input: null },
      });
      expect(changed).toContain('12345678901234567890');
      expect(problemsIn(analyseText(file.name, changed)).filter(({ rule }) => rule === 'syntax')).toEqual([]);
    },
  );

  test('has a fix for each sort of fault on the line, and these alone', () => {
    const text = BROKEN.slice(1);
    const titles = actionsAt('a.json', text, at(1)).map(({ title }) => title);
    expect(titles).toEqual(['Change to double quotes', 'Put the text in quotes', 'Remove the comments', 'Repair JSON']);
    const [quotes] = actionsAt('a.json', text, at(1));
    expect(applyEdits(text, editsOf(quotes)).split('\n')[1]).toBe(
      '  "from": "build", "to": conductor,  // the next one',
    );
    expect(actionsAt('a.json', text, at(2)).map(({ title }) => title)).toEqual([
      'Change to double quotes',
      'Change False to false',
      'Change None to null',
      'Remove the trailing comma',
      'Repair JSON',
    ]);
  });

  test('is repaired in all lines of a log, where there are several', () => {
    const line = `{'from': 'build', 'to': 'fix', 'payload': {'confidence': 0.95}}`;
    const text = `${line}\n${line.replaceAll("'", '"')}\n${line}\n`;
    const titles = actionsAt('log.jsonl', text).map(({ title }) => title);
    expect(titles).toEqual(['Change to double quotes', 'Repair JSON', 'Repair JSON in 2 places of this file']);
    const all = actionsAt('log.jsonl', text).at(-1);
    expect(applyEdits(text, editsOf(all))).toBe(`${line.replaceAll("'", '"')}\n`.repeat(3));
  });

  test('is asked for by its kind, as a command does', () => {
    const only = ['quickfix.agentEnvelopes.repair'];
    expect(actionsAt('a.json', BROKEN.slice(1), at(1), { only }).map(({ kind }) => kind)).toEqual(only);
    expect(actionsAt('a.json', BROKEN.slice(1), at(1), { only: ['refactor'] })).toEqual([]);
  });
});

test.each([
  ['what is no envelope', 'a.json', "{'name': 'x', 'version': 1}"],
  ['JSON', 'a.json', '{"from": "build", "to": "fix", "payload": {"confidence": 0.95}}'],
  [
    'an example that leaves something out',
    'a.md',
    '```json\n{"from": "build", "to": "fix", "payload": {"confidence": 1}, ...}\n```\n',
  ],
  ['prose', 'a.md', 'No JSON.'],
])('nothing is offered for %s', (_, name, text) => {
  expect(actionsAt(name, text, at(name === 'a.md' ? 1 : 0))).toEqual([]);
});
