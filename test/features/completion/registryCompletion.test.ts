import { describe, expect, test } from 'vitest';
import { acceptCompletion } from '../../kit/applyEdits';
import { memoryWorkspace } from '../../kit/memoryWorkspace';
import { itemsAt, labelsAt, saidAt } from '../askAt';

// The cursor is drawn as ‸: a bar stands in every table.
function at(drawn: string) {
  const offset = drawn.indexOf('‸');
  if (offset < 0) throw new Error('no cursor is drawn');
  const before = drawn.slice(0, offset).split('\n');
  const position = { line: before.length - 1, character: before.at(-1)?.length ?? 0 };
  return { name: 'specs/005-x/.workflow/index.md', text: drawn.replace('‸', ''), position };
}

const QUEUE = `## Gap Priority Queue

| Priority | Gap ID | CHK Source | FR Reference | Question | Status |
|----------|--------|------------|--------------|----------|--------|
| Critical | G-001 | CHK001 | FR-001 | Who? | pending |
`;
const QUESTIONS = `## Unified Pending Questions

| ID | Source | Location | Question | Options | Priority | Status |
|----|--------|----------|----------|---------|----------|--------|
| C1.1 | G-001 | FR-001 | Who? | a; b | scope | pending |
`;
const STATUS = `## Workflow Status

- **Current Phase**: specify
- **Current Agent**: spec-writer
- **Status**: in_progress
`;
const LOG = `## Decisions Log

| Timestamp | Agent | Decision | Rationale |
|-----------|-------|----------|-----------|
`;

describe('completion in a registry', () => {
  const cases: [string, string, string[]][] = [
    [
      'the next cell of a row that is being written',
      `${STATUS}\n## Gap Priority Queue\n\n| Priority | Gap ID | Status |\n|---|---|---|\n| Minor | G-001 | ‸`,
      ['pending', 'resolved'],
    ],
    ['the words of a cell', QUEUE.replace('pending |', 'pend‸ |') + STATUS, ['pending', 'clarifying', 'resolved']],
    [
      'the words of a field',
      QUEUE + STATUS.replace('in_progress', '‸in_progress'),
      ['not_started', 'in_progress', 'completed', 'blocked'],
    ],
    [
      'the words of a legend',
      `${QUEUE.replace('pending |', '‸ |')}\n**Status**: \`open\` | \`closed\`\n\n${STATUS}`,
      ['open', 'closed'],
    ],
    ['ids that are defined elsewhere', QUEUE + QUESTIONS.replace('C1.1 | G-001', 'C1.1 | ‸'), ['G-001']],
    ['the next free id', QUEUE.replace('G-001', '‸') + QUESTIONS, ['G-002']],
    [
      'a row under a table, from its pipe',
      `${QUEUE}|‸\n\n${STATUS}`,
      ['| Priority | Gap ID | CHK Source | FR Reference | Question | Status |', 'Critical'],
    ],
    ['agents seen so far', `${QUEUE + STATUS + LOG}| 2026-01-01 | ‸ | x | y |\n`, ['spec-writer']],
    [
      'a row under a table',
      `${QUEUE}‸\n\n${STATUS}`,
      ['| Priority | Gap ID | CHK Source | FR Reference | Question | Status |'],
    ],
    [
      'fields that are missing',
      QUEUE + STATUS.replace('- **Current Agent**: spec-writer\n', '- ‸\n'),
      ['Current Agent'],
    ],
    ['sections that are missing', `${QUEUE + STATUS}\n## ‸`, ['## Metadata', '## Decisions Log']],
  ];
  test.each(cases)('%s', (_, drawn, wanted) => {
    expect(labelsAt(at(drawn))).toEqual(expect.arrayContaining(wanted));
  });

  test.each([
    ['G-002, G-‸', 'G-002, G-001'],
    ['G-002, ‸', 'G-002, G-001'],
    ['G-002‸, G-003', 'G-001, G-003'],
    ['two gaps (G-0‸, G-003)', 'two gaps (G-001, G-003)'],
    ['G-0‸', 'G-001'],
  ])('of several ids in a cell only the one at the cursor is replaced: %s', (cell, wanted) => {
    const file = at(QUEUE + QUESTIONS.replace('C1.1 | G-001', `C1.1 | ${cell}`));
    const item = itemsAt(file).find(({ label }) => label === 'G-001');
    expect(item && acceptCompletion(file.text, item, file.position)).toContain(`| C1.1 | ${wanted} | FR-001`);
  });

  test('documents that are on disk', () => {
    const drawn = `${STATUS}\n## Document Availability\n\n| Document | Status |\n|---|---|\n| ‸ | present |\n`;
    const workspace = memoryWorkspace([
      'specs/005-x/spec.md',
      'specs/005-x/checklists/a.md',
      'specs/005-x/.workflow/index.md',
    ]);
    expect(labelsAt(at(drawn), { workspace })).toEqual(expect.arrayContaining(['spec.md', 'checklists/']));
  });

  test.each(cases)('%s: what is accepted stands in the document, and nothing else has changed', (_, drawn, wanted) => {
    const file = at(drawn);
    const item = itemsAt(file).find(({ label }) => label === wanted[0]);
    expect(item).toBeDefined();
    if (!item) return;
    const after = acceptCompletion(file.text, item, file.position);
    expect(after.split('\n').length).toBeGreaterThanOrEqual(file.text.split('\n').length);
    for (const line of file.text.split('\n').filter((one, index) => index !== file.position.line && one !== '')) {
      expect(after).toContain(line);
    }
  });

  test.each([
    ['with one section', 'specs/005-x/.workflow/index.md', `${STATUS}\n## ‸`],
    ['with a title', 'notes/feature.md', '# Feature Index: 005-x\n\n## ‸'],
    ['with a title and a begun name', 'notes/feature.md', '# Feature Index: 005-x\n\n## Dec‸\n'],
    ['with one section, elsewhere', 'state/index.md', `# Sign-in\n\n${LOG}\n## ‸`],
    ['empty but for its name', 'specs/005-x/.workflow/index.md', '## ‸'],
  ])('a registry that is only begun, %s, is offered its sections', (_, name, drawn) => {
    const file = { ...at(drawn), name };
    expect(labelsAt(file)).toEqual(expect.arrayContaining(['## Metadata', '## Unified Pending Questions']));
    const item = itemsAt(file).find(({ label }) => label === '## Metadata');
    const after = item ? acceptCompletion(file.text, item, file.position) : '';
    expect(after).toMatch(/^## Metadata\n/m);
    expect(after).not.toMatch(/^## *(?:Dec)?$/m);
  });

  test.each([
    ['another document', 'README.md', '# A tool\n\n## Metadata\n\n## ‸'],
    ['a page of a site', 'docs/index.md', '# Welcome\n\n## Install\n\n## ‸'],
    ['a block of code', 'specs/005-x/.workflow/index.md', '```sh\n## ‸\n```\n'],
    ['a block in a registry', 'specs/005-x/.workflow/index.md', `${QUEUE + STATUS}\n\`\`\`text\n‸\n\`\`\`\n`],
    ['a line of text', 'specs/005-x/.workflow/index.md', `${LOG}\nSome text ‸\n`],
  ])('%s is offered none', (_, name, drawn) => {
    expect(labelsAt({ ...at(drawn), name })).toEqual([]);
  });

  test('a row stands before the words of its first cell, and a half-typed agent is no agent', () => {
    expect(labelsAt(at(`${QUEUE}|‸\n\n${STATUS}`))[0]).toMatch(/^\| Priority/);
    const typed = labelsAt(at(`${QUEUE + STATUS + LOG}| 2026-01-01 | sp‸ | x | y |\n`));
    expect(typed).toContain('spec-writer');
    expect(typed).not.toContain('sp');
  });

  test('prose of a registry, and a README, get nothing', () => {
    expect(labelsAt(at(`${QUEUE + STATUS}\nSome text ‸goes here\n`))).toEqual([]);
    expect(labelsAt(at('# A tool\n\n## Metadata\n\n- **Status**: ‸\n'))).toEqual([]);
  });
});

describe('hover in a registry', () => {
  const cases: [string, string, string[]][] = [
    ['a section', QUEUE.replace('## Gap', '## ‸Gap') + STATUS, ['Gap Priority Queue', 'checklist agent']],
    ['a column', QUEUE.replace('| Question', '| ‸Question') + STATUS, ['**Question**']],
    ['a status', QUEUE.replace('pending |', 'pen‸ding |') + STATUS, ['**`pending`**', '`clarifying`']],
    ['a field', QUEUE + STATUS.replace('Current Agent', 'Current ‸Agent'), ['Current Agent']],
  ];
  test.each(cases)('%s', (_, drawn, wanted) => {
    const said = saidAt(at(drawn));
    for (const text of wanted) expect(said).toContain(text);
    expect(said).toContain('workflow-primitives/registry');
  });
});

describe('a registry inside of an envelope', () => {
  const content = JSON.stringify(`# Feature Index: x\n\n${QUEUE}\n${STATUS}`);
  const envelope = (text: string) =>
    `{"success": true, "summary": "s", "artifacts": [{"path": "a/index.md", "operation": "update", "content": ${text}}], "recommendation": "proceed"}`;

  test('completes and explains its cells', () => {
    const drawn = envelope(content.replace('pending |', 'pen‸ding |'));
    const file = { ...at(drawn), name: 'out.json' };
    expect(labelsAt(file)).toContain('resolved');
    expect(saidAt(file)).toContain('**`pending`**');
    const item = itemsAt(file).find(({ label }) => label === 'resolved');
    const after = item ? acceptCompletion(file.text, item, file.position) : '';
    expect(JSON.parse(after).artifacts[0].content).toContain('| Who? | resolved |');
  });
});
