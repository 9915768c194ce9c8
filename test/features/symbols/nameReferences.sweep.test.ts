import { expect, test } from 'vitest';
import { workspaceScope } from '../../../server/src/features/symbols/featureScope';
import { references } from '../../../server/src/features/symbols/rename';
import { openFile } from '../../../server/src/features/symbols/searchedFiles';
import { fastest } from '../../kit/timing';
import { FILES, searchIn, uriOf } from './searchedWorkspace';

test('a large log is read only in the lines that hold the name', () => {
  const message = { ...JSON.parse(FILES['messages/first.json'] ?? ''), about: 'x'.repeat(400) };
  const lines = Array.from({ length: 30_000 }, (_, id) => JSON.stringify({ ...message, id: `msg_${id}` }));
  const file = { uri: uriOf('log.jsonl'), lang: 'jsonl', lines, eol: '\n' } as const;
  const search = { ...searchIn({}), files: [openFile(file)] };
  const find = () =>
    references({ kind: 'message', text: 'msg_29999' }, { includeDeclaration: true }, workspaceScope(search));
  expect(find().map(({ range }) => range.start.line)).toEqual([29_999]);
  const parsed = fastest(3, () => lines.map(line => JSON.parse(line)));
  expect(fastest(3, find) / parsed).toBeLessThan(1);
});
