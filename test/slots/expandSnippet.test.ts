import { expect, test } from 'vitest';
import { expandSnippet, fillTimeVariables } from '../../server/src/slots/expandSnippet';
import { runsEverything } from '../kit/amount';

const YEAR = new Map([['CURRENT_YEAR', '2026']]);

// The expected texts are those of VS Code's parser.
test.each<[string, string, string]>([
  ['tab stops', 'a $1 b ${2} c $0', 'a  b  c '],
  ['a digit followed by letters', '$1st', 'st'],
  ['a placeholder', '${1:a \\} b \\$ c \\\\ d}', 'a } b $ c \\ d'],
  ['placeholders in placeholders', '${1:a ${2:b} c}', 'a b c'],
  ['a mirror', '${1:a} $1 ${1}', 'a a a'],
  ['a choice', '${1|a,b|}', 'a'],
  ['a choice with separators', '${1|a\\,b\\|c\\\\,d|}', 'a,b|c\\'],
  ['a choice with ends of placeholders', '${1|a$1}\\$\\},b|}', 'a$1}\\$\\}'],
  ['a variable', '$CURRENT_YEAR ${CURRENT_YEAR} ${1:${CURRENT_YEAR}}', '2026 2026 2026'],
  ['a variable with a default', '${CURRENT_YEAR:a} ${UNKNOWN:b} $UNKNOWN.', '2026 b .'],
  ['a transformation', '${1:a}${1/(.*)/${1:/upcase}/}', 'aa'],
  ['escaped characters', '\\$1 \\${2:a\\} \\\\ \\n', '$1 ${2:a} \\ \\n'],
  ['a single dollar sign', '$ $. ${ ${.', '$ $. ${ ${.'],
])('%s', (_, snippet, text) => expect(expandSnippet(snippet, name => YEAR.get(name))).toBe(text));

test.runIf(runsEverything)('a very long snippet', () => {
  const long = 'x'.repeat(1_000_000);
  expect(expandSnippet(`\${1|"${long}",b|}\${2:${long}}`, () => undefined)).toBe(`"${long}"${long}`);
});

test('time variables are filled in, others are left', () => {
  const snippet =
    '${1:${CURRENT_YEAR}-${CURRENT_MONTH}-${CURRENT_DATE}T${CURRENT_HOUR}:${CURRENT_MINUTE}:${CURRENT_SECOND}${CURRENT_TIMEZONE_OFFSET}} ${CURRENT_SECONDS_UNIX} ${TM_FILENAME}';
  const now = Date.UTC(2026, 5, 1, 10, 5, 9);
  expect(fillTimeVariables(snippet, now)).toBe(`\${1:2026-06-01T10:05:09Z} ${now / 1000} \${TM_FILENAME}`);
});
