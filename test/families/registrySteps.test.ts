import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { families } from '../../server/src/families';
import type { RegistryState } from '../../server/src/model/run';
import { parseMarkdown } from '../../server/src/text/parseMarkdown';
import { projectRoot } from '../kit/corpus';

const kind = families.flatMap(({ documents }) => documents).find(({ steps }) => steps);

function stepsOf(text: string, state: RegistryState) {
  const document = kind?.read(parseMarkdown(text), { fileName: 'index.md' });
  return document && kind?.steps?.(document, state);
}

const state: RegistryState = {
  feature: '005',
  workflows: [
    { name: 'specify', status: 'succeeded' },
    { name: 'plan', status: 'running' },
  ],
};

test('decisions and handoffs are steps of the run that the feature is at', () => {
  const text = readFileSync(join(projectRoot, 'test/sample/specs/005-team-invites/.workflow/index.md'), 'utf8');
  const steps = stepsOf(text, state);
  expect(steps?.map(({ run, agent, title, path }) => [run, agent, title, path])).toEqual([
    ['005 · plan', 'spec-writer', 'Single sign-on is left out', ['decisions', 0]],
    ['005 · plan', 'checklist-agent', 'The checklist is about security', ['decisions', 1]],
    ['005 · plan', 'spec-clarify', 'Invites expire after 7 days', ['decisions', 2]],
    ['005 · plan', 'spec-clarify', 'FR-003 names the period now', ['handoffs', 0]],
  ]);
  expect(steps?.map(({ about }) => about)).toEqual(Array(4).fill('Let teams invite people by e-mail'));
  expect(steps?.[0]).toMatchObject({
    at: BigInt(Date.parse('2026-06-08T09:20:00Z')) * 1_000_000n,
    effects: [{ do: 'decision', text: 'Single sign-on is left out' }],
  });
  expect(steps?.[3]).toMatchObject({
    peer: 'checklist-agent',
    effects: [
      { do: 'note', text: 'FR-003 names the period now' },
      { do: 'note', text: 'C2.1 needs a person' },
      { do: 'handoff', to: 'checklist-agent' },
    ],
  });
});

test('a column of workflows says which run', () => {
  const text = `# Feature Index: 005

## Workflow Status

- **Status**: in_progress

## Unified Decisions Log

| Timestamp | Workflow | Agent | Decision | Rationale |
|-----------|----------|-------|----------|-----------|
| 2026-06-08 | specify | a | one | - |
| 2026-06-08 | elsewhere | a | two | - |
| 2026-06-08 | plan | a | {decision} | - |
| 2026-06-08 | a | lacks a cell |
| strange | plan | - | four | - |

## Agent Handoff Notes

### From {agent}

- ...

### Handoff from Previous Agent

- **Ready for**: builder
`;
  expect(stepsOf(text, state)?.map(({ run, title, path }) => [run, title, path])).toEqual([
    ['005 · specify', 'one', ['decisions', 0]],
    ['005 · plan', 'two', ['decisions', 1]],
    ['005 · plan', 'four', ['decisions', 4]],
    ['005 · plan', 'Ready for builder', ['handoffs', 1]],
  ]);
  // Nobody says what the feature is for.
  expect(stepsOf(text, state)?.map(({ about }) => about)).toEqual(stepsOf(text, state)?.map(({ run }) => run));
  expect(stepsOf(text, { ...state, feature: '' })).toEqual([]);
});
