import { describe, expect, test } from 'vitest';
import { analyseText, problemsIn } from '../kit/analyseText';
import { corpusFiles, corpusMissing, corpusText } from '../kit/corpus';
import { parseFixture } from '../kit/drawnFixture';
import { expectDrawnProblems } from '../kit/expectDrawnProblems';

const kindOf = (text: string) => analyseText('checks.md', text).parts.find(one => one.document)?.document?.kind.id;

test('the rules of a check module', () => {
  expectDrawnProblems(
    'checks.md',
    `
        # Checks

        ## Structure

        | ID | Check | Description | Tier |
        |----|-------|-------------|------|
        | SPEC-001 | Header | Is there | auto-resolve |
        | SPEC-002 | Stories | Are there | auto-retri |
      //                                   ^^^^^^^^^^ workflow-primitives/unknown-word warning: did you mean "auto-retry"?

        ## Wording

        | ID | Check Name | Tier |
        |----|------------|------|
        | SPEC-001 | \`clear\` | escalate |
      //  ^^^^^^^^ workflow-primitives/duplicate-id warning: SPEC-001 is also the id of another row

        ## Tiers

        - **Tier**: what follows

        | Tier | Behavior |
        |------|----------|
        | auto-magic | none |
    `,
  );
});

test.each([
  ['another table', '| ID | Check | Owner |\n|-|-|-|\n| SPEC-001 | Header | me |'],
  ['no check ids', '| ID | Check | Tier |\n|-|-|-|\n| 1 | Header | auto-retry |'],
  ['no rows', '| ID | Check | Tier |\n|-|-|-|'],
  ['an additional column', '| ID | Check | Tier | Cost |\n|-|-|-|-|\n| SPEC-001 | Header | auto-retry | 1 |'],
  ['a list', '- SPEC-001 Check, Tier: auto-retry'],
])('not a check module: %s', (_, text) => {
  expect(kindOf(`# README\n\n${text}\n`)).toBeUndefined();
});

test('a table alone makes a check module; a registry takes precedence', () => {
  const table = '| ID | Check | Tier |\n|-|-|-|\n| **SPEC-001** | Header | auto-retry |\n';
  expect(kindOf(table)).toBe('workflow-primitives/check-module');
  expect(kindOf(parseFixture(`## Metadata\n\n## Decisions Log\n\n${table}`).text)).toBe('workflow-primitives/registry');
});

describe.skipIf(corpusMissing)(`the corpus${corpusMissing ? ` (${corpusMissing})` : ''}`, () => {
  test.each(corpusFiles('humaninloop/check-modules'))('%s', file => {
    const analysis = analyseText('checks.md', corpusText(file));
    expect(analysis.parts[0]?.document?.kind.id).toBe('workflow-primitives/check-module');
    expect(problemsIn(analysis)).toEqual([]);
  });
});
