import { describe, expect, test } from 'vitest';
import { runsEverything } from '../../kit/amount';
import { analyseText, problemsIn } from '../../kit/analyseText';
import { corpusFiles, corpusMissing, corpusText } from '../../kit/corpus';
import { expectDrawnProblems } from '../../kit/expectDrawnProblems';

const RULE = 'envelope/elided-content';

const output = (content: string, path = 'a.md') =>
  JSON.stringify({
    success: true,
    summary: 'x',
    artifacts: [{ path, operation: 'update', content }],
    recommendation: 'proceed',
  });
const found = (content: string, path?: string) =>
  problemsIn(analyseText('a.json', output(content, path))).filter(({ rule }) => rule === RULE);

describe('content', () => {
  test.each([
    '...',
    ' …\n',
    '[...]',
    '<full specification content>',
    '<content>',
    '<index with "no" gap left out>'.replaceAll('"', "'"),
    '... index with escalated gap ...',
    '{ updated spec }',
    '{{spec_content}}',
    '{...}',
    '{ … }',
    'full file content',
    'The complete updated content here.',
    '# Spec\n\n- **FR-001**: x\n\n...',
    '# Spec\n…\n\n',
    'const a = 1;\n// ...\n',
    '<p>\n<!-- ... -->',
    'import a;\n\n// ... rest of file unchanged ...',
    '# Spec\n\n... rest of the spec unchanged ...',
    '# Spec\n\n... (rest unchanged)\n',
    '# Spec\n\n[...]\n',
    `# Spec\n\n... the rest ${'as '.repeat(10)}I ...`,
    '[content unchanged]',
    '[full content of the spec]',
    '(the rest of the file stays as is)',
    '<!-- full content here -->',
    '<full\nspec content>',
    '// API route code here...',
    'def f():\n    # ... existing code ...',
    '// Old code goes here',
    '# Existing code',
  ])('%j is left out', content => {
    expect(found(content).map(({ severity }) => severity)).toEqual(['error']);
  });

  test.each([
    '',
    '# Spec\n',
    'Wait for it...',
    // A line that says so much stands for itself.
    `# Spec\n\n... ${'and so on, '.repeat(12)}as the existing plan has it ...\n`,
    '# Spec\n\nand so on ...\n',
    '...\n# Spec\n',
    '<br/>',
    '</html>',
    '<!DOCTYPE html>',
    '<?xml version="1.0"?>',
    '<p class="x">',
    '<b>bold</b>',
    '{}',
    '{ }',
    '{\t}',
    '{{ }}',
    '{ "a": 1 }',
    '{ a: b }',
    '{ a; }',
    '<a>\n<b>',
    'The full content of the export is described below.',
    '# Spec\n\nThe rest is unchanged.',
    '# Spec\n\n[the rest of the story](story.md)',
    '# Spec\n\n(See the existing code.)',
    '# Spec\n\n```js\n// ... existing code ...\n```\n\nIs left out so.\n',
    '["existing code"]',
    '{"a": 1}',
    '...args\nb',
    'Existing content of the store',
  ])('%j is a complete file', content => {
    expect(found(content)).toEqual([]);
  });

  test('may end with dots where its language allows it', () => {
    expect(found('a: 1\n...\n', 'a.yaml')).toEqual([]);
    expect(found('def f():\n    ...\n', 'a.py')).toEqual([]);
    expect(found('def f():\n    pass\n...\n', 'a.py')).toHaveLength(1);
  });

  // Held twice: `normalizeText` removes them before lines are read, `displayText` where one is quoted. U+061C lies apart from the others.
  test.each(['\u202e', '\u061c', '\u2066'])('is quoted in messages as plain text, without %j', mark => {
    const messages = [
      `# A\n\n... \`existing\` ${mark}code ...`,
      `[rest of the file ${mark}unchanged]`,
      `# A\n\nText.\n\n[rest of the section ${mark}unchanged]\n\n# B\n\nText.\n`,
    ].map(text => found(text)[0]?.message ?? '');
    expect(messages[0]).toContain('its last line is `... existing code ...`');
    expect(messages.map(message => message.includes('`'))).toEqual([true, true, true]);
    expect(messages.filter(message => message.includes(mark))).toEqual([]);
  });

  test('may leave out a part of its code', () => {
    const text = 'import a;\n\n  // ... existing code ...\n\nrun(a);\n';
    expect(found(text, 'a.ts')).toMatchObject([{ severity: 'error' }]);
    expect(found(text, 'a.ts')[0]?.message).toContain('leaves out a part: line 3 is `// ... existing code ...`');
    expect(found('a = 1\n# ... rest of the class is unchanged\n\nb = 2\n', 'a.py')).toHaveLength(1);
    expect(found('{/* ... existing code ... */}\n<a/>\n', 'a.tsx')).toHaveLength(1);
    // Prose may show such a line.
    expect(found(text, 'a.md')).toEqual([]);
    expect(found('f(...rest);\n', 'a.ts')).toEqual([]);
    // With or without dots elsewhere.
    expect(found('// [rest of the file unchanged]\nf();\n', 'a.ts')).toHaveLength(1);
    expect(found('// [rest of the file unchanged]\nf(...rest);\n', 'a.ts')).toHaveLength(1);
    expect(found('// it is kept for\n// ... the rest of the line\nf();\n', 'a.ts')).toEqual([]);
    expect(
      found('const [a, ...rest] = b;\n// ... and so on, for the rest of the loop that runs here\nc();\n', 'a.ts'),
    ).toEqual([]);
  });

  test.runIf(runsEverything)('of any length is checked quickly', () => {
    for (const part of [
      '<',
      '{',
      '... ',
      '. ',
      '\n',
      'full ',
      '<{',
      '// ... ',
      '// ... rest\n',
      '# ...\n',
      '... the rest of (',
      'existing code ',
    ])
      for (const name of ['a.txt', 'a.ts']) expect(found(part.repeat(100_000), name).length).toBeLessThan(2);
  });
});

test('is reported at its range in each family that embeds files', () => {
  expectDrawnProblems(
    'a.json',
    `
        { "success": true, "state_updates": {}, "next_recommendation": "proceed", "artifacts": [
          { "path": "specs/a.md", "operation": "overwrite", "content": "<full spec>" },
      //                                                               ^^^^^^^^^^^^^ envelope/elided-content error: The content of "specs/a.md" is left out (\`<full spec>\`)
          { "operation": "create", "path": 7, "content": "# A\\n..." },
      //                                                 ^^^^^^^^^^ envelope/elided-content error: The content breaks off: its last line is \`...\`
          { "operation": "create", "path": "b.md", "content": 7 },
          "..." ] }
    `,
    {},
    [RULE],
  );
  expectDrawnProblems(
    'a.jsonl',
    `
        { "id": "m", "from": "build", "to": "fix", "intent": "bug", "payload": { "confidence": 0.9, "artifacts": [{ "type": "code", "path": "a.ts", "content": "..." }] } }
      //                                                                                                                                                       ^^^^^ envelope/elided-content error: Write the file out.
    `,
    {},
    [RULE],
  );
});

describe('a text of a message that is no file', () => {
  const messageOf = (artifact: object) =>
    JSON.stringify({
      id: 'm',
      from: 'build',
      to: 'fix',
      intent: 'bug',
      payload: { confidence: 0.9, artifacts: [artifact] },
    });
  const foundIn = (artifact: object) =>
    problemsIn(analyseText('a.json', messageOf(artifact))).filter(({ rule }) => rule === RULE);

  test.each([
    { type: 'analysis', content: 'No changes needed.' },
    { type: 'analysis', content: 'Everything else is unchanged.' },
    { type: 'analysis', content: 'N/A' },
    { type: 'documentation', content: 'See the attached file.' },
    { type: 'design', content: '<Header/>\n<Nav>...</Nav>\n<Footer/>' },
    { type: 'task-list', content: '- [ ] Update the docs\n- [ ] ...' },
    { type: 'code', language: 'diff', content: '@@ -1,2 +1,2 @@\n-a\n+b\n' },
    { type: 'code', language: 'typescript', content: 'export function f() {\n  // the same as above\n  g();' },
  ])('may be %j', artifact => {
    expect(foundIn(artifact)).toEqual([]);
  });

  test.each([
    ['// ... existing code ...\nexport const a = 1;\n', 'leaves out a part: line 1 is `// ... existing code ...`'],
    ['...', 'is left out (`...`)'],
  ])('leaves out code: %j', (content, said) => {
    const messages = foundIn({ type: 'code', language: 'typescript', content }).map(({ message }) => message);
    expect(messages).toEqual([`The content ${said}. Write it out.`]);
  });

  test('is a file with a path, whatever its type', () => {
    expect(foundIn({ type: 'analysis', path: 'a.md', content: 'No changes needed.' })).toHaveLength(1);
  });
});

test('is an info in an example of a document', () => {
  expectDrawnProblems(
    'a.md',
    `
        \`\`\`json
        { "success": true, "summary": "x", "recommendation": "proceed", "artifacts": [
          { "path": "a.md", "operation": "update", "content": "..." }] }
      //                                                      ^^^^^ envelope/elided-content info:
        \`\`\`
    `,
    {},
    [RULE],
  );
});

test('is an info in an elided block, whose other problems are not reported', () => {
  expectDrawnProblems(
    'a.md',
    `
        \`\`\`json
        { "success": true, "summary": 7, "recommendation": "proceed", "notes": [...],
      //                                                                        ^^^ syntax/elided info:
          "artifacts": [{ "path": "/a.md", "operation": "update", "content": "..." }] }
      //                                                                     ^^^^^ envelope/elided-content info: The content of "/a.md"
        \`\`\`
    `,
  );
});

describe.skipIf(corpusMissing)(`the corpus${corpusMissing ? ` (${corpusMissing})` : ''}`, () => {
  const all = (ending: string) =>
    corpusFiles('humaninloop')
      .filter(file => file.endsWith(ending))
      .flatMap(file =>
        problemsIn(analyseText(file, corpusText(file))).flatMap(({ rule, severity }) =>
          rule === RULE ? { file, severity } : [],
        ),
      );

  test('every content of its envelopes is elided', () => {
    const fenced = all('.json').filter(({ file }) => file.includes('/fences/'));
    expect(fenced).toHaveLength(12);
    expect(new Set(fenced.map(({ file }) => file)).size).toBe(10);
    const others = all('.json').filter(({ file }) => !file.includes('/fences/'));
    expect(others.map(({ file }) => file)).toEqual(['humaninloop/agent-protocol/output.json']);
    expect(new Set(all('.json').map(({ severity }) => severity))).toEqual(new Set(['error']));
  });

  test('every content in its documents is elided', () => {
    // The eighth stands in a block that is no JSON: more of it is left out.
    expect(all('.md').map(({ severity }) => severity)).toEqual(Array(8).fill('info'));
  });
});
