import { expect, test } from 'vitest';
import { analyse } from '../../../../server/src/analysis/analyse';
import { families } from '../../../../server/src/families';
import { readCatalogue } from '../../../../server/src/project/contextProvider';
import { memoryFile, problemsIn } from '../../../kit/analyseText';
import { expectDrawnProblems } from '../../../kit/expectDrawnProblems';
import { testContext } from '../../../kit/testContext';

const RULE = 'toolcall/duplicate-tool';

test('a tool that an agent has twice, and not one that two agents have', () => {
  expectDrawnProblems(
    'catalogue.json',
    `
        {"comms": [
          {"name": "a", "description": "", "parameters": {}},
          {"name": "b", "description": "", "parameters": {}},
          {"name": "a", "description": "", "parameters": {}}
      //           ^^^ toolcall/duplicate-tool warning: "a" of "comms" is listed already above; that one counts.
        ], "calendar": [{"name": "a", "description": "", "parameters": {}}]}
    `,
    {},
    [RULE],
  );
});

test('among several catalogues the first one that lists it counts', () => {
  const text = (...names: string[]) =>
    JSON.stringify({ comms: names.map(name => ({ name, description: '', parameters: {} })) });
  const files = [
    { uri: 'file:///work/one.json', text: text('a', 'b') },
    { uri: 'file:///work/two.json', text: text('c', 'a') },
  ];
  const catalogue = readCatalogue(files, { families, association: () => undefined, named: [] });
  expect(catalogue?.agents.get('comms')?.tools.get('a')?.uri).toBe('file:///work/one.json');
  const said = (name: string, given: string) => {
    const context = testContext();
    const facts = { ...context.facts, ...(catalogue && { catalogue }) };
    return problemsIn(analyse(memoryFile(name, given), { ...context, facts }).analysis).map(({ message }) => message);
  };
  expect(said('one.json', text('a', 'b'))).toEqual([]);
  expect(said('two.json', text('c', 'a'))).toEqual(['"a" of "comms" is listed already in one.json; that one counts.']);
  expect(said('three.json', text('c', 'a'))).toEqual([]);
});
