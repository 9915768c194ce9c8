import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { analyse } from '../../server/src/analysis/analyse';
import { createChecker } from '../../server/src/features/fixes/checkAndFixFiles';
import { offsetAt, positionAt } from '../../server/src/parts/positions';
import { sixteenth } from '../kit/amount';
import { memoryFile } from '../kit/analyseText';
import { memoryWorkspace } from '../kit/memoryWorkspace';
import { testContext } from '../kit/testContext';

const REGISTRY = `# Feature Index: 005-x

## Workflow Status

- **Current Phase**: specify
- **Status**: complete

## Document Availability

| Document | Status |
|----------|--------|
| "spec\\t.md" | present |
`;

function output(content: string, path = 'specs/005-x/.workflow/index.md'): string {
  const artifacts = [{ path, operation: 'update', content }];
  return JSON.stringify({ success: true, summary: 's', artifacts, recommendation: 'proceed' });
}

describe('a registry embedded in an envelope', () => {
  const json = output(REGISTRY);
  const pretty = JSON.stringify(JSON.parse(json), null, 2);
  const files: [string, string][] = [
    ['out.json', json],
    ['pretty.json', pretty],
    ['log.jsonl', `{"broken\n${json}\n`],
    ['notes.md', `# Notes\n\n- In a list:\n\n  \`\`\`json\n${pretty.replace(/^/gm, '  ')}\n  \`\`\`\n`],
    ['quote.md', `> \`\`\`json\n${pretty.replace(/^/gm, '> ')}\n> \`\`\`\n`],
    ['array.json', `[${json}, ${json}]`],
  ];
  test.each(files)('is checked in %s, with the range of each problem', (name, text) => {
    const { problems, parts } = createChecker({ contextOf: () => testContext() })({
      uri: `file:///work/${name}`,
      path: name,
      text,
    });
    expect(parts.map(({ kind }) => kind)).toContain('workflow-primitives/registry');
    const words = problems.filter(({ rule }) => rule === 'workflow-primitives/unknown-word');
    expect(words).toHaveLength(name === 'array.json' ? 2 : 1);
    for (const { range } of words) {
      expect(range.start.line).toBe(range.end.line);
      const line = text.split('\n')[range.start.line] ?? '';
      expect(line.slice(range.start.character, range.end.character)).toBe('complete');
    }
  });

  test('is read only from files with a Markdown path', () => {
    const { parts } = createChecker({ contextOf: () => testContext() })({
      uri: 'file:///work/out.json',
      path: 'out.json',
      text: output(REGISTRY, 'notes/index.txt'),
    });
    expect(parts.map(({ kind }) => kind)).toEqual(['agent-protocol/output']);
  });

  test('may list a document of the same envelope', () => {
    const registry =
      '## Workflow Status\n\n- **Status**: completed\n\n## Document Availability\n\n| Document | Status |\n|---|---|\n| spec.md | present |\n';
    const artifacts = [
      { path: 'specs/005-x/.workflow/index.md', operation: 'update', content: registry },
      { path: 'specs/005-x/spec.md', operation: 'create', content: '# Spec' },
    ];
    const rulesOf = (given: unknown[]) => {
      const envelope = { success: true, summary: 's', artifacts: given, recommendation: 'proceed' };
      const context = { ...testContext({}), workspace: memoryWorkspace(['out.json']) };
      const { parts } = analyse(memoryFile('out.json', JSON.stringify(envelope)), context).analysis;
      return parts.flatMap(({ problems }) => problems.map(({ rule }) => rule));
    };
    expect(rulesOf(artifacts)).not.toContain('workflow-primitives/document-missing');
    expect(rulesOf(artifacts.slice(0, 1))).toContain('workflow-primitives/document-missing');
  });
});

test('each position in an embedded text maps to its character in the file', () => {
  const piece = fc.oneof(fc.string(), fc.constantFrom('\n', '"', '\\', '\t', 'é', '😀', '\u0007', '| a |'));
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 20 }), pieces => {
      const content = `${REGISTRY}\n${pieces.join('')}`;
      const text = output(content);
      const { parts } = analyse(memoryFile('out.json', text), testContext({})).analysis;
      const part = parts.find(({ document }) => document)?.part;
      expect(part?.text).toBe(content);
      if (!part) return;
      for (let offset = 0; offset < content.length; offset++) {
        const { character } = positionAt(part, offset);
        const next = positionAt(part, offset + 1).character;
        expect(JSON.parse(`"${text.slice(character, next)}"`)).toBe(content[offset]);
        expect(offsetAt(part, positionAt(part, offset))).toBe(offset);
      }
    }),
    { numRuns: sixteenth(8) },
  );
});
