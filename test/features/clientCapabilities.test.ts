import { describe, expect, test } from 'vitest';
import { analyse } from '../../server/src/analysis/analyse';
import { documentSymbols } from '../../server/src/features/documentSymbols';
import { createChecker } from '../../server/src/features/fixes/checkAndFixFiles';
import { definitionUnderCursor } from '../../server/src/features/symbols/catalogueDefinition';
import { memoryFile } from '../kit/analyseText';
import { fileWithCursor, inEachFileKind } from '../kit/inEachFileKind';
import { memoryWorkspace } from '../kit/memoryWorkspace';
import { testContext } from '../kit/testContext';
import { labelsAt } from './askAt';

const INPUT =
  '{"context": {"feature_id": "x", "workflow": "plan"}, "paths": {"spec": "§"}, "task": {"action": "create"}}';

describe('what the editor does by itself is left to it', () => {
  test('the property $schema, in JSON files', () => {
    const drawn = '{"from": "build", "payload": {"confidence": 0.9}, |}';
    const offers = (client: object) =>
      inEachFileKind(drawn).map(file => labelsAt(file, { client }).includes('$schema'));
    expect(offers({})).toEqual([true, true, true, true, true, true]);
    expect(offers({ hasJsonService: true })).toEqual([false, true, true, true, true, true]);
  });

  test('the headings of a Markdown file; rows and fields say what they are of', () => {
    const text =
      '## Workflow Status\n\n- **Status**: blocked\n\n## Gap Priority Queue\n\n| Gap ID | Status |\n|---|---|\n| G-001 | pending |\n';
    const { analysis } = analyse(memoryFile('index.md', text), testContext({}));
    const names = (client: object) => documentSymbols(analysis, client).map(({ name }) => name);
    expect(names({})).toEqual(['Workflow Status', 'Gap Priority Queue']);
    const alone = documentSymbols(analysis, { hasMarkdownOutline: true });
    expect(alone.map(({ name }) => name)).toEqual(['Status', expect.stringContaining('G-001')]);
    expect(alone.every(({ detail }) => detail)).toBe(true);
  });
});

describe('a path', () => {
  const workspace = memoryWorkspace(['specs/x/spec.md', 'specs/x/in.json', 'spare/a.md']);

  test('leads to its file, also by definition', () => {
    const { text, position } = fileWithCursor('specs/x/in.json', INPUT.replace('§', 'specs/x/sp|ec.md'));
    const { analysis } = analyse(memoryFile('specs/x/in.json', text), testContext({}));
    expect(definitionUnderCursor(analysis, position, workspace).map(({ uri }) => uri)).toEqual([
      'file:///work/specs/x/spec.md',
    ]);
    expect(definitionUnderCursor(analysis, { line: 0, character: 3 }, workspace)).toEqual([]);
  });

  test('is completed from the workspace first, then from the folders below it', () => {
    const labels = labelsAt(fileWithCursor('specs/x/in.json', INPUT.replace('§', 'sp|')), { workspace });
    expect(labels.slice(0, 2)).toEqual(['spare/', 'specs/']);
    expect(labels).toContain('spec.md');
  });
});

test('a report carries the docs of each rule, those of documents too', () => {
  const check = createChecker({ contextOf: () => testContext() });
  const text = '## Workflow Status\n\n- **Status**: complete\n\n## Decisions Log\n';
  const [problem] = check({ uri: 'file:///work/a.md', path: 'a.md', text }).problems;
  expect(problem).toMatchObject({
    rule: 'workflow-primitives/unknown-word',
    docs: expect.stringContaining('vocabulary'),
  });
});
