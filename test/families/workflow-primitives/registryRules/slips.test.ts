import { describe, expect, test } from 'vitest';
import { fixAll } from '../../../../server/src/features/fixes/fixAll';
import { fileText } from '../../../../server/src/text/lines';
import { analyseText, memoryFile, problemsIn } from '../../../kit/analyseText';
import { testContext } from '../../../kit/testContext';

const QUEUE = '## Gap Priority Queue\n\n| Priority | Gap ID | Status | Resolution |\n|---|---|---|---|\n';
const QUESTIONS = '\n## Pending Questions\n\n| ID | Question Summary | Gaps | Status |\n|---|---|---|---|\n';
const HISTORY = '\n## Gap Resolution History\n\n| Gap ID | Iteration | Action | Details |\n|---|---|---|---|\n';
const LOOP = '\n## Priority Loop State\n\n';
const DOCUMENTS = '\n## Document Availability\n\n| Document | Status |\n|---|---|\n';

const REGISTRIES: [rule: string, text: string, slips: [word: string, slip: string][]][] = [
  [
    'completed-with-open-gaps',
    `${QUEUE}| Critical | G-001 | pending | - |\n${LOOP}- **Loop Status**: completed\n- **Termination Reason**: success\n`,
    [
      ['Critical', 'critical'],
      ['pending', 'Pending'],
      ['completed', 'Completed'],
      ['completed', 'complted'],
      ['success', 'Success'],
    ],
  ],
  [
    'resolved-without-history',
    `${QUEUE}| Minor | G-001 | resolved | Done |\n${HISTORY}`,
    [
      ['resolved', 'Resolved'],
      ['resolved', 'reslved'],
    ],
  ],
  [
    'gap-without-question',
    `${QUEUE}| Minor | G-001 | clarifying | - |\n${QUESTIONS}| C1.1 | Who? | G-001 | answered |\n`,
    [
      ['clarifying', 'Clarifying'],
      ['answered', 'Answered'],
    ],
  ],
  [
    'question-without-gap',
    `${QUEUE}| Minor | G-001 | resolved | - |\n${QUESTIONS}| C1.1 | Who? | G-001 | awaiting_answer |\n`,
    [
      ['resolved', 'RESOLVED'],
      ['awaiting_answer', 'awaiting-answer'],
    ],
  ],
  ['terminated-without-reason', `## Metadata\n${LOOP}- **Loop Status**: terminated\n`, [['terminated', 'Terminated']]],
  [
    'counter-range',
    `## Metadata\n${LOOP}- **Loop Status**: validating\n- **Current Iteration**: 0 / 10\n`,
    [['validating', 'Validating']],
  ],
  ['document-missing', `## Metadata\n${DOCUMENTS}| spec.md | present |\n`, [['present', 'Present']]],
  ['document-there', `## Metadata\n${DOCUMENTS}| plan.md | absent |\n`, [['absent', 'Absent']]],
];

describe.each(REGISTRIES)('%s', (rule, text, slips) => {
  test.each(slips)('reports the same problem for %s and for %s, and fixes the misspelling', (word, slip) => {
    const slipped = text.replace(word, slip);
    expect(said(rule, text)).toHaveLength(1);
    expect(said(rule, slipped)).toEqual(said(rule, text));
    expect(fileText(fixAll(memoryFile('state.md', slipped), testContext(settings)).file)).toBe(text);
  });
});

test('does not interpret an ambiguous misspelling', () => {
  const reason = REGISTRIES[0]?.[1].replace('success', 'sucess_or_not') ?? '';
  expect(said('completed-with-open-gaps', reason)).toEqual([]);
});

const settings = { files: ['plan.md'] };

function said(rule: string, text: string): string[] {
  const problems = problemsIn(analyseText('state.md', text, settings));
  return problems.filter(one => one.rule === `workflow-primitives/${rule}`).map(({ message }) => message);
}
