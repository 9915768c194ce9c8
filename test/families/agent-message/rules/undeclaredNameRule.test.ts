import { expect, test } from 'vitest';
import { undeclaredNames } from '../../../../server/src/families/agent-message/rules/undeclaredNameRule';
import type { Schema } from '../../../../server/src/model/schema';
import { kindById } from '../../../kit/testContext';

const agent = { type: 'string', 'x-slot': 'agent', examples: ['build', 'fix'] };
const schema: Schema = {
  type: 'object',
  properties: {
    from: agent,
    team: { type: 'array', items: agent },
    closed: { ...agent, enum: ['build'] },
    anyone: { type: 'string', 'x-slot': 'agent' },
    else: { type: 'string' },
  },
};
const list = { slot: 'agent', noun: 'agent', declared: ['typefully'], setting: 'agents' } as const;

const outside = (value: unknown) =>
  undeclaredNames({ value, kind: { ...kindById('agent-message/message'), schema } }, list).map(
    ({ path, message, fixes }) => [path.join('.'), message, fixes?.length],
  );

test('reports names that are neither in the schema nor declared', () => {
  expect(outside({ from: 'fxi', team: ['build', 'typefully', 'nobody'] })).toEqual([
    ['from', 'Unknown agent "fxi"; did you mean "fix"?', 1],
    ['team.2', 'Unknown agent "nobody"; add it to "agents" in .agent-envelopes.json, or correct the name.', 0],
  ]);
});

test('reports nothing for closed lists, for lists without names, and for other values', () => {
  expect(outside({ closed: 'x', anyone: 'x', else: 'x', from: 7, team: 'x' })).toEqual([]);
});

test('an empty name is said to be empty, and none is declared for it', () => {
  expect(outside({ from: '', team: ['  '] }).map(([, message]) => message)).toEqual([
    '"from" is empty; name the agent.',
    'An item of "team" is empty; name the agent.',
  ]);
});

test('truncates a long name', () => {
  expect(String(outside({ from: 'x'.repeat(10_000) })[0]?.[1]).length).toBeLessThan(200);
});
