import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { RegistryState } from '../../server/src/model/run';
import { markdownFile } from '../../server/src/parts/split';
import { glance } from '../../server/src/registry/glance';
import { readRegistry } from '../../server/src/registry/read';
import { isRegistry } from '../../server/src/registry/recognise';
import { SECTIONS } from '../../server/src/registry/sections';
import { registryState, STATE_SECTIONS } from '../../server/src/registry/state';
import { registryText as benchRegistry } from '../bench/registries.mjs';
import { fileOf } from '../kit/analysed';
import { corpusFiles, corpusMissing, corpusText, filesBelow, projectRoot } from '../kit/corpus';
import { registryText } from './arbitraryRegistry';

/** The state as reading the whole text tells it. */
function read(text: string): RegistryState | undefined {
  const { blocks: markdown } = markdownFile(fileOf('index.md', text));
  return isRegistry(markdown) ? registryState(readRegistry(markdown, { whole: false })) : undefined;
}

const row = (...cells: string[]) => `| ${cells.join(' | ')} |\n`;
const title = '# Feature Index: 005-invites\n\n';
const metadata = '## Metadata\n\n- **Feature ID**: 005-invites\n- **Workflow**: specify\n\n';
const loop = (word: string) =>
  `## Priority Loop State\n\n${row('Field', 'Value')}${row('---', '---')}${row('**Loop Status**', word)}\n`;
const status = (...rows: [string, string][]) =>
  `## Workflow Status\n\n${row('Workflow', 'Status')}${row('---', '---')}${rows.map(cells => row(...cells)).join('')}\n`;

test.each<[string, string, RegistryState]>([
  [
    'a row for each workflow',
    title +
      metadata +
      status(['specify', 'completed'], ['plan', '`in_progress`'], ['tasks', 'blocked'], ['-', 'x'], ['ship', 'sent']),
    {
      feature: '005-invites',
      workflows: [
        { name: 'specify', status: 'succeeded' },
        { name: 'plan', status: 'running' },
        { name: 'tasks', status: 'blocked' },
        { name: 'ship', status: 'unknown' },
      ],
    },
  ],
  [
    'one workflow, named by the metadata, in a phase of its own',
    `${metadata}## Workflow Status\n\n- **Current Phase**: B1 review\n`,
    { feature: '005-invites', workflows: [{ name: 'specify', status: 'running' }] },
  ],
  [
    'a status goes before a phase',
    `${metadata}## Workflow Status\n\n- **Current Phase**: clarifying\n- **Status**: blocked\n`,
    { feature: '005-invites', workflows: [{ name: 'specify', status: 'blocked' }] },
  ],
  [
    'a workflow that only its loop speaks of',
    title + loop('terminated') + status(['plan', 'not_started']),
    {
      feature: '005-invites',
      workflows: [
        { name: 'plan', status: 'unknown' },
        { name: 'specify', status: 'cancelled' },
      ],
    },
  ],
  [
    'one workflow without a name has that of its loop',
    `${title}${loop('clarifying')}## Workflow Status\n\n- **Current Phase**: clarifying\n`,
    { feature: '005-invites', workflows: [{ name: 'specify', status: 'running' }] },
  ],
  [
    'a row goes before the loop, but where it says nothing',
    title + status(['specify', 'blocked']) + loop('clarifying'),
    { feature: '005-invites', workflows: [{ name: 'specify', status: 'blocked' }] },
  ],
  [
    'a template says nothing',
    '# Feature Index: {{feature_id}}\n\n## Metadata\n\n- **ID**: {feature_id}\n\n## Workflow Status\n\n- **Status**: {x}\n',
    { feature: '', workflows: [] },
  ],
  [
    'Windows has lines of its own',
    (title + metadata + status(['specify', 'completed'])).replaceAll('\n', '\r\n'),
    { feature: '005-invites', workflows: [{ name: 'specify', status: 'succeeded' }] },
  ],
])('%s', (_, text, wanted) => {
  expect(read(text)).toEqual(wanted);
  expect(glance(text)).toEqual(wanted);
});

test('a text without two headings of ours is none', () => {
  expect(glance('')).toBeUndefined();
  expect(glance('# A tool\n\n## Metadata\n\n- **Licence**: MIT\n')).toBeUndefined();
  expect(glance('## Metadata of it\n\n# Metadata and more\n')).toBeUndefined();
  expect(glance('```\n## Metadata\n\n## Workflow Status\n```\n')).toBeUndefined();
  expect(glance('<!--\n## Metadata\n\n## Workflow Status\n-->\n')).toBeUndefined();
});

test('one heading with its fields is one', () => {
  expect(glance('## Metadata\n\n- **Feature ID**: 7\n- **Branch**: b\n- **Created**: -\n')?.feature).toBe('7');
});

describe('it says what reading says', () => {
  test('of registries as they are and as they should not be', () => {
    fc.assert(
      fc.property(registryText, text => {
        expect(glance(text)).toEqual(read(text));
      }),
      { numRuns: 50 },
    );
  });

  test('of registries with anything between their lines', () => {
    fc.assert(
      fc.property(disturbed, text => {
        expect(glance(text)).toEqual(read(text));
      }),
      { numRuns: 80 },
    );
  });

  test('of the registries of the benchmarks', () => {
    for (let seed = 0; seed < 5; seed++) expect(glance(benchRegistry(seed))).toEqual(read(benchRegistry(seed)));
  });

  test('of the sample', () => {
    const files = filesBelow(join(projectRoot, 'test/workspace')).filter(file => file.endsWith('.md'));
    const texts = files.map(file => readFileSync(file, 'utf8'));
    expect(texts.map(glance)).toEqual(texts.map(read));
    expect(texts.flatMap(text => glance(text) ?? [])).toContainEqual({
      feature: '005-team-invites',
      workflows: [
        { name: 'specify', status: 'running' },
        { name: 'plan', status: 'unknown' },
        { name: 'tasks', status: 'unknown' },
      ],
    });
  });

  test.skipIf(corpusMissing)('of the corpus', () => {
    const texts = corpusFiles()
      .filter(path => path.endsWith('.md'))
      .map(corpusText);
    expect(texts.map(glance)).toEqual(texts.map(read));
    expect(texts.filter(glance).length).toBeGreaterThan(5);
  });

  test('of READMEs, which are none', () => {
    const packages = readdirSync(join(projectRoot, 'node_modules')).map(name =>
      join(projectRoot, 'node_modules', name, 'README.md'),
    );
    const texts = packages
      .filter(existsSync)
      .slice(0, 60)
      .map(file => readFileSync(file, 'utf8'));
    expect(texts.length).toBeGreaterThan(10);
    expect(texts.map(glance)).toEqual(texts.map(read));
  });
});

test('no section that a state rests on is called as a part of another', () => {
  const parts = SECTIONS.flatMap(({ subsections = [] }) => subsections.flatMap(one => [one.title, ...one.aliases]));
  const rested = SECTIONS.filter(({ id, subsections }) => {
    expect(!STATE_SECTIONS.has(id) || subsections === undefined).toBe(true);
    return STATE_SECTIONS.has(id);
  });
  expect(rested).toHaveLength(STATE_SECTIONS.size);
  expect(rested.flatMap(({ title, aliases }) => [title, ...aliases]).filter(name => parts.includes(name))).toEqual([]);
});

const DISTURBING = [
  '```',
  '```json',
  '~~~',
  '  ```',
  '````',
  '- ```',
  '> ```',
  '<!--',
  '-->',
  '<!-- x -->',
  'text <!-- x',
  '<div>',
  '</div>',
  '<https://example.org>',
  '---',
  '===',
  '-',
  '***',
  '',
  '',
  '    code',
  'prose',
  'Metadata',
  'a | b',
  '|---|---|',
  '| --- | :-: |  ',
  '> note',
  '> ## Metadata',
  '> - **Feature ID**: q',
  '> **x**',
  '- ## Workflow Status',
  '- item',
  '  - **Feature ID**: nested',
  '  continued',
  '1. **Feature ID**: one',
  '2. two',
  '- **ID**: 7 `x`',
  '* **Status**: completed',
  '- Workflow: plan',
  '+ **Current Phase:** validating',
  '-     **ID**: code',
  '- | a |',
  '| a \\| b | `c|d` |',
  '| plan | completed |',
  '| **ID** | 9 |',
  '| Field | Value |',
  '| Workflow | Status |',
  'Workflow | Status',
  '--- | ---',
  '#',
  '##\t',
  '## Metadata ##',
  '## *Metadata*:',
  ' ## Workflow Status',
  '    ## Workflow Status',
  '#Metadata',
  '####### Metadata',
  '### Notes',
  '# Other',
  '## Decisions Log',
  '[a]: b',
  '\\# Metadata',
];

const disturbed = fc
  .tuple(
    fc.oneof(
      registryText,
      fc.constantFrom(
        title + metadata + loop('clarifying') + status(['specify', 'completed'], ['plan', 'blocked']),
        `${metadata}## Workflow Status\n\n- **Current Phase**: clarifying\n`,
        '',
      ),
    ),
    fc.array(fc.tuple(fc.nat(60), fc.constantFrom(...DISTURBING)), { maxLength: 6 }),
    fc.constantFrom('\n', '\n', '\n', '\r\n'),
  )
  .map(([text, lines, end]) => {
    const all = text.split('\n');
    for (const [at, line] of lines) all.splice(at % (all.length + 1), 0, line);
    return all.join(end);
  });
