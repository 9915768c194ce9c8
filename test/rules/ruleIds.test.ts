import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { families } from '../../server/src/families';
import { TOOL_LIST } from '../../server/src/families/toolcall/readToolList';
import { fileRules } from '../../server/src/features/rulePages';
import { TRACE_RULES } from '../../server/src/sources/traceRules';
import { filesBelow, projectRoot } from '../kit/corpus';

// Schemas of others can break any keyword: `declaredFamilies.test.ts` holds what is said of each to a rule that is known.
test('every id of a rule that the source can print is known to `explain`', () => {
  const explained = new Set([...fileRules(), ...TRACE_RULES].map(({ id }) => id));
  const others = families.flatMap(({ kinds, documents }) => [...kinds, ...documents]);
  const known = new Set([...explained, TOOL_LIST.id, ...others.map(({ id }) => id)]);
  const prefixes = new Set([...explained].map(id => id.split('/', 1)[0]));
  const found = new Set<string>();
  for (const file of filesBelow(join(projectRoot, 'server/src'))) {
    if (!file.endsWith('.ts') || /\/(?:generated\/|(?:conversions|authoring)\.ts$)/.test(file)) continue;
    for (const [, id = ''] of readFileSync(file, 'utf8').matchAll(/'([a-z-]+\/[A-Za-z-]+)'/g))
      if (prefixes.has(id.split('/', 1)[0])) found.add(id);
  }
  expect(found.size).toBeGreaterThan(80);
  expect([...found].filter(id => !known.has(id))).toEqual([]);
});
