import { expect, test } from 'vitest';
import {
  cellsOfLegend,
  columnNamed,
  fieldNamed,
  isFieldTable,
  sectionNamed,
  sectionsNamed,
  subsectionNamed,
  tableFor,
  wordNamed,
} from '../../server/src/registry/findSectionDefinitions';
import * as vocabularies from '../../server/src/registry/vocabularies';

function section(name: string) {
  const found = sectionNamed(name);
  if (!found) throw new Error(`no section ${name}`);
  return found;
}

test.each([
  ['METADATA', 'metadata'],
  ['Feature Metadata:', 'metadata'],
  ['**Gap  Priority Queue**', 'gap-priority-queue'],
  ['Global flags', 'global-configuration'],
  ['Gap Priority', undefined],
  ['constructor', undefined],
  ['-'.repeat(100_000), undefined],
])('a section, %.40s', (heading, id) => {
  expect(sectionNamed(heading)?.id).toBe(id);
});

test.each([
  ['Traceability Matrix', 'Requirements → Checklist Coverage', 'Requirements -> Checklist Coverage'],
  ['Traceability Matrix', 'requirements-->checklist coverage', 'Requirements -> Checklist Coverage'],
  ['Traceability Matrix', 'Requirements Checklist Coverage', undefined],
  ['Agent Handoff Notes', 'From spec-writer', 'From'],
  ['Agent Handoff Notes', 'From', 'From'],
  ['Agent Handoff Notes', 'Fromage', undefined],
  ['Metadata', 'From', undefined],
])('in %s, the subsection %s', (name, heading, title) => {
  expect(subsectionNamed(section(name), heading)?.title).toBe(title);
});

test.each([
  ['Gap Priority Queue', 'Priority|Gap ID|Status|Resolution', 4],
  ['Gap Priority Queue', 'Priority|Gap ID|CHK Source|Question|Status', 9],
  ['Gap Priority Queue', '**priority**|gap id|Owner|Sprint', 4],
  ['Gap Priority Queue', 'Priority|Owner|Sprint', undefined],
  ['Gap Priority Queue', '', undefined],
  ['Pending Questions', 'ID|Workflow|Location|Question|Options|Priority|Status', 7],
  ['Pending Questions', 'ID|Gaps|Status', 4],
  ['Traceability Matrix', 'FR ID|CHK IDs|Coverage Status|Gap IDs|Notes', 5],
  ['Traceability Matrix', 'CHK ID|FR IDs', 4],
  ['Metadata', 'Field|Value', undefined],
])('in %s, the table %s', (name, header, columns) => {
  expect(tableFor(section(name), header.split('|'))?.columns.length).toBe(columns);
});

test('the table of the subsection takes precedence', () => {
  const plan = section('Plan Traceability');
  const chain = subsectionNamed(plan, 'Full Traceability Chain');
  expect(tableFor(plan, ['FR ID', 'Coverage'], chain)).toBe(chain?.table);
  expect(tableFor(plan, ['Entity', 'Endpoints', 'Coverage'])?.columns[0]?.defines).toBe('entity');
});

test('finds columns and fields by each of their names', () => {
  const table = tableFor(section('Gap Priority Queue'), ['Priority', 'Clarification ID']);
  expect(table && columnNamed(table, '**CLARIFICATION ID**')?.name).toBe('Clarification');
  expect(fieldNamed(section('Metadata'), '**ID**')?.name).toBe('Feature ID');
  expect(fieldNamed(section('Metadata'), 'toString')).toBeUndefined();
  const handoff = section('Agent Handoff Notes');
  expect(fieldNamed(handoff, 'Ready for', subsectionNamed(handoff, 'From x'))?.format).toBe('agent');
  expect(fieldNamed(handoff, 'Ready for')).toBeUndefined();
});

test('the cells that a legend describes', () => {
  expect(cellsOfLegend(section('Workflow Status'), 'Phase values').map(({ name }) => name)).toEqual(['Current Phase']);
  expect(cellsOfLegend(section('Checklist Sync State'), 'Updated by')).toEqual([]);
});

test.each([
  ['Field|Value', true],
  ['**field**|VALUE', true],
  ['Metric|Count', true],
  ['Field|Value|Notes', false],
  ['Flag|Value', false],
  ['', false],
])('%s is the header of a table of fields: %s', (header, is) => {
  expect(isFieldTable(header.split('|'), [], section('Metadata'))).toBe(is);
});

test.each([
  ['Property|Value', ['Feature ID', 'Branch', 'x'], true],
  ['Field|Value|Notes', ['**Feature ID**', 'Branch'], true],
  ['Property|Value', ['Feature ID', 'x'], false],
  ['Property', ['Feature ID', 'Branch'], false],
])('%s with the rows %j is a table of fields: %s', (header, names, is) => {
  expect(isFieldTable(header.split('|'), names, section('Metadata'))).toBe(is);
  expect(isFieldTable(header.split('|'), names, section('Decisions Log'))).toBe(false);
});

test.each([
  ['3. Workflow Status', 'workflow-status'],
  ['3.1) Workflow Status', 'workflow-status'],
  ['🤝 Agent Handoff Notes', 'agent-handoff-notes'],
  ['Workflow Status ✅', 'workflow-status'],
  ['Workflow Status <!-- by the supervisor -->', 'workflow-status'],
  ['__Workflow Status__ {#status}', 'workflow-status'],
  ['Gap Priority Queue (3 gaps)', 'gap-priority-queue'],
  ['The Workflow Status', undefined],
  ['Workflow Status of the plan', undefined],
])('%s is the heading of %s', (heading, id) => {
  expect(sectionNamed(heading)?.id).toBe(id);
});

test('a heading with a remark names no section if another does without', () => {
  expect(sectionsNamed(['Metadata (old)', '1. Metadata', 'Workflow Status (now)']).map(one => one?.id)).toEqual([
    undefined,
    'metadata',
    'workflow-status',
  ]);
});

test.each([
  ['✓ Full', 'Full'],
  ['⚠\uFE0F Partial', 'Partial'],
  ['○ None', 'None'],
  ['Full', 'Full'],
  ['full', undefined],
  ['✓', undefined],
  ['✗ Full', undefined],
])('the design is covered: %s', (value, word) => {
  expect(wordNamed(vocabularies.designCoverage, value)?.word).toBe(word);
});

test('other spellings of a word', () => {
  expect(wordNamed(vocabularies.checklistCoverage, 'Not Validated')?.word).toBe('No validation');
  expect(wordNamed(vocabularies.planPhase, '0: Research')?.word).toBe('0');
  expect(wordNamed(vocabularies.gapStatus, '✓ resolved')).toBeUndefined();
});

test('the words of a legend may have signs', () => {
  const legend = { id: 'x', signs: true, words: [{ word: '✓ Full', about: '' }] };
  expect(wordNamed(legend, 'Full')?.word).toBe('✓ Full');
  expect(wordNamed(legend, '✓ Full')?.word).toBe('✓ Full');
});

test.each(['-', '(', '(-', '1. ', '{', ' '])('a heading of many %j is read in linear time', piece => {
  const start = performance.now();
  expect(sectionNamed(`a${piece.repeat(90)}b`)).toBeUndefined();
  expect(sectionNamed(`Metadata ${piece.repeat(90)}(x`)).toBeUndefined();
  expect(performance.now() - start).toBeLessThan(1000);
});
