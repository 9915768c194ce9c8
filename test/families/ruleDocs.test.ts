import { describe, expect, test } from 'vitest';
import agentIo from '../../server/src/families/agent-io';
import agentMessage from '../../server/src/families/agent-message';
import toolcall from '../../server/src/families/toolcall';
import { analysed, problemsIn } from '../kit/analysed';

const rules = [agentIo, agentMessage, toolcall]
  .flatMap(family => family.rules)
  .filter(({ docs }) => docs.includes('**Bad:**'));

test('there are rules with examples', () => expect(rules.length).toBeGreaterThan(10));

describe.each(rules)('the docs of $id', ({ id, docs }) => {
  const [good = '', bad = ''] = [...docs.matchAll(/```json\n(.*)\n```/g)].map(([, json]) => json);
  const found = (text: string) => problemsIn(analysed('a.json', text)).filter(({ rule }) => rule === id);

  test('show what is fine and what is not', () => {
    expect(found(good)).toEqual([]);
    expect(found(bad)).toHaveLength(1);
  });
});
