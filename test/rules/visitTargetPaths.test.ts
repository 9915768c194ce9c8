import { describe, expect, test } from 'vitest';
import { analyseText, problemsIn } from '../kit/analyseText';
import { expectDrawnProblems } from '../kit/expectDrawnProblems';
import { expectFixesClear } from '../kit/expectFixesClear';

const input = (spec: string) =>
  JSON.stringify({
    context: { feature_id: 'f', workflow: 'specify', iteration: 1 },
    paths: { spec },
    task: { action: 'create', params: {} },
  });
const rules = (spec: string) => problemsIn(analyseText('a.json', input(spec))).map(({ rule }) => rule);

test('a path with a lone surrogate finds no file and does not throw', () => {
  const lost = { success: true, summary: 'x', recommendation: 'proceed' };
  for (const path of ['\ud800/a.md', 'a/\udfff/a.md', '\ud800']) {
    const text = JSON.stringify({ ...lost, artifacts: [{ path, operation: 'update', content: 'x' }] });
    expect(() => analyseText('a.json', text, { files: ['a.md'] })).not.toThrow();
  }
});

test('paths are reported at every path slot', () => {
  expectDrawnProblems(
    'a.json',
    `
        { "context": { "feature_id": "f", "workflow": "specify", "iteration": 1 },
          "paths": { "spec": "/repo/spec.md", "all": ["../a.md", "b\\\\c.md"],
      //                     ^^^^^^^^^^^^^^^ envelope/path-absolute warning: "/repo/spec.md" is an absolute path
      //                                              ^^^^^^^^^ envelope/path-escapes warning: is outside its root
      //                                                         ^^^^^^^^^ envelope/path-backslash warning: "b\\c.md" has backslashes
            "index": "# Index\\n\\ntext" },
      //             ^^^^^^^^^^^^^^^^^ envelope/path-is-content warning: "index" holds a line break: it is content, not a path
          "task": { "action": "/create", "params": { "path": "/x" } } }
    `,
  );
  expectDrawnProblems(
    'a.md',
    `
        \`\`\`json
        { "success": true, "summary": "x", "recommendation": "proceed", "artifacts": [
          { "path": "~/a.md", "operation": "update", "content": "/a" }] }
      //            ^^^^^^^^ envelope/path-absolute
        \`\`\`
    `,
  );
  expectDrawnProblems(
    'a.jsonl',
    `
        { "success": true, "summary": "x", "recommendation": "proceed", "artifacts": [{ "path": "a/../../b.md", "operation": "update", "content": "x" }] }
      //                                                                                        ^^^^^^^^^^^^^^ envelope/path-escapes
    `,
  );
});

describe('a path', () => {
  test.each([
    ['/a.md', 'envelope/path-absolute'],
    ['\\\\server\\a.md', 'envelope/path-absolute'],
    ['C:\\a.md', 'envelope/path-absolute'],
    ['c:/a.md', 'envelope/path-absolute'],
    ['file:///a.md', 'envelope/path-absolute'],
    ['..', 'envelope/path-escapes'],
    ['a/../../b', 'envelope/path-escapes'],
    ['a\\b.md', 'envelope/path-backslash'],
    ['a\nb', 'envelope/path-is-content'],
    ['/a\r\n', 'envelope/path-is-content'],
    ['a/'.repeat(600), 'envelope/path-is-content'],
    ['x'.repeat(256), 'envelope/path-is-content'],
    ['/'.repeat(1_000_000), 'envelope/path-is-content'],
  ])('%.40j: %s', (path, rule) => {
    expect(rules(path)).toEqual([rule]);
  });

  test.each([
    '',
    '.',
    './a.md',
    'a/../b.md',
    'specs/a b/..c.md',
    '...',
    '~a',
    '$ROOT/a.md',
    'https://example.org/a.md',
    `${'x'.repeat(250)}.md`,
  ])('%.40j is valid', path => {
    expect(rules(path)).toEqual([]);
  });
});

describe('the fix of a path', () => {
  test('with backslashes', () => {
    expect(expectFixesClear('envelope/path-backslash', input('a\\b\\\\c.md'))).toEqual(['Change to "a/b/c.md"']);
    expect(expectFixesClear('envelope/path-backslash', input('a\\ b.md'))).toEqual([]);
  });

  test('that is absolute, if its file is in the workspace', () => {
    const files = ['specs/f/spec.md'];
    const name = 'specs/f/.workflow/a.json';
    const fixes = (path: string) => expectFixesClear('envelope/path-absolute', input(path), { name, files });
    expect(fixes('/home/me/work/specs/f/spec.md')).toEqual(['Change to "specs/f/spec.md"']);
    expect(fixes('C:\\work\\specs\\f\\spec.md')).toEqual(['Change to "specs/f/spec.md"']);
    expect(fixes('/elsewhere/none.md')).toEqual([]);
    expect(expectFixesClear('envelope/path-absolute', input('/specs/f/spec.md'))).toEqual([]);
  });
});
