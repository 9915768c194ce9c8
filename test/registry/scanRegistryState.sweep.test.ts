import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { SectionDefinition } from '../../server/src/model/registry';
import type { RegistryState } from '../../server/src/model/run';
import { markdownFile } from '../../server/src/parts/splitIntoParts';
import { SECTIONS } from '../../server/src/registry/allSections';
import { isRegistry } from '../../server/src/registry/isRegistry';
import { readRegistry } from '../../server/src/registry/readRegistry';
import { registryState, STATE_SECTIONS } from '../../server/src/registry/registryState';
import { glancedSection, scanRegistryState } from '../../server/src/registry/scanRegistryState';
import { parseMarkdown } from '../../server/src/text/parseMarkdown';
import { registryText as benchRegistry } from '../bench/registries.mjs';
import { sixteenth } from '../kit/amount';
import { memoryFile } from '../kit/analyseText';
import { corpusFiles, corpusMissing, corpusText, filesBelow, projectRoot } from '../kit/corpus';
import { ownBlocks, referenceBlocks } from '../text/referenceMarkdown';
import { registryText } from './arbitraryRegistry';
import { disturbedOf } from './disturbedRegistry';

/** The state according to parsing the whole text. */
function read(text: string): RegistryState | undefined {
  const { blocks: markdown } = markdownFile(memoryFile('index.md', text));
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
    'one workflow, named in the metadata, with its phase',
    `${metadata}## Workflow Status\n\n- **Current Phase**: B1 review\n`,
    { feature: '005-invites', workflows: [{ name: 'specify', status: 'running' }] },
  ],
  [
    'a status takes precedence over a phase',
    `${metadata}## Workflow Status\n\n- **Current Phase**: clarifying\n- **Status**: blocked\n`,
    { feature: '005-invites', workflows: [{ name: 'specify', status: 'blocked' }] },
  ],
  [
    'a workflow that only has a loop',
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
    'one workflow without a name gets that of its loop',
    `${title}${loop('clarifying')}## Workflow Status\n\n- **Current Phase**: clarifying\n`,
    { feature: '005-invites', workflows: [{ name: 'specify', status: 'running' }] },
  ],
  [
    'a row takes precedence over the loop, unless it is empty',
    title + status(['specify', 'blocked']) + loop('clarifying'),
    { feature: '005-invites', workflows: [{ name: 'specify', status: 'blocked' }] },
  ],
  [
    'a template has no state',
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
  expect(scanRegistryState(text)).toEqual(wanted);
});

const fieldTable = (...names: string[]) =>
  `## Workflow Status\n\n${row(...names)}${row(...names.map(() => '---'))}${row('Current Phase', 'x', '-')}${row('Status', 'blocked')}\n`;

test.each([
  [
    'numbers, emoji and remarks',
    `${title}## 1. Metadata\n\n- __Workflow__: *plan*\n\n## 🚦 Workflow Status (now)\n\n- Status: **blocked** <!-- since Monday -->\n`,
  ],
  [
    'a remark beside the section',
    `${title}${metadata}## Workflow Status (old)\n\n- Status: completed\n\n## Workflow Status\n\n- Status: blocked\n`,
  ],
  ['a long comment', `${title}${metadata}## Workflow Status <!-- ${'x'.repeat(100)} -->\n\n- Status: blocked\n`],
  ['a table of fields with three columns', title + metadata + fieldTable('Field', 'Value', 'Notes')],
  ['a table of fields with other names', title + metadata + fieldTable('Property', 'State')],
])('%s', (_, text) => {
  expect(read(text)?.workflows.map(({ status }) => status)).toEqual(['blocked']);
  expect(scanRegistryState(text)).toEqual(read(text));
});

test('a text without two known headings is not a registry', () => {
  expect(scanRegistryState('')).toBeUndefined();
  expect(scanRegistryState('# A tool\n\n## Metadata\n\n- **Licence**: MIT\n')).toBeUndefined();
  expect(scanRegistryState('## Metadata of it\n\n# Metadata and more\n')).toBeUndefined();
  expect(scanRegistryState('```\n## Metadata\n\n## Workflow Status\n```\n')).toBeUndefined();
  expect(scanRegistryState('<!--\n## Metadata\n\n## Workflow Status\n-->\n')).toBeUndefined();
});

test('one heading with its fields is a registry', () => {
  expect(scanRegistryState('## Metadata\n\n- **Feature ID**: 7\n- **Branch**: b\n- **Created**: -\n')?.feature).toBe(
    '7',
  );
});

const workflow = '## Metadata\n\n- Workflow: plan\n\n';
const emptyStatus = '## Workflow Status\n\n';
const table = '| Workflow | Status |\n|---|---|\n| tasks | blocked |\n';
const untold: RegistryState = { feature: '', workflows: [{ name: 'plan', status: 'unknown' }] };
const told: RegistryState = { feature: '', workflows: [{ name: 'tasks', status: 'blocked' }] };

test.each<[string, string, RegistryState | undefined]>([
  [
    'underlined hashes that are text, before the title',
    `#Metadata\n---\n# Feature Index: 7\n\n${workflow}${emptyStatus}`,
    untold,
  ],
  ['front matter before the title', `---\nname: x\n---\n\n# Feature Index: 7\n\n${workflow}${emptyStatus}`, untold],
  ['a title in a quote before the main title', `> a\n> ===\n\n# Feature Index: 7\n\n${workflow}${emptyStatus}`, untold],
  [
    'names underlined with one or two characters',
    'Metadata\n-\n\n- Workflow: tasks\n\nWorkflow Status\n==\n\n- Status: blocked\n',
    told,
  ],
  ['an indented underline', 'Metadata\n  --\n\n- Workflow: tasks\n\n## Workflow Status\n\n- Status: blocked\n', told],
  ['names of two lines', 'Workflow\nStatus\n---\n\n- Status: blocked\n\n## Metadata\n\n- Workflow: tasks\n', told],
  ['underlined hashes that are text, in a section', `${workflow}#x\n---\n\n- Feature ID: 8\n\n${emptyStatus}`, untold],
  ['an underlined line with seven hashes', `${workflow}####### x\n---\n\n- Feature ID: 8\n\n${emptyStatus}`, untold],
  ['an underlined table row', `${workflow}| a |\n   ===\n* Feature ID: 8\n\n${emptyStatus}`, untold],
  ['an underlined quote', `${workflow}> a\n>===\n\n- Feature ID: 8\n\n${emptyStatus}`, untold],
  [
    'dashes below a heading',
    `${workflow}${emptyStatus}### Workflow | Status\n|---|---|\n| tasks | blocked |\n`,
    untold,
  ],
  ['a table in the continuation of a list item', `${workflow}${emptyStatus}- a | b\ntext\n${table}`, untold],
  [
    'dashes that begin a list item',
    `${workflow}${emptyStatus}| Workflow | Status |\n- | -\n| tasks | blocked |\n`,
    untold,
  ],
  ['indented dashes', `${workflow}${emptyStatus}${table.replace('\n', '\n ')}`, told],
  ['spaces after the dashes', `${workflow}${emptyStatus}Workflow | Status\n---|---|  \ntasks | blocked\n`, told],
  [
    'Unicode whitespace that Markdown does not treat as such',
    `${workflow}${emptyStatus}${table.replace('-|\n', '-|\n\u00a0\n')}`,
    told,
  ],
  ['indented HTML', '  <div>\n## Metadata\n## Workflow Status\n', undefined],
])('as in CommonMark: %s', (_, text, wanted) => {
  expect(ownBlocks(parseMarkdown(text))).toEqual(referenceBlocks(text));
  expect(read(text)).toEqual(wanted);
  expect(scanRegistryState(text)).toEqual(wanted);
});

// Here CommonMark has tables and our parser has none; supporting them would help nobody.
test.each([
  ['hashes and a pipe', `${workflow}${emptyStatus}#a | b\ntext\n${table}`],
  ['only an escaped pipe', `${workflow}${emptyStatus}a \\| b\n---|\n${table}`],
  ['dashes below a list item', `${workflow}${emptyStatus}* Workflow | Status\n--- | ---\ntasks | blocked\n`],
])('as when parsed: %s', (_, text) => {
  expect(scanRegistryState(text)).toEqual(read(text));
});

test('bold field names need no parser', () => {
  const metadata = SECTIONS.find(({ id }) => id === 'metadata') as SectionDefinition;
  expect(glancedSection('- **Feature ID**: 7\n- **Workflow**: plan\n', metadata)).toMatchObject({
    fields: [{ text: '7' }, { text: 'plan' }],
  });
});

const undisturbed = [
  title + metadata + loop('clarifying') + status(['specify', 'completed'], ['plan', 'blocked']),
  `${metadata}## Workflow Status\n\n- **Current Phase**: clarifying\n`,
];

describe('scanning gives the same state as parsing', () => {
  test('for valid and invalid registries', () => {
    fc.assert(
      fc.property(registryText, text => {
        expect(scanRegistryState(text)).toEqual(read(text));
      }),
      { numRuns: sixteenth(50) },
    );
  });

  test('for registries with arbitrary text between their lines', () => {
    fc.assert(
      fc.property(disturbedOf(undisturbed), text => {
        expect(scanRegistryState(text)).toEqual(read(text));
      }),
      { numRuns: sixteenth(80) },
    );
  });

  test('for the registries of the benchmarks', () => {
    for (let seed = 0; seed < 5; seed++)
      expect(scanRegistryState(benchRegistry(seed))).toEqual(read(benchRegistry(seed)));
  });

  test('for the sample', () => {
    const files = filesBelow(join(projectRoot, 'test/sample')).filter(file => file.endsWith('.md'));
    const texts = files.map(file => readFileSync(file, 'utf8'));
    expect(texts.map(scanRegistryState)).toEqual(texts.map(read));
    expect(texts.flatMap(text => scanRegistryState(text) ?? [])).toContainEqual({
      feature: '005-team-invites',
      workflows: [
        { name: 'specify', status: 'running' },
        { name: 'plan', status: 'unknown' },
        { name: 'tasks', status: 'unknown' },
      ],
    });
  });

  test.skipIf(corpusMissing)('for the corpus', () => {
    const texts = corpusFiles()
      .filter(path => path.endsWith('.md'))
      .map(corpusText);
    expect(texts.map(scanRegistryState)).toEqual(texts.map(read));
    expect(texts.filter(scanRegistryState).length).toBeGreaterThan(5);
  });

  test('for READMEs, which are not registries', () => {
    const packages = readdirSync(join(projectRoot, 'node_modules')).map(name =>
      join(projectRoot, 'node_modules', name, 'README.md'),
    );
    const texts = packages
      .filter(existsSync)
      .slice(0, 60)
      .map(file => readFileSync(file, 'utf8'));
    expect(texts.length).toBeGreaterThan(10);
    expect(texts.map(scanRegistryState)).toEqual(texts.map(read));
  });
});

test('no section that determines the state has the name of a subsection', () => {
  const parts = SECTIONS.flatMap(({ subsections = [] }) => subsections.flatMap(one => [one.title, ...one.aliases]));
  const rested = SECTIONS.filter(({ id, subsections }) => {
    expect(!STATE_SECTIONS.has(id) || subsections === undefined).toBe(true);
    return STATE_SECTIONS.has(id);
  });
  expect(rested).toHaveLength(STATE_SECTIONS.size);
  expect(rested.flatMap(({ title, aliases }) => [title, ...aliases]).filter(name => parts.includes(name))).toEqual([]);
});
