import { expect, test } from 'vitest';
import type { DocumentSymbol } from 'vscode-languageserver-types';
import { documentLinks } from '../../server/src/features/documentLinks';
import { documentSymbols } from '../../server/src/features/documentSymbols';
import { foldingRanges } from '../../server/src/features/foldingRanges';
import { analysisOf, drawn, FILES, workspace } from './drawnFeature';

const index = 'specs/005/.workflow/index.md';
const artifactReturn = 'specs/005/.workflow/return.json';
const checks = 'check-modules/spec-checks.md';

/** The outline as lines: the name as the file has it in «», and what stands beside it. */
function outline(path: string, text = FILES[path] ?? ''): string[] {
  const lines = (symbol: DocumentSymbol, indent: string): string[] => {
    const { name, detail, selectionRange } = symbol;
    const at = drawn({ uri: `file:///work/${path}`, range: selectionRange }, { [path]: text }).replace(/.*«|».*/gs, '');
    const own = `${indent}${name}${at === name ? '' : ` «${at}»`}${detail ? ` (${detail})` : ''}`;
    return [own, ...(symbol.children ?? []).flatMap(child => lines(child, `${indent}  `))];
  };
  return documentSymbols(analysisOf(path, text)).flatMap(symbol => lines(symbol, ''));
}

test('of a registry its sections, fields and rows', () => {
  expect(outline(index)).toEqual([
    'Document Availability',
    '  spec.md (present)',
    '  checklists/ (present)',
    '  plan.md (absent)',
    'Workflow Status',
    '  specify (in_progress)',
    'Gap Priority Queue',
    '  G-002 (Critical · clarifying · What if a \\| b?)',
    '  G-001 «**G-001**» (Important · resolved · When?)',
    'Plan Gap Queue',
    '  G-RES-001 (Minor · auto-retry · pending · no reason)',
    'Unified Pending Questions',
    '  C2.1 (security · pending · Another address?)',
    'Gap Resolution History',
    '  G-001 (resolved · C1.1 said 7 days)',
    'Traceability Matrix',
    '  Checklist -> Requirements Mapping',
    '    CHK002 (Clarity)',
    '    CHK009 (Clarity)',
    'Agent Handoff Notes',
    '  From spec-clarify',
    '    Ready for (C2.1)',
  ]);
});

test('of a module of checks its headings and checks', () => {
  expect(outline(checks)).toEqual([
    'Specification checks',
    '  Content',
    '    SPEC-007 (auto-retry · Names no technology)',
    '    SPEC-008 (auto-retry · Each can be verified)',
  ]);
});

test('of a registry in an envelope the same, at its place in the string', () => {
  const lines = outline(artifactReturn);
  expect(lines.slice(lines.findIndex(line => line.startsWith('  State registry')) + 1)).toEqual([
    '    Document Availability',
    '      spec.md (present)',
    '    Gap Priority Queue',
    '      G-002 (Minor · deferred)',
    '      G-044 (Minor · pending)',
  ]);
});

test('of several envelopes each has its own registry', () => {
  const carrying = FILES[artifactReturn] ?? '';
  const bare = '{"success": true, "artifacts": [], "next_recommendation": "proceed"}';
  const lines = outline('returns.json', `[${carrying}, ${bare}]`).filter(line => /^\S|State registry/.test(line));
  expect(lines.map(line => line.split(' ').find(Boolean))).toEqual(['Artifact', 'State', 'Artifact']);
});

test('empty cells have a name too, which editors insist on', () => {
  const text = '## Workflow Status\n\n## Gap Priority Queue\n\n| Priority | Gap ID | Status |\n|-|-|-|\n| | | |\n| x\n';
  expect(outline('index.md', text)).toEqual(['Workflow Status', 'Gap Priority Queue', '  - «»', '  x']);
});

test('a section ends with its last line', () => {
  const lines = (FILES[index] ?? '').split('\n');
  const ends = documentSymbols(analysisOf(index)).map(
    ({ range: { end } }) => lines[end.line]?.length === end.character,
  );
  expect(ends).toEqual(ends.map(() => true));
  const last = documentSymbols(analysisOf(index)).map(({ range: { end } }) => lines[end.line]);
  expect(last).not.toContain('');
});

test('each range holds its own name and what is below it', () => {
  const isWithin = (inner: DocumentSymbol['range'], outer: DocumentSymbol['range']) =>
    (inner.start.line > outer.start.line ||
      (inner.start.line === outer.start.line && inner.start.character >= outer.start.character)) &&
    (inner.end.line < outer.end.line ||
      (inner.end.line === outer.end.line && inner.end.character <= outer.end.character));
  const outside = (symbol: DocumentSymbol): string[] => [
    ...(isWithin(symbol.selectionRange, symbol.range) ? [] : [symbol.name]),
    ...(symbol.children ?? []).flatMap(child => [
      ...(isWithin(child.range, symbol.range) ? [] : [`${symbol.name} > ${child.name}`]),
      ...outside(child),
    ]),
  ];
  for (const path of [index, artifactReturn, checks]) {
    expect(documentSymbols(analysisOf(path)).flatMap(outside)).toEqual([]);
  }
});

test('sections and tables fold; what is in a string does not', () => {
  const lines = (FILES[index] ?? '').split('\n');
  const folds = foldingRanges(analysisOf(index)).map(({ startLine, endLine }) => [lines[startLine], lines[endLine]]);
  expect(folds).toContainEqual(['# Feature Index: 005-invites', '- Ready for: C2.1']);
  expect(folds).toContainEqual(['## Document Availability', '| plan.md | absent | - |']);
  expect(folds).toContainEqual(['| Document | Status | Path |', '| plan.md | absent | - |']);
  expect(folds).toHaveLength(1 + 8 + 2 + 7);
  expect(foldingRanges(analysisOf(checks))).toHaveLength(4);
  const [inString] = (FILES[artifactReturn] ?? '')
    .split('\n')
    .flatMap((line, at) => (line.includes('content') ? at : []));
  expect(foldingRanges(analysisOf(artifactReturn)).map(({ startLine }) => startLine)).not.toContain(inString);
  expect(foldingRanges(analysisOf('specs/005/spec.md'))).toEqual([]);
});

test('documents and context files link to files that are there', () => {
  const linked = (path: string) =>
    documentLinks(analysisOf(path), workspace).map(
      ({ range, target }) => `${drawn({ uri: `file:///work/${path}`, range }).replace(/.*«|».*/g, '')} > ${target}`,
    );
  const root = 'file:///work/specs/005';
  expect(linked(index)).toEqual([
    `spec.md > ${root}/spec.md`,
    `specs/005/spec.md > ${root}/spec.md`,
    `.workflow/state.md > ${root}/.workflow/state.md`,
  ]);
  expect(linked(artifactReturn)).toEqual([
    `specs/005/.workflow/index.md > ${root}/.workflow/index.md`,
    `spec.md > ${root}/spec.md`,
  ]);
});
