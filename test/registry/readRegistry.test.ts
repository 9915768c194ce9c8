import { expect, test } from 'vitest';
import { readRegistry } from '../../server/src/registry/readRegistry';
import { parseMarkdown } from '../../server/src/text/parseMarkdown';

test('the content of a nested section belongs to the inner section only', () => {
  const text = '# Workflow Status\n\n- **Status**: blocked\n\n## Metadata\n\n- **Branch**: b\n\n| A | B |\n|---|---|\n';
  const { sections } = readRegistry(parseMarkdown(text), { whole: false });
  expect(sections.map(({ definition, fields, tables }) => [definition.id, fields.length, tables.length])).toEqual([
    ['workflow-status', 1, 0],
    ['metadata', 1, 1],
  ]);
});
