import { expect, test } from 'vitest';
import { analyseText, problemsIn } from '../../../kit/analyseText';
import { applyFix, named } from './applyFix';

interface Case {
  is: string;
  rule: string;
  /** The title of the fix; by default, the first fix. */
  fix?: string;
  /** A broken part of a registry, and the same part after the fix. */
  before: string;
  after: string;
  /** The problems that remain after the fix, for values that it can't know. */
  asks?: string[];
  name?: string;
  files?: string[];
}

const meta = '## Metadata\n\n- **Feature ID**: 005\n- **Branch**: b\n- **Created**: 2026-01-02\n\n';
const documents = '## Document Availability\n\n| Document | Status |\n|---|---|\n| spec.md | absent |\n\n';
const status = '## Workflow Status\n\n- **Current Phase**: validating\n- **Current Agent**: -\n';
const log = '## Decisions Log\n\n| Timestamp | Agent | Decision | Rationale |\n|---|---|---|---|\n';
const handoff = '## Agent Handoff Notes\n';
const name = 'specs/005/.workflow/state.md';
const title = '# Feature Index: 005\n\n';

const newLog =
  '## Decisions Log\n\n| Timestamp | Agent | Decision | Rationale |\n|-----------|-------|----------|-----------|\n';
const newMeta =
  '## Metadata\n\n- **Feature ID**: 005\n- **Branch**: 005\n- **Created**: 2026-03-04\n- **Workflow**: specify\n';
const row = '| 2026-03-04 | a | b | c |\n| 2026-03-05 | a | b | c |\n';

test.each<Case>([
  {
    is: 'a section between others',
    rule: 'missing-section',
    before: `${title}${meta}${documents}${status}\n${handoff}`,
    after: `${title}${meta}${documents}${status}\n${newLog}\n${handoff}`,
  },
  {
    is: 'a section between thematic breaks',
    rule: 'missing-section',
    before: `${title}---\n\n${meta}---\n\n${documents}---\n\n${status}\n---\n\n${handoff}`,
    after: `${title}---\n\n${meta}---\n\n${documents}---\n\n${status}\n---\n\n${newLog}\n---\n\n${handoff}`,
  },
  {
    is: 'a section at the end of a file without a final line break',
    rule: 'missing-section',
    before: `${title}${meta}${documents}${status}\n${handoff}`.replace(handoff, log.trimEnd()),
    after: `${title}${meta}${documents}${status}\n${log}\n## Agent Handoff Notes\n\n### Current Agent\n\n- **Agent**: -\n- **Started**: -\n- **Status**: not_started\n\n### Handoff from Previous Agent\n`,
  },
  {
    is: 'the first section, with the known values of the registry',
    rule: 'missing-section',
    before: `${title}${documents}${status}\n${log}${row}\n${handoff}`,
    after: `${title}${newMeta}\n${documents}${status}\n${log}${row}\n${handoff}`,
  },
  {
    is: 'a section as a table, one level down',
    rule: 'missing-section',
    before: `${title}### Metadata\n\n| Field | Value |\n|---|---|\n| ID | 005 |\n\n### Document Availability\n\n### Decisions Log\n\n### Agent Handoff Notes\n`,
    after: `${title}### Metadata\n\n| Field | Value |\n|---|---|\n| ID | 005 |\n\n### Document Availability\n\n### Workflow Status\n\n| Field | Value |\n|-------|-------|\n| **Current Phase** | not_started |\n| **Current Agent** | - |\n| **Status** | not_started |\n\n**Status values**: \`not_started\` | \`in_progress\` | \`completed\` | \`blocked\`\n\n### Decisions Log\n\n### Agent Handoff Notes\n`,
  },
  {
    is: 'a section about an existing document',
    rule: 'missing-section',
    files: ['specs/005/spec.md'],
    before: `${title}${meta}${status}\n${log}\n${handoff}`,
    after: `${title}${meta}## Document Availability\n\n| Document | Status |\n|----------|--------|\n| spec.md | present |\n\n${status}\n${log}\n${handoff}`,
  },
  {
    is: 'a column',
    rule: 'missing-column',
    before: `${meta}## Gap Priority Queue\n\n| Priority | Gap ID | Status |\n| :-- | --- | --- |\n| Minor | G-001 | pending |\n| Minor |\n`,
    after: `${meta}## Gap Priority Queue\n\n| Priority | Gap ID | Status | Resolution |\n| :-- | --- | --- |------------|\n| Minor | G-001 | pending | - |\n| Minor |\n`,
    asks: ['cell-count'],
  },
  {
    is: 'columns without outer pipes',
    rule: 'missing-column',
    before: `${meta}## Decisions Log\n\nTimestamp | Agent\n---|---\n2026-01-02 | a\n`,
    after: `${meta}## Decisions Log\n\nTimestamp | Agent | Decision | Rationale\n---|---|----------|-----------\n2026-01-02 | a | - | -\n`,
    asks: ['empty-cell'],
  },
  {
    is: 'a pipe in code',
    rule: 'cell-count',
    before: `${meta}${log}| 2026-01-02 | a | \`x|y\` or \`\`z|\`\` | c |\n`,
    after: `${meta}${log}| 2026-01-02 | a | \`x\\|y\` or \`\`z\\|\`\` | c |\n`,
  },
  {
    is: 'a pipe between words',
    rule: 'cell-count',
    before: `${meta}${log}| 2026-01-02 | a | yes|no | c |\n`,
    after: `${meta}${log}| 2026-01-02 | a | yes\\|no | c |\n`,
  },
  {
    is: 'a missing last cell',
    rule: 'cell-count',
    before: `${meta}${log}| 2026-01-02 | a | b |  \n`,
    after: `${meta}${log}| 2026-01-02 | a | b | - |  \n`,
  },
  {
    is: 'a missing cell before a status',
    rule: 'cell-count',
    before: `${meta}## Gap Priority Queue\n\n| Priority | Gap ID | CHK Source | FR Reference | Question | Status |\n|---|---|---|---|---|---|\n| Minor | G-005 | CHK001 | Who? | pending |\n`,
    after: `${meta}## Gap Priority Queue\n\n| Priority | Gap ID | CHK Source | FR Reference | Question | Status |\n|---|---|---|---|---|---|\n| Minor | G-005 | CHK001 | - | Who? | pending |\n`,
  },
  {
    is: 'cells in an unknown table, without outer pipes',
    rule: 'cell-count',
    before: `${meta}## Decisions Log\n\nA | B | C\n---|---|---\nx\n`,
    after: `${meta}## Decisions Log\n\nA | B | C\n---|---|---\nx | - | -\n`,
  },
  {
    is: 'a union',
    rule: 'placeholder',
    fix: 'Change to "absent"',
    before: meta + documents.replace('absent', '`absent/present`'),
    after: meta + documents.replace('absent', '`absent`'),
  },
  {
    is: 'a time',
    rule: 'bad-time',
    before: `${meta}${log}| **2026/3/4 10:00:00 UTC** | a | b | c |\n`,
    after: `${meta}${log}| **2026-03-04T10:00:00Z** | a | b | c |\n`,
  },
  {
    is: 'a future time',
    rule: 'bad-time',
    before: meta.replace('\n\n', '\n\n- **Last Updated**: never\n') + log,
    after: meta.replace('\n\n', '\n\n- **Last Updated**: -\n') + log,
  },
  {
    is: 'the limit of a counter',
    rule: 'counter-range',
    before: `${meta}## Priority Loop State\n\n- **Loop Status**: clarifying\n- **Current Iteration**: 2 / 5\n- **Last Activity**: -\n`,
    after: `${meta}## Priority Loop State\n\n- **Loop Status**: clarifying\n- **Current Iteration**: 2 / 10\n- **Last Activity**: -\n`,
  },
  {
    is: 'the iteration of the first validation',
    rule: 'counter-range',
    before: `${meta}## Priority Loop State\n\n- **Loop Status**: validating\n- **Current Iteration**: 0 / 10\n`,
    after: `${meta}## Priority Loop State\n\n- **Loop Status**: validating\n- **Current Iteration**: 1 / 10\n`,
  },
  {
    is: 'a missing document',
    rule: 'document-missing',
    files: ['README.md'],
    before: meta + documents.replace('absent', 'present'),
    after: meta + documents,
  },
  {
    is: 'an existing document',
    rule: 'document-there',
    files: ['specs/005/spec.md'],
    before: meta + documents,
    after: meta + documents.replace('absent', 'present'),
  },
])('$is', one => {
  for (const eol of ['\n', '\r\n']) {
    const text = one.before.replaceAll('\n', eol);
    const judged = (now: string) => analyseText(one.name ?? name, now, { files: one.files ?? [] });
    const before = judged(text);
    const problem = problemsIn(before).find(({ rule }) => rule === `workflow-primitives/${one.rule}`);
    const fix = problem?.fixes.find(({ title }) => !one.fix || title === one.fix);
    if (!problem || !fix) throw new Error(`no fix; found ${problemsIn(before).map(named).join('\n')}`);

    const fixed = applyFix(text, before, problem, fix).replaceAll('\r\n', '\n').replaceAll('\n', eol);
    expect(fixed).toBe(one.after.replaceAll('\n', eol));
    const left = problemsIn(judged(fixed));
    const asked = (one.asks ?? []).map(rule => `workflow-primitives/${rule}`);
    const known = problemsIn(before)
      .filter(other => other !== problem)
      .map(named);
    expect(
      left
        .filter(({ rule }) => !asked.includes(rule))
        .map(named)
        .filter(message => !known.includes(message)),
    ).toEqual([]);
    expect(left.map(named)).not.toContain(named(problem));
  }
});
