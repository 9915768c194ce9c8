import { describe, expect, test } from 'vitest';
import type { CellDefinition } from '../../server/src/model/registry';
import { SECTIONS } from '../../server/src/registry/allSections';
import { nameKey, sectionOfStateKey, wordNamed } from '../../server/src/registry/findSectionDefinitions';
import * as vocabularies from '../../server/src/registry/vocabularies';
import { corpusMissing, corpusText } from '../kit/corpus';
import { outline } from './outline';
import { outsideDefinitions } from './outsideDefinitions';

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
  test('each name and each key of state updates belongs to one section', () => {
    const names = SECTIONS.flatMap(({ title, aliases }) => [title, ...aliases].map(nameKey));
    expect(new Set(names).size).toBe(names.length);
    const keys = SECTIONS.flatMap(({ stateKeys = [] }) => stateKeys);
    expect(new Set(keys).size).toBe(keys.length);
    expect(keys.map(key => sectionOfStateKey(key)?.id)).not.toContain(undefined);
    expect(new Set(SECTIONS.map(({ id }) => id)).size).toBe(SECTIONS.length);
  });

  test('has five core sections', () => {
    expect(SECTIONS.filter(({ core }) => core).map(({ title }) => title)).toEqual([
      'Metadata',
      'Document Availability',
      'Workflow Status',
      'Decisions Log',
      'Agent Handoff Notes',
    ]);
  });

  test.each(cells)('%s has a description of its meaning and its values', (_, cell) => {
    expect(cell.about).toMatch(/\.(\*\*)?$/);
    expect(cell.vocabulary || cell.format || cell.defines || cell.refers).toBeTruthy();
  });

  test('field and column names are unique', () => {
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
});

test('text outside the definitions is reported', () => {
  const text = `## Weather

## Priority Loop State

| Field | Value |
|-------|-------|
| **Loop Status** | running |
| **Current Iteration** | 1 / 9 |
| **Mood** | good |

**Loop Status values**: \`validating\` | \`running\`

## Gap Priority Queue

### Rain

## Decisions Log

| Timestamp | Agent | Decision | Owner |
|-----------|-------|----------|-------|
| yesterday | - | x | y |
`;
  expect(outsideDefinitions(text)).toEqual([
    'section Weather',
    'Priority Loop State: **Loop Status** is running',
    'Priority Loop State: **Current Iteration** is 1 / 9',
    'Priority Loop State: **Mood** is unknown',
    'Priority Loop State: field Last Activity is missing',
    'Priority Loop State: legend Loop Status values has running',
    'Gap Priority Queue: subsection Rain',
    'Decisions Log: column Owner',
    'Decisions Log: column Rationale is missing in Timestamp,Agent,Decision,Owner',
    'Decisions Log: Timestamp is yesterday',
    'Decisions Log: Agent is empty',
    'Decisions Log: Owner is unknown',
  ]);
});
