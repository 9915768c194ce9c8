import { list, type TextAttack } from './textAttack';

const HEAD = `# Feature Index: 005-x

## Feature Metadata

| Field | Value |
|-------|-------|
| **ID** | 005-x |
| **Branch** | 005-x |
| **Created** | 2026-06-08T09:00:00Z |

## Workflow Status

| Workflow | Status | Last Run | Current Agent |
|----------|--------|----------|---------------|
| specify | in_progress | 2026-06-09T08:45:00Z | spec-clarify |
`;

function table(heading: string, columns: string, rows: readonly string[]): string {
  const delimiter = columns.replace(/[^|]+/g, '---');
  return `\n## ${heading}\n\n${columns}\n${delimiter}\n${rows.join('\n')}\n`;
}

const GAPS = '| Priority | Gap ID | CHK Source | FR Reference | Question | Status |';
const QUESTIONS = '| ID | Source | Location | Question | Options | Priority | Status |';

/** What stands in a registry besides, each thousands of times. */
const contents: Record<string, string> = {
  gaps: table(
    'Gap Priority Queue',
    GAPS,
    list(600, at => `| Minor | G-${1000 + at} | CHK005 | FR-004 | q? | deferred |`),
  ),
  'one gap': table(
    'Gap Priority Queue',
    GAPS,
    list(600, () => '| Minor | G-001 | CHK005 | FR-004 | q? | deferred |'),
  ),
  questions: table(
    'Unified Pending Questions',
    QUESTIONS,
    list(400, at => `| C2.${at} | G-001 | FR-002 | q | yes; no | security | pending |`),
  ),
  'rows that fit no column': table(
    'Gap Priority Queue',
    GAPS,
    list(200, () => `| Minor | | ${'x | '.repeat(30)}`),
  ),
  'one row of all cells': table('Gap Priority Queue', GAPS, [`|${' x |'.repeat(5000)}`]),
  documents: table(
    'Document Availability Matrix',
    '| Document | Status | Path | Last Modified |',
    list(600, at => `| d${at}.md | present | \`x/d${at}.md\` | - |`),
  ),
  decisions: table(
    'Unified Decisions Log',
    '| Timestamp | Agent | Decision | Rationale |',
    list(600, at => `| 2026-06-08T09:20:${at % 60}Z | spec-writer | d ${at} | r |`),
  ),
  handoffs: `\n## Agent Handoff Notes\n\n${list(600, at => `### From agent-${at}\n\n- note\n- Ready for: x\n`).join('\n')}`,
  'one section': table('Workflow Status', '| Workflow | Status |', ['| a | b |']).repeat(400),
  legends: `\n**Status**: \`a\` | \`b\`\n`.repeat(700),
  ids: `\n${list(800, at => `FR-${at} CHK${at} G-${at} C1.${at} T${at}`).join(' ')}\n`,
};

export const registryTexts: TextAttack[] = Object.entries(contents).map(([name, content]) => ({
  name: `registry: ${name}`,
  file: '.workflow/index.md',
  text: HEAD + content,
}));
