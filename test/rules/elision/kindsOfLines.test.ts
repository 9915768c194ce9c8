import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findElision } from '../../../server/src/rules/elision/findElision';
import {
  COMMENT_KEY,
  hasPlainCode,
  isBracketed,
  isCommentLine,
  isDotsRow,
  isTableRow,
  mayBeRemark,
} from '../../../server/src/rules/elision/kindsOfLines';
import { readOmissionLine } from '../../../server/src/rules/elision/readOmissionLine';
import { eighth } from '../../kit/amount';
import { superlinearity } from '../../kit/timing';

// Pieces of lines: the marks of comments, brackets, strings and code of many languages, and words of remarks and of code.
const MARKS =
  '// /* */ # -- <!-- --> {/* */} ; % " \' [ ] ( ) < > { } ... .. * _ ** __ > | rem REM @rem dnl ~~~ ``` (* *) """ « » 【 】 = : , \\ $ @ ✂ -> ::';
const WORDS =
  'rest of the code unchanged|existing methods|12 more lines|omitted|see above|и так далее|其余代码不变|Sections 3 to 7 stay|a|x1|rows|const n|.b.c';
const piece = fc.constantFrom(...MARKS.split(' '), ...WORDS.split('|'), ' ', ' ', '\t');
const lineOf = (most: number) =>
  fc.array(piece, { minLength: 1, maxLength: most }).map(pieces => pieces.join('').trim());
const numRuns = eighth(20_000);

describe('what is ruled out before a line is read', () => {
  test('plain code has no meaning as a remark', () => {
    let seen = 0;
    const codeLine = fc.tuple(lineOf(3), lineOf(5)).map(([before, after]) => `${before} = ${after}`);
    const check = (line: string) => {
      if (!hasPlainCode(line)) return;
      seen++;
      expect(readOmissionLine(line)).toBeUndefined();
      expect(line).not.toMatch(/\/\/|\/\*|<!--|#\s|--\s/);
    };
    fc.assert(fc.property(codeLine, check), { numRuns });
    expect(seen).toBeGreaterThan(numRuns / 50);
  });

  test('a row of a table has no meaning as a remark', () => {
    let seen = 0;
    const rowLine = fc.tuple(lineOf(3), lineOf(5)).map(([before, after]) => `| ${before} | ${after}`);
    const check = (line: string) => {
      if (!isTableRow(line)) return;
      seen++;
      expect(readOmissionLine(line)).toBeUndefined();
    };
    fc.assert(fc.property(rowLine, check), { numRuns });
    expect(seen).toBeGreaterThan(numRuns / 50);
  });

  test('words in brackets, rows of dots and keys that stand in for comments may be remarks', () => {
    const check = (line: string) => {
      const isRemark = isBracketed(line, 'a.yaml') || isDotsRow(line) || COMMENT_KEY.test(line);
      if (isRemark) expect(mayBeRemark(line)).toBe(true);
    };
    fc.assert(fc.property(lineOf(9), check), { numRuns });
  });

  test.each([
    ...[
      'a.ts // x',
      'a.ts /* x',
      'a.tsx {/* x',
      'a.html <!-- x',
      'a.jsp <%-- x',
      'a.j2 {# x',
      'a.ml (* x',
      'a.sql -- x',
    ],
    ...['a.bat rem x', 'a.bat REM x', 'a.bat @rem x', 'a.m4 dnl x', 'a.py # x', 'a.tex % x', 'a.ini ; x', "a.vb ' x"],
    'a.vim " x',
  ])('a comment is one: %s', text => {
    const [path = '', ...line] = text.split(' ');
    expect(isCommentLine(line.join(' '), path)).toBe(true);
  });

  test.each([
    '**Everything else is unchanged.**',
    '_The remaining sections are unchanged._',
    '[Sections 3 to 7 stay as they are]',
  ])('a remark in a document is found: %s', remark => {
    expect(findElision({ content: `# A\n\nText.\n\n${remark}\n\n## B\n\nMore text.\n`, path: 'a.md' })).toBeDefined();
  });

  test.each([
    ...['**Truncated Files:**', '**Truncated Files**:', '**Hidden Files**', '**Existing behaviour**', '*No changes.*'],
    ...['_Existing code_', '<p>Existing code</p>', '**Other sections**', '***Old method***'],
  ])('a label in a document is none: %s', label => {
    expect(findElision({ content: `# A\n\nText.\n\n${label}\n\n## B\n\nMore text.\n`, path: 'a.md' })).toBeUndefined();
    expect(findElision({ content: `# A\n\nText.\n\n${label}\n`, path: 'a.md' })).toBeUndefined();
  });

  test.each([
    ['code that never ends', (size: number) => hasPlainCode(`a = b${'= b'.repeat(size)}/`)],
    ['words before no sign', (size: number) => hasPlainCode('a b'.repeat(size))],
    ['indentation', (size: number) => hasPlainCode('\n\t '.repeat(size))],
    ['a row without an end', (size: number) => isTableRow(`| ${'a b'.repeat(size)}`)],
  ])('takes linear time: %s', (_, run) => {
    expect(superlinearity(run, 20_000)).toBeLessThan(3);
  });
});
