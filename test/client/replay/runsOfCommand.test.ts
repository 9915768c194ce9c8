import { expect, test } from 'vitest';
import { runsOfCommand } from '../../../client/src/replay/runsOfCommand';

const branch = (run?: unknown, step?: unknown) => ({ node: { is: 'run', run, step }, key: 'k' });

test.each<[string, unknown, unknown, object[]]>([
  ['nothing', undefined, undefined, []],
  ['a code lens', 'r', 3, [{ run: 'r', step: 3 }]],
  ['a code lens without a step', 'r', undefined, [{ run: 'r' }]],
  ['an invalid step', 'r', -1, [{ run: 'r' }]],
  ['a node of a run', branch('r'), undefined, [{ run: 'r' }]],
  ['a node of a step', branch('r', 2), [branch('r', 2)], [{ run: 'r', step: 2 }]],
  ['two nodes', branch('b'), [branch('a'), branch('b')], [{ run: 'b' }, { run: 'a' }]],
  ['two steps of one run', branch('a', 1), [branch('a', 1), branch('a', 2)], [{ run: 'a', step: 1 }]],
  ['a group', branch(), [branch()], []],
  ['a file', { scheme: 'file', path: '/a.jsonl' }, [{ scheme: 'file' }], []],
  ['anything', 42, { preserveFocus: true }, []],
])('%s', (_, on, more, runs) => {
  expect(runsOfCommand(on, more)).toEqual(runs);
});
