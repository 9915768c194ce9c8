import { expect, test } from 'vitest';
import { runsTree } from '../../../server/src/features/runs/runsTree';
import { stateTree } from '../../../server/src/features/runs/stateTree';
import type { TreeNode } from '../../../server/src/shared/lspExtensions';
import { sampleRuns } from '../../kit/realRuns';
import { AROUND, VIEW } from './shownTree';

const { index } = sampleRuns();

test('a colour says how something went, and nothing else', () => {
  const nodes = [...below()];
  const told = new Map<string, Set<string>>();
  for (const { icon, outcome = 'none' } of nodes) {
    // Symbols of code have colours of their own.
    expect(icon?.id).not.toMatch(/^symbol-/);
    if (icon?.color === undefined) continue;
    told.set(icon.color, (told.get(icon.color) ?? new Set()).add(outcome));
  }
  expect(Object.fromEntries([...told].map(([colour, outcomes]) => [colour, [...outcomes].sort()]))).toEqual({
    // None of their own have gaps, questions and documents: done, or waiting.
    'testing.iconPassed': ['none', 'ok', 'succeeded'],
    'notificationsErrorIcon.foreground': ['failed'],
    'notificationsWarningIcon.foreground': ['blocked'],
    'notificationsInfoIcon.foreground': ['none', 'pending'],
    'testing.iconSkipped': ['unfinished'],
  });
});

test('in the state, what is wrong with a document is a badge', () => {
  const states = index
    .runs()
    .flatMap(({ key: run }) =>
      [undefined, 'documents', 'gaps', 'questions'].flatMap(
        section =>
          stateTree(
            index,
            { run, ...(section !== undefined && { parent: JSON.stringify(['section', run, section]) }) },
            { text: () => null, now: AROUND.now },
          ).nodes,
      ),
    );
  expect(states.length).toBeGreaterThan(0);
  const red = states.filter(({ icon }) => icon?.color === 'notificationsErrorIcon.foreground');
  expect(red.map(({ label, description }) => `${label}: ${description}`)).toEqual(red.map(() => 'Status: failed'));
});

function* below(parent?: TreeNode): Generator<TreeNode> {
  for (const node of runsTree(index, { view: VIEW, ...(parent && { parent: parent.id }) }, AROUND).nodes) {
    yield node;
    if (node.opens !== 'no') yield* below(node);
  }
}
