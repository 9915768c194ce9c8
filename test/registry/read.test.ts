import { expect, test } from 'vitest';
import { readRegistry } from '../../server/src/registry/read';
import { parseMarkdown } from '../../server/src/text/markdown/parseMarkdown';

test('what stands in a section within another belongs to the inner one alone', () => {
  const text = '# Workflow Status\n\n- **Status**: blocked\n\n## Metadata\n\n- **Branch**: b\n\n| A | B |\n|---|---|\n';
  const { sections } = readRegistry(parseMarkdown(text), { whole: false });
  expect(sections.map(({ definition, fields, tables }) => [definition.id, fields.length, tables.length])).toEqual([
    ['workflow-status', 1, 0],
    ['metadata', 1, 1],
  ]);
});
