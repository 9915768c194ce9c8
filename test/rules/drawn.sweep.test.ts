import { describe, expect, test } from 'vitest';
import { CATALOGUE } from '../kit/catalogue';
import { drawFixture } from '../kit/drawnFixture';
import { type DrawnCase, drawnFixtures } from '../kit/drawnFixtures';
import { expectDrawnProblems } from '../kit/expectDrawnProblems';

const fixtures = drawnFixtures();

/** Rules that need the disk apply to whole files only; a syntax error has another position in a line. */
const ONLY_IN_FILES = [
  'syntax',
  'envelope/create-over-existing',
  'envelope/update-of-missing',
  'envelope/path-missing',
  'envelope/path-escapes',
  'envelope/path-twin',
];

const inJson = fixtures.flatMap(({ rule, fires }) =>
  ONLY_IN_FILES.includes(rule) ? [] : fires.filter(({ name }) => isOfAnyName(name)).map(one => ({ rule, ...one })),
);

// Excludes files whose kind is recognised by their name only.
function isOfAnyName(name: string): boolean {
  return name.endsWith('.json') && !name.includes('agent-');
}

test('there are enough fixtures to draw in other files', () => expect(inJson.length).toBeGreaterThan(25));

describe.each(inJson)('$rule, drawn in other files:', fixture => {
  test('a line of a log', () =>
    expectDrawnProblems('a.jsonl', drawFixture(inLine(fixture)), { catalogue: CATALOGUE }, [fixture.rule]));

  test('a block', () =>
    expectDrawnProblems('a.md', drawFixture(inBlock(fixture, '')), { catalogue: CATALOGUE }, [fixture.rule]));

  test('a block in a quote', () =>
    expectDrawnProblems('a.md', drawFixture(inBlock(fixture, '> ')), { catalogue: CATALOGUE }, [fixture.rule]));

  test('a block in a list', () =>
    expectDrawnProblems('a.md', drawFixture(inBlock(fixture, '  ', '* Such as\n\n')), { catalogue: CATALOGUE }, [
      fixture.rule,
    ]));
});

/** Joins the lines, since line breaks in JSON are only whitespace. */
function inLine({ text, drawn }: DrawnCase): DrawnCase {
  const lines = text.split('\n').map(line => ({ line: line.trim(), indent: line.search(/\S/) }));
  const begins = lines.map((_, index) => lines.slice(0, index).reduce((sum, { line }) => sum + line.length + 1, 2));
  const moved = drawn.map(one => {
    const by = (begins[one.line] ?? 0) - (lines[one.line]?.indent ?? 0);
    return { ...one, line: 0, start: one.start + by, end: one.end + by };
  });
  return { name: 'a.jsonl', text: `  ${lines.map(({ line }) => line).join(' ')}`, drawn: moved };
}

function inBlock({ text, drawn }: DrawnCase, prefix: string, before = ''): DrawnCase {
  const block = ['```json', ...text.split('\n'), '```'].map(line => prefix + line).join('\n');
  const down = before.split('\n').length;
  return {
    name: 'a.md',
    text: before + block,
    drawn: drawn.map(({ severity, ...one }) => ({
      ...one,
      line: one.line + down,
      start: one.start + prefix.length,
      end: one.end + prefix.length,
      // Some problems are only an info in an example.
      ...(severity && one.rule !== 'envelope/elided-content' && { severity }),
    })),
  };
}
