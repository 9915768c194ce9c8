import { expect, test } from 'vitest';
import { groupAgentSessions } from '../../client/src/sources/groupAgentSessions';

test('sessions are grouped by project; those that are being written come first', () => {
  const session = (name: string, project: string, isLive = false) => ({
    uri: `file:///${name}`,
    name,
    project,
    facts: [],
    isLive,
  });
  const listed = [session('a', 'shop'), session('b', 'docs'), session('c', 'shop'), session('d', 'docs', true)];
  const groups = groupAgentSessions(listed).map(([project, sessions]) => [
    project,
    sessions.map(({ name }) => name).join(),
  ]);
  expect(groups).toEqual([
    ['docs', 'd,b'],
    ['shop', 'a,c'],
  ]);
});
