import { describe, expect, test } from 'vitest';
import { isRegistry } from '../../server/src/registry/isRegistry';
import { parseMarkdown } from '../../server/src/text/parseMarkdown';
import { corpusFiles, corpusMissing, corpusText } from '../kit/corpus';

const PROGRESS = '| Section | Status | Items Count | Notes |\n|---|---|---|---|\n';

const cases: [string, string, boolean][] = [
  ['two known headings', '# X\n\n## Workflow Status\n\n## Decisions Log\n', true],
  ['in any order, at any level, by any of their names', '### Unified Decisions Log\n\n# Feature Metadata\n', true],
  ['one heading that is common in READMEs', '# A tool\n\n## Metadata\n\n- **Version**: 2\n- **Licence**: MIT\n', false],
  ['one heading with its columns', '## Gap Priority Queue\n\n| Priority | Gap ID | Status |\n|---|---|---|\n', true],
  ['one heading with other columns', '## Traceability Matrix\n\n| Test | Module | Owner |\n|---|---|---|\n', false],
  [
    'one heading with its fields',
    '## Priority Loop State\n\n- **Loop Status**: x\n- **Stale Count**: 0 / 3\n- **Last Activity**: -\n',
    true,
  ],
  [
    'one heading with two of its columns only',
    '## Gap Priority Queue\n\n| Priority | Gap ID | Owner |\n|---|---|---|\n',
    false,
  ],
  [
    'one heading with two of its fields only',
    '## Priority Loop State\n\n- **Loop Status**: x\n- **Stale Count**: 0 / 3\n- **Owner**: -\n',
    false,
  ],
  [
    'a decision record with two known headings',
    '# ADR-0012: Queues\n\n## Metadata\n\n- **Status**: Accepted\n- **Deciders**: Ann\n\n## Context\n\n## Decision\n\n## Decisions Log\n\n| Date | Decision |\n|---|---|\n| 2026-01-02 | Queues |\n',
    false,
  ],
  [
    'a decision record without a telling title',
    '# Use queues\n\n## Metadata\n\n- **Status**: Accepted\n\n## Context\n\nText.\n\n## Consequences\n\n## Decisions Log\n\n- 2026-01-02: queues\n',
    false,
  ],
  [
    'the context of a workflow, with any sections',
    `# Specify Workflow Context: 012\n\n## Specification Progress\n\n${PROGRESS}\n## Extracted Signals\n\n## Agent Handoff Notes\n\n### From Scaffold\n`,
    false,
  ],
  [
    'a document that explains states',
    `# State Management\n\n## Priority Loop State\n\n## Decisions Log\n\n## Workflow Status\n`,
    false,
  ],
  ['a state registry by its title', `# State Registry: 012\n\n## Metadata\n\n## Workflow Status\n`, true],
  [
    'a project plan with two known headings',
    '# Plan\n\n## Metadata\n\n## Goals\n\n## Risks\n\n## Decisions Log\n',
    false,
  ],
  [
    'two sections with their columns among unknown ones',
    `# Notes\n\n## Goals\n\n## Specification Progress\n\n${PROGRESS}\n## Risks\n\n## Gap Priority Queue\n\n| Priority | Gap ID | Status |\n|---|---|---|\n`,
    true,
  ],
  [
    'a README with a table of statuses',
    '# Tool\n\n## Install\n\n## Workflow Status\n\n| Workflow | Badge |\n|---|---|\n| ci | x |\n',
    false,
  ],
  ['a changelog with metadata', '# Changelog\n\n## 1.0\n\n## 0.9\n\n## Metadata\n', false],
  ['known words in prose', '# Metadata of the Workflow Status\n\nGap Priority Queue, Decisions Log\n', false],
  ['headings in a fence', '```markdown\n## Workflow Status\n\n## Decisions Log\n```\n', false],
];

test.each(cases)('%s', (_, text, wanted) => {
  expect(isRegistry(parseMarkdown(text))).toBe(wanted);
});

describe.skipIf(corpusMissing)(`the corpus${corpusMissing ? ` (${corpusMissing})` : ''}`, () => {
  test('headings alone make five of its fourteen fragments registries', () => {
    const fragments = corpusFiles('humaninloop/fences').filter(path => path.includes('index-fragment__'));
    const registries = fragments.filter(path => isRegistry(parseMarkdown(corpusText(path))));
    expect(fragments).toHaveLength(14);
    expect(registries.map(path => /__([A-Z]+|hil_plan)__L(\d+)\.md$/.exec(path)?.slice(1).join(' '))).toEqual([
      'hil_plan 390',
      'QUESTIONS 219',
      'RECOVERY 123',
      'STATE 180',
      'STATE 255',
    ]);
  });
});
