import { expect, test } from 'vitest';
import { hover, isOfNamedFeature } from '../../../server/src/features/hover';
import { featureEnvelopes, featureFamilies } from '../../../server/src/features/symbols/featureEnvelopes';
import { featureScope } from '../../../server/src/features/symbols/featureScope';
import { idSymbolAt } from '../../../server/src/features/symbols/idOccurrences';
import { symbolQueries } from '../../../server/src/features/symbols/rename';
import { isIdKind } from '../../../server/src/features/symbols/symbolKinds';
import { applyEdits } from '../../kit/applyEdits';
import { memoryWorkspace } from '../../kit/memoryWorkspace';
import { testContext } from '../../kit/testContext';
import { asked } from '../drawnFeature';

const index = 'specs/012-export/.workflow/index.md';

const input = (feature_id: string, spec: string, said = 'FR-001 is vague') => ({
  context: { feature_id, workflow: 'specify', iteration: 1 },
  paths: { spec },
  task: { action: 'validate', params: { fr: 'FR-001' } },
  prior_context: [said],
});
const output = (path: string) => ({
  success: true,
  summary: 'FR-001 is written.',
  artifacts: [{ path, operation: 'update', content: '- **FR-001**: Exports.\n' }],
  recommendation: 'proceed',
});
const lines = (...values: object[]) => values.map(value => `${JSON.stringify(value)}\n`).join('');

const FILES: Readonly<Record<string, string>> = {
  [index]: '# Feature Index: 012-export\n\n## Metadata\n\n- **Feature ID**: 012-export\n\n## Decisions Log\n\nFR-001\n',
  'specs/012-export/spec.md': '- **FR-001**: Exports.\n',
  'specs/013-import/spec.md': '- **FR-001**: Imports.\n',
  'specs/013-import/in.json': JSON.stringify(input('013-import', 'specs/013-import/spec.md')),
  'in.json': JSON.stringify(input('012-export', 'docs/other.md'), undefined, 2),
  'out.json': JSON.stringify(output('specs/012-export/spec.md')),
  'log.jsonl': lines(
    input('013-import', 'specs/013-import/spec.md', 'Not 012-export'),
    input('012-export', 'x.md'),
    output('./specs/013-import/spec.md'),
  ),
  'notes.md': `About 012-export, FR-001:\n\n\`\`\`json\n${JSON.stringify(input('012-export', 'x.md'))}\n\`\`\`\n\nFR-001\n`,
  'away.json': JSON.stringify(output('../specs/012-export/spec.md')),
};

const context = testContext();
const workspace = memoryWorkspace(FILES);
const uris = Object.keys(FILES).map(path => `file:///work/${path}`);

function scopeAt(path: string, drawn: string) {
  const { analysis, position } = asked(path, drawn, FILES);
  const symbol = idSymbolAt(analysis, position, workspace);
  if (!symbol || !isIdKind(symbol.name.kind)) throw new Error('no id');
  const elsewhere = featureEnvelopes(analysis, position.line, { uris, context, workspace });
  return { symbol, scope: featureScope(analysis, symbol.name.kind, workspace, elsewhere) };
}

function renamedFrom(path: string, drawn: string): Record<string, string> {
  const { symbol, scope } = scopeAt(path, drawn);
  const result = symbolQueries.rename({ symbol, to: 'FR-009', annotates: false }, scope);
  if ('refused' in result) throw new Error(String(result.refused));
  return Object.fromEntries(
    Object.entries(result.changes ?? {}).map(([uri, edits]) => {
      const changed = uri.replace('file:///work/', '');
      return [changed, applyEdits(FILES[changed] ?? '', edits)];
    }),
  );
}

const EXPECTED = {
  [index]: FILES[index]?.replaceAll('FR-001', 'FR-009'),
  'specs/012-export/spec.md': '- **FR-009**: Exports.\n',
  'in.json': FILES['in.json']?.replaceAll('FR-001', 'FR-009'),
  'out.json': FILES['out.json']?.replaceAll('FR-001', 'FR-009'),
  'log.jsonl': FILES['log.jsonl']
    ?.split('\n')
    .map((line, at) => (at === 1 ? line.replaceAll('FR-001', 'FR-009') : line))
    .join('\n'),
  'notes.md': FILES['notes.md']
    ?.split('\n')
    .map((line, at) => (at === 3 ? line.replaceAll('FR-001', 'FR-009') : line))
    .join('\n'),
};

test.each([
  ['the registry', index, 'FR-0¦01'],
  ['an envelope elsewhere with its id', 'in.json', '"FR-0¦01 is'],
  ['an envelope elsewhere with a path into it', 'out.json', '**FR-0¦01'],
  [
    'a line of a log',
    'log.jsonl',
    '012-export","workflow":"specify","iteration":1},"paths":{"spec":"x.md"},"task":{"action":"validate","params":{"fr":"FR-0¦01',
  ],
])('a rename from %s reaches every place of the feature and no other', (_, path, drawn) => {
  expect(renamedFrom(path, drawn)).toEqual(EXPECTED);
});

test('an id in an envelope elsewhere leads to its definition in the feature', () => {
  const { symbol, scope } = scopeAt('in.json', '"FR-0¦01 is');
  const [definition, ...more] = symbolQueries.definition({ symbol }, scope);
  expect(more).toEqual([]);
  expect(definition?.uri).toBe('file:///work/specs/012-export/spec.md');
});

test('another feature’s log line is renamed in its own feature', () => {
  const changed = renamedFrom('specs/013-import/spec.md', 'FR-0¦01');
  expect(Object.keys(changed).sort()).toEqual(['log.jsonl', 'specs/013-import/in.json', 'specs/013-import/spec.md']);
});

test('nothing is renamed while files are being read', () => {
  const { analysis, position } = asked(index, 'FR-0¦01', FILES);
  const disk = {
    ...workspace.disk,
    text: (uri: string) => (uri.endsWith('/in.json') ? undefined : workspace.disk.text(uri)),
  };
  const loading = { ...workspace, disk };
  const symbol = idSymbolAt(analysis, position, loading);
  if (!symbol) throw new Error('no id');
  const elsewhere = featureEnvelopes(analysis, position.line, { uris, context, workspace: loading });
  const scope = featureScope(analysis, 'requirement', loading, elsewhere);
  expect(symbolQueries.rename({ symbol, to: 'FR-009', annotates: false }, scope)).toEqual({
    refused: 'The files around this one are still being read.',
  });
});

test('the families whose envelopes name features', () => {
  expect(featureFamilies(context)).toEqual(['agent-protocol', 'workflow-primitives']);
});

test.each([
  ['with its id', 'in.json', '"FR-0¦01 is', 'Exports'],
  ['with a path into it', 'out.json', '**FR-0¦01', 'Exports'],
  ['in a block of a document', 'notes.md', '"fr":"FR-0¦01', 'Exports'],
  ['in the folder of another', 'specs/013-import/in.json', '"fr":"FR-0¦01', 'Imports'],
])('an id in an envelope elsewhere, %s, is explained', (_, path, drawn, says) => {
  const { analysis, position } = asked(path, drawn, FILES);
  const isNamed = isOfNamedFeature(analysis, position, workspace);
  expect(isNamed).toBe(!path.startsWith('specs/'));
  const shown = hover(analysis, position, context, workspace, isNamed ? uris : undefined);
  expect(JSON.stringify(shown?.contents)).toContain(says);
});

test('an id in an envelope of no feature is none of any', () => {
  const { analysis, position } = asked('away.json', '**FR-0¦01', FILES);
  expect(JSON.stringify(hover(analysis, position, context, workspace, uris)?.contents)).not.toContain('Exports.');
});
