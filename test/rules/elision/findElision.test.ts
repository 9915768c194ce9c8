import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type FindElisionOptions, findElision } from '../../../server/src/rules/elision/findElision';
import { describeSizes, findShrinkage } from '../../../server/src/rules/elision/findShrinkage';
import { isOmissionPhrase } from '../../../server/src/rules/elision/omissionPhrases';
import { isShortDocument } from '../../../server/src/rules/envelope/elidedContent';
import { projectRoot } from '../../kit/corpus';
import { fastest, superlinearity } from '../../kit/timing';

const realLines = JSON.parse(readFileSync(join(projectRoot, 'test/rules/elision/realLines.json'), 'utf8')) as [
  ending: string,
  lines: string,
][];

test.each(realLines)('a real %s file may contain %j', (ending, lines) => {
  expect(findElision({ content: `first\n\n${lines}\n\nlast\n`, path: `a.${ending}` })).toBeUndefined();
});

describe('a patch', () => {
  const patch = '--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n';
  test('is reported in place of a file', () => {
    expect(findElision({ content: patch, path: 'x.ts' })).toBe('is a patch, which says how the file changes');
    expect(findElision({ content: `\u200b\n${patch}`, path: 'x.ts' })).toBeDefined();
  });
  test.each([
    ['a document', 'x.md', patch],
    ['a document, in a fence', 'x.md', `\`\`\`diff\n${patch}\`\`\`\n`],
    ['code, below a sentence', 'x.ts', `Here is the patch:\n\n${patch}`],
    ['a document, below a line that announces it', 'x.md', `Here is the change:\n${patch}`],
  ])('is reported in place of %s', (_, path, content) => {
    expect(findElision({ content, path })).toContain('is a patch');
  });
  test.each([
    ['in a file of patches', 'x.patch', patch],
    ['further down, as an example in text', 'x.md', `${'text\n'.repeat(8)}${patch}`],
    ['only single signs of it', 'x.md', '--- \ntitle: a\n---\n\n+++ b\n'],
    ['near the start of a document', 'x.md', `# Guide\n\n\`\`\`diff\n${patch}\`\`\`\n`],
    ['in a fence of a document, below a sentence', 'x.md', `Run this:\n\n\`\`\`diff\n${patch}\`\`\`\n`],
    ['below sentences of a document', 'x.md', `A patch has two files.\nFor example:\n\n${patch}`],
    ['a mention of a conflict', 'x.md', '<<<<<<< HEAD\na\n'],
  ])('%s is a file', (_, path, content) => {
    expect(findElision({ content, path })).toBeUndefined();
  });
});

test.each([
  [
    'a.rs',
    'fn f(p: &P) {\n    let P {\n        x,\n        ..\n    } = p;\n    let [\n        a,\n        ..,\n    ] = b;\n}\n',
  ],
  ['a.rs', "fn set(s: &'static str) -> &'static str {\n    s\n}\n// end\n"],
  ['a.rs', "const OPEN: char = '(';\nconst QUOTE: char = '\\'';\nconst A: char = '\\u{1F600}';\n// end\n"],
  ['a.rs', 'const A: &str = "a\n (b";\nconst B: &str = r#"("#;\n// end\n'],
  ['a.sh', 'cat <<EOF2 >x\nhello\nEOF2\n'],
  ['a.sh', 'cat <<END_OF_file\nhello\nEND_OF_file\n'],
  ['a.sh', 'mask=$(( 1 << BITS ))\necho "$mask"\n'],
  ['a.sh', 'echo "use <<EOF to begin"\necho "use <<EOF"\necho "use\n <<EOF\n"\n'],
  ['a.kt', 'val s = "${f("(")}"\nval t = 1\n'],
  ['a.swift', 'let s = "\\(f("("))"\nlet t = 1\n'],
  ['a.ts', 'const q = (a: string[]) => `x ${a.map(n => `(${n}`).join()}`\nexport default q\n'],
  ['a.tex', '\\begin{a}\n\\verb|{|\n\\end{a}\n% x\n'],
  ['a.cs', 'var p = @"C:\\";\nvar q = f("(");\n// x\n'],
  ['a.toml', "a = 'C:\\'\nb = [\n '(' ]\nc = 1\n"],
  ['a.c', '#ifdef A\nint f(int a) {\n#else\nint f(void) {\n#endif\n  return 0;\n}\n\n#ifdef B\nint g;\n#endif\n'],
  ['a.cs', 'class A {\n#if X\n  void F() {\n# elif Y\n  void G() {\n#endif\n  }\n}\n#pragma warning restore\n'],
])('%s is complete: %j', (path, content) => {
  expect(findElision({ content, path })).toBeUndefined();
});

const METHODS = '    def load(self):\n        return open(self.path).read()\n';
const SENTENCE = 'All other sections of the site remain unchanged.\n';

test.each([
  ['a.py', `class Store:\n    # --- existing methods ---\n\n${METHODS}\n    # --- new methods ---\n\n${METHODS}`],
  ['a.php', '<?php\n\nfunction f($a) {\n    return $a;\n}\n\n// previous behaviour kept\n'],
  ['a.txt', `Release notes\n\nThe start page has a new header.\n${SENTENCE}`],
  ['a.md', `# Release notes\n\nThe start page has a new header.\n\n${SENTENCE}`],
  ['a.yaml', '- a\n+ c\n'],
])('%s is complete, too: %j', (path, content) => {
  expect(findElision({ content, path })).toBeUndefined();
});

test.each([
  ['package.json', '{\n  "scripts": {\n    // ... existing scripts\n    "lint": "eslint ."\n  }\n}\n', 'line 3 is'],
  ['package.json', '{\n  "scripts": {\n    "lint": "eslint ."\n    // ... other scripts\n  }\n}\n', 'line 4 is'],
  ['a.py', `class Store:\n    # --- existing methods ---\n\n    # --- new methods ---\n\n${METHODS}`, 'line 2 is'],
  ['a.py', `class Store:\n${METHODS}\n    # --- existing methods ---\n`, 'its last line is'],
  ['a.ts', "import a from 'a';\n\n// --- rest of the code ---\n\nexport default a;\n", 'line 3 is'],
  ['a.ts', 'export class A {\n  // --- remaining methods ---\n  b() {}\n}\n', 'line 2 is'],
  ['a.yaml', '- a: 1\n+ a: 2\n', 'is the body of a patch'],
  ['a.md', '# Spec\n\nOne goal.\n\nAll other sections of the document remain unchanged.\n', 'its last line is'],
  ['a.md', '# Report\n\nOne goal.\n\nThe remaining chapters of this report are unchanged.\n', 'its last line is'],
])('%s leaves something out: %j', (path, content, said) => {
  expect(findElision({ content, path })).toContain(said);
});

test.each([
  ['a.rs', "fn set(s: &'static str) {\n    let c = '}';\n    if s == \"}\" {\n", '`{` of line 3'],
  ['a.rs', 'fn f() {\n    g();\n    ...\n}\n', 'line 3 is `...`'],
  ['a.sh', 'cat <<EOF2 | tee x\nhello\nEOF\n', 'is never ended by `EOF2`'],
  ['a.sh', 'echo "a"\nx=$(cat <<"EOF"\nhello\n', 'is never ended by `EOF`'],
  ['a.kt', 'fun f() {\n    g("${a}")\n    h(\n', '`(` of line 3'],
  ['a.c', '#ifdef A\nint g;\n#endif\nint f(void) {\n  return 0;\n', '`{` of line 4'],
])('%s breaks off or is elided: %j', (path, content, said) => {
  expect(findElision({ content, path })).toContain(said);
});

test('a bracket that is open in the file on disk, too, is closed elsewhere', () => {
  const before = 'BEGIN_HANDLER(save) {\n  write(row);\nEND_HANDLER\n';
  const content = before.replace('row', 'rows');
  expect(findElision({ content, path: 'a.c', onDisk: () => before })).toBeUndefined();
  expect(findElision({ content, path: 'a.c', onDisk: () => `${before}}\n` })).toContain(
    '`{` of line 1 is never closed',
  );
});

describe('with the file on disk', () => {
  const before = 'a();\n'.repeat(100);
  const onDisk = () => before;
  test('a likely elision is reported if the file was longer', () => {
    const content = 'a();\n// other methods\nb();\n';
    expect(findElision({ content, path: 'a.ts' })).toBeUndefined();
    expect(findElision({ content, path: 'a.ts', onDisk })).toContain('line 2 is `// other methods`');
    expect(findElision({ content: content + before, path: 'a.ts', onDisk })).toBeUndefined();
  });
  test('a line of the replaced file is not an elision', () => {
    const content = `${before}// ... existing code ...\n${before}`;
    expect(findElision({ content, path: 'a.ts' })).toBeDefined();
    expect(findElision({ content, path: 'a.ts', onDisk: () => content })).toBeUndefined();
  });
});

test.each([
  ['', 'code();\n'.repeat(100), 'is empty'],
  ['', 'code();\n', undefined],
  ['Renamed the function.', 'code();\n'.repeat(100), 'is only a sentence'],
  ['export {};', 'code();\n'.repeat(100), undefined],
  ['A short text.', 'A long text of words.\n'.repeat(100), undefined],
])('%j over %# other text', (content, before, said) => {
  expect(findShrinkage({ content, before, path: 'a.ts' })).toBe(said);
});

test('formats sizes for readers', () => {
  expect(describeSizes({ content: 'x'.repeat(38), before: 'x'.repeat(14_210) })).toBe(
    'the content is 38 characters; the file on disk has 14,210',
  );
});

test.each([
  ['run.sh', 'for n in a b; do\n  # same steps for each\n  mkdir -p "$n"\ndone\n'],
  ['run.sh', 'case "$1" in\n  go) go_on ;;\n  # anything else: same as before\n  *) exec svc help ;;\nesac\n'],
  ['.gitignore', 'dist\n# everything else is kept\n!keep\n'],
  ['a.css', '/* Rest of the page */\nmain {\n  margin: 0;\n}\n'],
  ['a.css', "@import './base.css';\n"],
  ['a.md', '# Заметки\n\nОстальные настройки остаются без изменений. Дальше см. раздел 2…\n'],
  ['a.ts', '// Truncated values end with "…".\nexport const end = 1;\n'],
  ['a.py', 'a = 1\n\n# unchanged columns are skipped\ndef skip(columns):\n    return columns\n'],
  ['a.md', 'Prices rise in May.\n\n*Everything else stays the same.*\n\nAsk Ann.\n'],
  ['a.txt', 'No changes.\n'],
  ['a.txt', 'Same as last year.\n'],
  ['a.ts', 'a();\n// Only the header is written anew:\n// the rest of the file is unchanged.\nb();\n'],
  ['a.ts', '/**\n * Writes the header.\n * The rest of the file is unchanged.\n */\nexport const a = 1;\n'],
])('the file %s may be %j', (path, content) => {
  expect(findElision({ content, path })).toBeUndefined();
});

test('a comment in place of a longer file may speak of the code below it', () => {
  const content = 'for n in a b; do\n  # same steps for each\n  mkdir -p "$n"\ndone\n';
  expect(findElision({ content, path: 'run.sh', onDisk: () => 'other\n'.repeat(300) })).toBeUndefined();
});

test.each([
  [
    'a heading and a notice in Czech',
    'a.md',
    '# Sklad\n\nTato příručka byla nahrazena intranetem: https://intranet.example/\n',
    true,
  ],
  [
    'a front matter and a notice in Korean',
    'a.md',
    '---\ntitle: 공지\n---\n\n이 공지는 마감되어 삭제되었습니다.\n',
    true,
  ],
  ['a heading and what is left out', 'a.md', '# Sklad\n\nThe rest of the document is unchanged.\n', false],
  ['a heading and what was done', 'a.md', '# Store\n\nThe page was updated as requested.\n', false],
  ['a notice without a heading', 'a.md', 'Tato příručka byla nahrazena intranetem.\n', false],
  ['a comment that says where code is', 'a.go', '// Package a is deprecated: use internal/b.\npackage a\n', true],
  [
    'a comment that says what is left out',
    'a.go',
    '// The rest was moved to the previous version.\npackage a\n',
    false,
  ],
])('%s: a short document?', (_, path, content, isShort) => {
  expect(isShortDocument(content, path)).toBe(isShort);
});

test.each([
  [
    'a remark where nothing is missing',
    'a.ts',
    `a();\n// ... existing code ...\nb();\n${'d();\n'.repeat(40)}`,
    `a();\nb();\n${'d();\n'.repeat(40)}`,
    false,
  ],
  [
    'a remark where lines are missing',
    'a.ts',
    'a();\n// ... existing code ...\nb();\n',
    `a();\n${'c();\n'.repeat(9)}b();\n`,
    true,
  ],
])('%s', (_, path, content, before, isFound) => {
  expect(findElision({ content, path, onDisk: () => before }) !== undefined).toBe(isFound);
});

test.each([
  ['a.csv', 'id,name\n1,Ada\n...,...\n9,Bo\n'],
  ['a.csv', 'id,name\n1,Ada\n... (498 more)\n'],
  ['a.css', '@font-face {\n  src: url(data:font/woff2;base64,d09GMgABAAAAAAUcAA4[…]);\n}\n'],
  ['a.html', '<!DOCTYPE html>\n<html>\n<body>\n  <p>Price 40'],
  ['a.py', 'class A:\n    def f(self):\n        pass\n\n    # (продолжение в следующем сообщении)\n'],
  ['a.md', 'Vezi conținutul complet în mesajul anterior.'],
  ['a.svg', '[SVG file: company logo, 240x80]'],
])('in %s, %j leaves something out', (path, content) => {
  expect(findElision({ content, path })).toBeDefined();
});

test.each([
  ['a.md', '# Errors\n\nIf it says\n\n    Error: no module\n        [... 12 lines omitted ...]\n\nrun it again.\n'],
  ['a.vtt', 'WEBVTT\n\n00:01.000 --> 00:03.000\n[...]\n'],
  ['a.ts', 'while (true) {\n  // Continue with the next message.\n\n  read();\n}\n'],
  ['a.md', '# Spec\n\n(See the existing implementation.)\n'],
  ['a.html', '<p>A part of a page.</p>\n'],
  ['a.js', '// A library.\n\n// Current version.\nvar VERSION = 1;\n'],
  [
    'a.d.ts',
    'interface Options {\n  title: string;\n\n  /** Suite function */\n  run?: () => void;\n\n  file?: string;\n}\n',
  ],
  ['a.mjs', 'export default /[\\^`|~]/;\nexport const a = 1'],
  ['a.js', `a(/[${'\\xA2-\\xA6'.repeat(200)}\`~]/)`],
])('in %s, %j is complete', (path, content) => {
  expect(findElision({ content, path })).toBeUndefined();
});

test.each([
  ...['Only update changed entries', 'Handle the rest', 'We only update existing entries', 'Keep existing entries'],
  ...["We don't support other encodings", 'Existing file', 'Previous page', 'Old method', 'Leave alone', 'No changes.'],
  ...['Hidden', 'Token limit', 'Add remaining items', 'Existing code', 'Repeat for each row', 'The rest is the same'],
])('code below a blank line may be explained by the comment: %s', comment => {
  const content = `export function f() {\n  a();\n\n  // ${comment}\n  b();\n}\n`;
  expect(findElision({ content, path: 'src/a.ts' })).toBeUndefined();
  const branch = `export function f() {\n  if (a) {\n    b();\n  } else {\n    // ${comment}\n  }\n}\n`;
  expect(findElision({ content: branch, path: 'src/a.ts' })).toBeUndefined();
});

test.each([
  ...[
    '... existing code',
    '[old method]',
    'Rest of the methods unchanged',
    'The remaining code is omitted for brevity',
  ],
  ...['I left the rest of the file unchanged', 'We left the remaining functions unchanged'],
])('code below a blank line is not explained by the comment: %s', comment => {
  const content = `export function f() {\n  a();\n\n  // ${comment}\n  b();\n}\n`;
  expect(findElision({ content, path: 'src/a.ts' })).toBeDefined();
});

const update =
  'export function f(s: S) {\n  switch (s.t) {\n    case 1:\n      // WORDS\n      return { ...s, n: 2 };\n  }\n}\n';
test.each([
  ['a.ts', update.replace('WORDS', 'other fields stay the same')],
  ['a.java', 'class M {\n  void f(String a) {\n    // remaining fields are unchanged\n    this.x = a;\n  }\n}\n'],
  ['a.go', 'package a\n\nfunc Set(u *User, n string) {\n\tu.Name = n\n\t// other fields remain unchanged\n}\n'],
  ['a.py', 'def f(c):\n    c["a"] = 1\n    # all other settings remain unchanged\n    return c\n'],
  ['a.sql', 'ALTER TABLE t ADD COLUMN a int;\n-- existing rows remain unchanged\n'],
  ['a.js', 'function f() {\n  // 其他字段不变\n  return { ...b, c: 1 };\n}\n'],
])('in %s, a comment about data leaves nothing out: %j', (path, content) => {
  expect(findElision({ content, path })).toBeUndefined();
  expect(findElision({ content, path, onDisk: () => 'other();\n'.repeat(100) })).toBeDefined();
});

test.each([
  ['a.ts', update.replace('WORDS', '... other fields stay the same')],
  ['a.ts', update.replace('WORDS', 'rest of the code unchanged')],
  ['a.ts', 'interface A {\n  a: string;\n\n  // remaining fields are unchanged\n\n  b: string;\n}\n'],
  ['a.yaml', 'a: 1\n# all other settings remain unchanged\nb: 2\n'],
])('in %s, a comment leaves something out: %j', (path, content) => {
  expect(findElision({ content, path })).toBeDefined();
});

test.each([
  ['a.ts', "export const x = [\n  'a',\n  // ... existing items\n  'b',\n];\n"],
  ['a.ts', 'export const x = {\n  "a": 1,\n  // ... existing entries\n  "b": 2,\n};\n'],
  ['a.ts', 'export class A {\n  #a = 1;\n  // ... existing methods\n  #b = 2;\n}\n'],
  ['a.py', 'X = {\n    "a": 1,\n    # ... existing fields\n    "b": 2,\n}\n'],
  ['package.json', '{\n  "scripts": {\n    // ... existing fields\n    "a": "b"\n  }\n}\n'],
  ['a.yaml', '"a": 1\n# ... existing keys\n"b": 2\n'],
])('in %s, lines in quotes beside a remark are no comments: %j', (path, content) => {
  expect(findElision({ content, path })).toContain('existing');
});

test.each([
  ['existing implementation', true],
  ['rest of the function', true],
  ['No changes.', false],
  ['Existing file', false],
])('above a statement that does nothing, %j stands for code: %s', (comment, isGap) => {
  const content = `def f():\n    a()\n\n\ndef g():\n    # ${comment}\n    pass\n`;
  expect(findElision({ content, path: 'src/a.py' }) !== undefined).toBe(isGap);
});

describe('marks that are no part of a file', () => {
  const merge = '<<<<<<< HEAD\nexport const a = 1;\n=======\nexport const a = 2;\n>>>>>>> main\n';
  test.each([
    ['docs/g.md', '```markdown\n# Spec\n\nText.\n```', 'a Markdown fence'],
    ['docs/g.md', '```md\n# Spec\n\n```js\na();\n```\n\nText.\n```\n', 'a Markdown fence'],
    ['docs/g.md', '```\n# Spec\n\n## A\n\nText.\n```\n', 'a Markdown fence'],
    ['a.ts', '     1\timport a from "a";\n     2\t\n     3\texport const b = 1;\n', 'a number before each line'],
    ['a.ts', '1: import a from "a";\n2: \n3: export const b = 1;\n', 'a number before each line'],
    ['a.py', ' 9 | import a\n10 |\n11 | b = 1\n', 'a number before each line'],
    ['a.md', '     1\t# Spec\n     2\t\n     3\tText.\n', 'a number before each line'],
    ['a.ts', '1\tconst a = "é";\n2\t\n3\texport default a;\n', 'a number before each line'],
    ['a.ts', merge, 'the marks of a merge'],
    ['a.ts', `export const z = \`x\`;\n${merge}`, 'the marks of a merge'],
    ['a.ts', '*** Update File: src/a.ts\n@@\n-a\n+b\n', 'is a patch'],
  ])('in %s are found: %j', (path, content, said) => {
    expect(findElision({ content, path })).toContain(said);
    expect(findElision({ content, path, onDisk: () => 'a();\n' })).toContain(said);
  });

  test.each([
    ['docs/g.md', '```markdown\n# Spec\n```\n\nText.\n\n```js\na();\n```\n'],
    ['docs/g.md', '```\n# Install it\nnpm i\n```\n'],
    ['docs/g.md', '```sh\n# Install\n## it\n```\n'],
    ['docs/g.md', `# Merges\n\n\`\`\`\n${merge}\`\`\`\n`],
    ['a.yaml', '1: a\n2: b\n3: c\n'],
    ['a.json', '[\n1,\n2\n]\n'],
    ['a.txt', '1\ta\n2\tb\n3\tc\n'],
    ['a.md', '1. a\n2. b\n3. c\n'],
    ['a.test.ts', `const text = \`\n${merge}\`;\nexport default text;\n`],
    ['a.py', `TEXT = """\n${merge}"""\n`],
    ['a.rs', `fn f() {\n    let s = "\n${merge}";\n    g(s);\n}\n`],
    ['a.cs', `class A {\n  string s = @"\n${merge}";\n}\n`],
    ['a.lua', `local s = [[\n${merge}]]\n`],
    ['a.sql', `INSERT INTO t VALUES ('\n${merge}');\n`],
    ['a.vue', `<template>\n<pre>\n${merge}</pre>\n</template>\n`],
  ])('may be in %s: %j', (path, content) => {
    expect(findElision({ content, path })).toBeUndefined();
  });

  test('may be in a file that has them on disk', () => {
    const content = '```markdown\n# Spec\n\nText.\n```\n';
    expect(findElision({ content, path: 'a.md', onDisk: () => content.replace('Text', 'Words') })).toBeUndefined();
  });
});

test.each([
  ['a.ts', '// all other exports are kept the way they are'],
  ['a.ts', '// lines 12-240: no change'],
  ['a.py', '# the class body has not been touched'],
  ['a.rs', '// impl blocks 2..5 left as they are'],
  ['a.css', '/* the other breakpoints stay the same */'],
  ['a.css', '/* remaining rules unchanged */'],
])('in %s, a piece of code and its state are no explanation: %s', (path, comment) => {
  expect(findElision({ content: `a {\n}\n\n${comment}\nb {\n}\n`, path })).toContain('leaves out a part');
});

test.each([
  ['a.ts', '// the other rules stay the same'],
  ['a.ts', '// Removing one: other handlers are not affected'],
  ['a.ts', '// lines of the body'],
])('in %s, a comment may explain code: %s', (path, comment) => {
  expect(findElision({ content: `f(a);\n\n${comment}\ng(b);\n`, path })).toBeUndefined();
});

test('a comment that may explain code is reported where the file on disk was longer', () => {
  const content = 'a();\n\n// Existing methods\nb();\n';
  expect(findElision({ content, path: 'a.ts' })).toBeUndefined();
  expect(findElision({ content, path: 'a.ts', onDisk: () => 'c();\n'.repeat(100) })).toContain('`// Existing methods`');
});

test.each([
  ['an instruction where to put it', "// Add this at the end of server.js:\napp.get('/', home);\n", true],
  ['code', "app.get('/', home);\n", false],
])('a small part of a file with %s', (_, content, isFound) => {
  expect(findShrinkage({ content, before: 'code();\n'.repeat(60), path: 'a.js' }) !== undefined).toBe(isFound);
});

describe('hostile contents take a time that grows with their size', () => {
  const many = (count: number, line: (index: number) => string) =>
    Array.from({ length: count }, (_, index) => line(index)).join('\n');

  test.each<[string, (count: number) => Partial<FindElisionOptions> & { content: string }]>([
    ['patterns that nothing ends', count => ({ content: '(/['.repeat(count * 5) })],
    ['texts of a shell', count => ({ content: many(count, index => `cat <<EOF_A\n${index}\nEOF_A`), path: 'a.sh' })],
    ['remarks in a comment', count => ({ content: `/*\n${many(count, () => '// the rest is omitted\n')}\n*/` })],
    [
      'remarks where nothing is missing',
      count => ({
        content: many(count, index => `f${index}();\n// rest of the code is unchanged ${index}`),
        onDisk: () => many(count, index => `f${index}();`),
      }),
    ],
  ])('%s', (_, made) => {
    expect(superlinearity(count => findElision({ path: 'a.ts', ...made(count) }), 4000)).toBeLessThan(4);
  });

  test('a remark that repeats its words is divided in few ways', () => {
    const [line, ordinary] = ['// the the the the the the the the the the the the code', '// the code is here'];
    const [took = 0, anchor = 0] = [line, ordinary].map(text => fastest(20, () => isOmissionPhrase(text)));
    expect(took + 0.01).toBeLessThan(20 * (anchor + 0.01));
  });
});
