import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { CellDefinition, Extension } from '../../server/src/model/registry';
import {
  cellsOfLegend,
  columnNamed,
  fieldNamed,
  nameKey,
  sectionNamed,
  sectionOfStateKey,
  subsectionNamed,
  tableFor,
  wordNamed,
} from '../../server/src/registry/lookup';
import { SECTIONS } from '../../server/src/registry/sections';
import { type Filling, renderRegistry, renderSection } from '../../server/src/registry/template';
import * as vocabularies from '../../server/src/registry/vocabularies';
import { corpusMissing, corpusText } from '../kit/corpus';
import { outline } from './outline';
import { outsideDefinitions } from './outsideDefinitions';

const filling: Filling = {
  featureId: '005-user-auth',
  branch: 'feat/005-user-auth',
  workflow: 'specify',
  now: '2026-01-02T03:04:05Z',
  style: 'table',
};
const styles = ['bullets', 'table'] as const;
const extensions: Extension[] = [...new Set(SECTIONS.map(({ extension }) => extension))];

function section(name: string) {
  const found = sectionNamed(name);
  if (!found) throw new Error(`no section ${name}`);
  return found;
}

const cells: [string, CellDefinition][] = SECTIONS.flatMap(({ id, fields = [], tables = [], subsections = [] }) =>
  [
    ...fields,
    ...tables.flatMap(({ columns }) => columns),
    ...subsections.flatMap(one => [...(one.fields ?? []), ...(one.table?.columns ?? [])]),
  ].map(cell => [`${id}: ${cell.name}`, cell] as [string, CellDefinition]),
);

describe.skipIf(corpusMissing)(`real registries${corpusMissing ? ` (${corpusMissing})` : ''}`, () => {
  const fragment = 'fences/index-fragment__skills__specs__';
  test.each([
    ['index-templates/index-template.md', 16],
    ['index-templates/workflow-index-template.md', 19],
    ['fences/index-fragment__commands__hil_plan__L390.md', 1],
    [`${fragment}spec-gap-prioritization__QUESTIONS__L219.md`, 1],
    [`${fragment}specification-workflow-lifecycle__RECOVERY__L123.md`, 4],
    [`${fragment}specification-workflow-lifecycle__STATE__L180.md`, 1],
    [`${fragment}specification-workflow-lifecycle__STATE__L255.md`, 1],
  ])('%s', (path, count) => {
    const text = corpusText(`humaninloop/${path}`);
    expect(outline(text)).toHaveLength(count);
    expect(outsideDefinitions(text)).toEqual([]);
  });

  test.each([
    ['## Plan Traceability', 'fences/index-fragment__commands__hil_plan__L785.md'],
    ['## Priority Loop State\n', 'fences/index-fragment__agents__hil_gap-classifier__L137.md'],
  ])('in %j, %s', (heading, path) => {
    expect(outsideDefinitions(`${heading}\n${corpusText(`humaninloop/${path}`)}`)).toEqual([]);
  });
});

describe('sections', () => {
  test('each name means one section, and each key of a state update', () => {
    const names = SECTIONS.flatMap(({ title, aliases }) => [title, ...aliases].map(nameKey));
    expect(new Set(names).size).toBe(names.length);
    const keys = SECTIONS.flatMap(({ stateKeys = [] }) => stateKeys);
    expect(new Set(keys).size).toBe(keys.length);
    expect(keys.map(key => sectionOfStateKey(key)?.id)).not.toContain(undefined);
    expect(new Set(SECTIONS.map(({ id }) => id)).size).toBe(SECTIONS.length);
  });

  test('five are core', () => {
    expect(SECTIONS.filter(({ core }) => core).map(({ title }) => title)).toEqual([
      'Metadata',
      'Document Availability',
      'Workflow Status',
      'Decisions Log',
      'Agent Handoff Notes',
    ]);
  });

  test.each(cells)('%s says what it is for, and what belongs there', (_, cell) => {
    expect(cell.about).toMatch(/\.(\*\*)?$/);
    expect(cell.vocabulary || cell.format || cell.defines || cell.refers).toBeTruthy();
  });

  test('a table of fields has each name once, and so has a table', () => {
    for (const { fields = [], tables = [], subsections = [] } of SECTIONS) {
      for (const group of [fields, ...tables.map(one => one.columns), ...subsections.map(one => one.fields ?? [])]) {
        const names = group.flatMap(({ name, aliases = [] }) => [name, ...aliases].map(nameKey));
        expect(new Set(names).size).toBe(names.length);
      }
    }
  });
});

describe('vocabularies', () => {
  test.each(Object.values(vocabularies).map(one => [one.id, one] as const))('%s', (_, vocabulary) => {
    const spellings = vocabulary.words.flatMap(({ word, aliases = [] }) => [word, ...aliases]);
    expect(new Set(spellings).size).toBe(spellings.length);
    for (const { about } of vocabulary.words) expect(about).toMatch(/\.(\*\*)?$/);
    for (const word of vocabulary.words) expect(wordNamed(vocabulary, `\`${word.word}\``)).toBe(word);
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

  test('other spellings mean the same word', () => {
    expect(wordNamed(vocabularies.checklistCoverage, 'Not Validated')?.word).toBe('No validation');
    expect(wordNamed(vocabularies.planPhase, '0: Research')?.word).toBe('0');
    expect(wordNamed(vocabularies.gapStatus, '✓ resolved')).toBeUndefined();
  });
});

describe('looking up', () => {
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

  test('the table of the subsection goes first', () => {
    const plan = section('Plan Traceability');
    const chain = subsectionNamed(plan, 'Full Traceability Chain');
    expect(tableFor(plan, ['FR ID', 'Coverage'], chain)).toBe(chain?.table);
    expect(tableFor(plan, ['Entity', 'Endpoints', 'Coverage'])?.columns[0]?.defines).toBe('entity');
  });

  test('columns and fields by any of their names', () => {
    const table = tableFor(section('Gap Priority Queue'), ['Priority', 'Clarification ID']);
    expect(table && columnNamed(table, '**CLARIFICATION ID**')?.name).toBe('Clarification');
    expect(fieldNamed(section('Metadata'), '**ID**')?.name).toBe('Feature ID');
    expect(fieldNamed(section('Metadata'), 'toString')).toBeUndefined();
    const handoff = section('Agent Handoff Notes');
    expect(fieldNamed(handoff, 'Ready for', subsectionNamed(handoff, 'From x'))?.format).toBe('agent');
    expect(fieldNamed(handoff, 'Ready for')).toBeUndefined();
  });

  test('what a legend is about', () => {
    expect(cellsOfLegend(section('Workflow Status'), 'Phase values').map(({ name }) => name)).toEqual([
      'Current Phase',
    ]);
    expect(cellsOfLegend(section('Checklist Sync State'), 'Updated by')).toEqual([]);
  });
});

describe('rendering', () => {
  test.each(SECTIONS.flatMap(one => styles.map(style => [one.title, style, one] as const)))(
    '%s, as %s',
    (_, style, one) => {
      const text = renderSection(one, { ...filling, style });
      expect(outline(text)).toHaveLength(1);
      expect(outsideDefinitions(text)).toEqual([]);
      expect(text).not.toMatch(/[{}]|\n\n\n/);
      expect(text.endsWith('\n')).toBe(true);
    },
  );

  test.each(styles)('a whole registry, as %s', style => {
    const text = renderRegistry({ ...filling, style, extensions });
    expect(outsideDefinitions(text)).toEqual([]);
    const within = ['Feature Readiness', 'Global Configuration'];
    const rest = SECTIONS.filter(({ title }) => !within.includes(title)).map(({ title }) => title);
    expect(outline(text).map(({ heading }) => heading)).toEqual(rest);
  });

  test('the core alone', () => {
    expect(renderRegistry({ ...filling, style: 'bullets', extensions: [] })).toBe(`# Feature Index: 005-user-auth

## Metadata

- **Feature ID**: 005-user-auth
- **Branch**: feat/005-user-auth
- **Created**: 2026-01-02T03:04:05Z
- **Workflow**: specify

## Document Availability

| Document | Status |
|----------|--------|
| spec.md | absent |

## Workflow Status

- **Current Phase**: not_started
- **Current Agent**: -
- **Status**: not_started

## Decisions Log

| Timestamp | Agent | Decision | Rationale |
|-----------|-------|----------|-----------|

## Agent Handoff Notes

### Current Agent

- **Agent**: -
- **Started**: -
- **Status**: not_started

### Handoff from Previous Agent
`);
  });

  test('legends list the words of closed vocabularies', () => {
    const queue = renderSection(section('Gap Priority Queue'), filling);
    expect(queue).toContain('**Priority values**: `Critical` | `Important` | `Minor`\n');
    const questions = renderSection(section('Pending Questions'), filling);
    expect(questions).toContain('**Priority values**: `scope` > `security` > `ux` > `technical`\n');
    expect(renderSection(section('Workflow Status'), filling)).not.toContain('**Current Phase values**');
  });

  test('what is filled in cannot break out of its line or cell', () => {
    fc.assert(
      fc.property(fc.string(), fc.constantFrom(...styles), (text, style) => {
        const rendered = renderRegistry({ ...filling, featureId: text, branch: text, style, extensions });
        const plain = renderRegistry({ ...filling, style, extensions });
        expect(rendered.split(/\r\n|\n|\r/).length).toBe(plain.split('\n').length);
      }),
      { numRuns: 50 },
    );
    const piped = renderSection(section('Metadata'), { ...filling, branch: 'a|b\n# c' });
    expect(piped).toContain('| **Branch** | a\\|b # c |');
  });
});
