import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type StateFiles, stateTree } from '../../../server/src/features/runs/stateTree';
import { nodeLocation } from '../../../server/src/features/runs/treeNodeId';
import type { RunIndex } from '../../../server/src/runs/index/runIndex';
import { spanRange } from '../../../server/src/runs/reading/envelopeLocator';
import type { TreeNode } from '../../../server/src/shared/lspExtensions';
import { projectRoot } from '../../kit/corpus';
import { fileRecordOf } from '../../kit/fileRecordOf';
import { indexOf } from '../../runs/index/indexOf';
import { NOW } from './shownTree';

const text = readFileSync(join(projectRoot, 'test/sample/specs/005-team-invites/.workflow/index.md'), 'utf8');
const uri = 'file:///work/index.md';
const ON_DISK = new Set(['specs/005-team-invites/spec.md', 'specs/005-team-invites/plan.md']);
const files: StateFiles = {
  text: () => text,
  now: NOW,
  fileAt: path => (ON_DISK.has(path) ? `file:///work/${path}` : null),
};
const registry = { feature: '005', family: 'talk', workflows: [{ name: 'specify', status: 'running' as const }] };

describe('the state of a run with a registry', () => {
  const index = indexOf(
    fileRecordOf('index.md', [], { registry }),
    fileRecordOf('a.json', [
      {
        title: 'a',
        run: '005 · specify',
        space: 'feature',
        effects: [{ do: 'write', path: 'spec.md', operation: 'create' }],
      },
    ]),
  );

  test('is what the registry tells', () => {
    expect(drawn(index, files)).toEqual([
      'specify (in_progress · spec-clarify) sync',
      'plan (not_started) circle-outline',
      'tasks (not_started) circle-outline',
      'Loop (clarifying · iteration 2 / 10) sync',
      'Documents (3) files',
      '  spec.md (present) pass',
      '  checklists/ (present · missing) warning',
      '  plan.md (absent · on disk) warning',
      'Open gaps (1) issues',
      '  G-002 (Critical · clarifying · What if an invite is opened with another address?) flame',
      'Pending questions (1) question',
      '  C2.1 (security · pending · May someone who is signed in with another address accept an invite?) question',
      'Last decisions (3) law',
      '  Invites expire after 7 days (spec-clarify) law',
      '  The checklist is about security (checklist-agent) law',
      '  Single sign-on is left out (spec-writer) law',
      'Last handoff from spec-clarify (3) arrow-right',
      '  FR-003 names the period now note',
      '  C2.1 needs a person note',
      '  to checklist-agent arrow-right',
      'Artifacts (1) file-code',
      '  spec.md (create) new-file',
    ]);
  });

  test('counts what disk and registry do not agree on', () => {
    const roots = nodesOf(index, files);
    expect(roots.find(({ label }) => label === 'Documents')?.problems).toEqual({ error: 0, warning: 2, info: 0 });
    expect(drawn(index, { text: () => text, now: NOW })[5]).toBe('  spec.md (present) file');
  });

  test('each node leads to its row, whatever the line ends', () => {
    for (const version of [text, `\uFEFF${text.replaceAll('\n', '\r\n')}`]) {
      const lines = version.split(/\r?\n/);
      const nodes = [...every(index, { ...files, text: () => version })].filter(({ id }) => id.startsWith('["row'));
      expect(nodes.length).toBeGreaterThan(10);
      for (const { id, label } of nodes) {
        const place = nodeLocation(index, id);
        if (!place || !('span' in place)) throw new Error(`no place of ${label}`);
        const line = lines[spanRange(place.span, uri, version).start.line] ?? '';
        const word = label === 'Loop' ? 'Loop Status' : label.startsWith('to ') ? 'From' : label;
        expect(line).toContain(word);
      }
    }
  });
});

describe('the state of a run without one', () => {
  const index = indexOf(
    fileRecordOf('a.jsonl', [
      {
        title: 'a',
        run: '005 · specify',
        space: 'feature',
        agent: 'vision',
        effects: [
          { do: 'gap', id: 'G-2', status: 'pending', priority: 'Minor' },
          { do: 'gap', id: 'G-1', status: 'pending', priority: 'Critical', text: 'Why?' },
          { do: 'question', id: 'C1.1', status: 'answered' },
          { do: 'write', path: 'src/a.ts', operation: 'create' },
          { do: 'decision', text: 'REST' },
          { do: 'usage', tokens: 12 },
          { do: 'handoff', to: 'build' },
        ],
      },
    ]),
  );

  test('is what its steps told', () => {
    expect(drawn(index, files)).toEqual([
      'Status (succeeded) pass',
      'Agent (build) hubot',
      'Used (12 tokens) graph',
      'Open gaps (2) issues',
      '  G-1 (Critical · pending · Why?) flame',
      '  G-2 (Minor · pending) issues',
      'Open questions (none) question',
      'Artifacts (1) file-code',
      '  a.ts (create · src) new-file',
      'Last decisions (1) law',
      '  REST law',
      'Last handoff (1) arrow-right',
      '  to build arrow-right',
    ]);
  });

  test('is that also where the registry can not be read', () => {
    const withRegistry = indexOf(
      fileRecordOf('index.md', [], { registry }),
      fileRecordOf('a.json', [{ title: 'a', run: '005 · specify', space: 'feature', agent: 'vision' }]),
    );
    expect(drawn(withRegistry, { text: () => null, now: NOW })).toEqual([
      'Status (unfinished) sync-ignored',
      'Agent (vision) hubot',
    ]);
  });
});

test('ids are unique; those of other runs, and what is none, give nothing', () => {
  const index = indexOf(fileRecordOf('index.md', [], { registry }), fileRecordOf('x.json', [{ title: 'other' }]));
  const ids = [...every(index, files)].map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  const run = index.runs().find(({ registry }) => registry)?.key ?? '';
  const other = index.runs().find(({ registry }) => !registry)?.key ?? '';
  for (const id of [...ids, '[]', '', '["section","x","gaps"]']) {
    expect(stateTree(index, { run: other, parent: id }, files).nodes).toEqual([]);
  }
  expect(stateTree(index, { run: 'gone' }, files)).toEqual({ nodes: [], total: 0 });
  fc.assert(fc.property(fc.oneof(fc.string(), fc.json()), parent => void stateTree(index, { run, parent }, files)));
});

test('any registry can be shown', () => {
  const index = indexOf(fileRecordOf('index.md', [], { registry }));
  const torn = fc.array(
    fc.constantFrom(...text.split('\n'), '|', '| \u202E | [x](y) |', '| G-001 | | |', '- **Status**: {x}'),
    { maxLength: 40 },
  );
  fc.assert(
    fc.property(torn, lines => {
      const nodes = [...every(index, { ...files, text: () => lines.join('\n') })];
      expect(new Set(nodes.map(({ id }) => id)).size).toBe(nodes.length);
      for (const { label } of nodes) expect(label).not.toMatch(/^$|\u202E/);
    }),
  );
});

function nodesOf(index: RunIndex, files: StateFiles, parent?: TreeNode): TreeNode[] {
  const run = index.runs().find(({ id }) => id === '005 · specify')?.key ?? '';
  return stateTree(index, { run, ...(parent && { parent: parent.id }) }, files).nodes;
}

function* every(index: RunIndex, files: StateFiles, parent?: TreeNode): Generator<TreeNode> {
  for (const node of nodesOf(index, files, parent)) {
    yield node;
    if (node.opens !== 'no') yield* every(index, files, node);
  }
}

function drawn(index: RunIndex, files: StateFiles): string[] {
  const line = ({ label, description, icon }: TreeNode) =>
    `${label}${description ? ` (${description})` : ''} ${icon?.id}`;
  return nodesOf(index, files).flatMap(node => [
    line(node),
    ...(node.opens === 'no' ? [] : nodesOf(index, files, node).map(child => `  ${line(child)}`)),
  ]);
}
