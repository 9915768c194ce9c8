import { expect, test } from 'vitest';
import { problemCountsText, treeNodePresentation } from '../../../client/src/runs/treeNodePresentation';
import type { TreeNode } from '../../../server/src/shared/lspExtensions';

const plain: TreeNode = { id: 'run-1', is: 'run', label: 'wf_1', opens: 'closed' };

test('the context has the type of a node and its actions', () => {
  expect(treeNodePresentation(plain).context).toBe('run');
  expect(treeNodePresentation({ ...plain, leads: true, uri: 'file:///a', copies: 'wf_1', live: true }).context).toBe(
    'run leads file copies live',
  );
});

test('the labels contain "live" and the problems', () => {
  const look = treeNodePresentation({
    ...plain,
    description: '3 steps',
    live: true,
    problems: { error: 2, warning: 1, info: 0 },
  });
  expect(look.description).toBe('live · 3 steps');
  expect(look.aloud).toBe('wf_1, live · 3 steps, 2 errors, 1 warning');
  expect(treeNodePresentation(plain)).toMatchObject({ description: '', aloud: 'wf_1' });
});

test('the accessibility label has the outcome, if it is known', () => {
  expect(treeNodePresentation({ ...plain, description: '3 steps', outcome: 'failed' }).aloud).toBe(
    'wf_1, 3 steps, failed',
  );
  expect(treeNodePresentation({ ...plain, outcome: 'unknown' }).aloud).toBe('wf_1');
});

test('a click opens the location of a node, but for a file the file', () => {
  const uri = 'file:///plan.md';
  expect(treeNodePresentation(plain).click).toBeUndefined();
  expect(treeNodePresentation({ ...plain, leads: true }).click).toBe('place');
  expect(treeNodePresentation({ ...plain, is: 'artifact', leads: true }).click).toBe('place');
  expect(treeNodePresentation({ ...plain, is: 'artifact', leads: true, uri }).click).toBe('file');
  expect(treeNodePresentation({ ...plain, is: 'artifact', uri }).click).toBe('file');
  expect(treeNodePresentation({ ...plain, is: 'document', leads: true, uri }).click).toBe('file');
  expect(treeNodePresentation({ ...plain, is: 'more' }).click).toBe('more');
});

test('no problems give no text', () => {
  expect(problemCountsText({ error: 0, warning: 0, info: 0 })).toBe('');
  expect(problemCountsText({ error: 1, warning: 0, info: 2 })).toBe('1 error, 2 infos');
});
