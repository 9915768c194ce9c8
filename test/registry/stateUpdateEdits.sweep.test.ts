import { expect, test } from 'vitest';
import { corpusFiles, corpusMissing, corpusText } from '../kit/corpus';
import { updated } from './updated';

test.skipIf(corpusMissing)('applying real updates to real registries loses no update', () => {
  const returns = corpusFiles('humaninloop/fences').filter(path => path.includes('/artifact-return__'));
  const registries = corpusFiles('humaninloop/index-templates').filter(path => path.endsWith('.md'));
  expect(returns.length * registries.length).toBeGreaterThan(0);
  for (const path of returns) {
    const updates = JSON.parse(corpusText(path)).state_updates ?? {};
    for (const other of registries) {
      const { done, left } = updated(updates, corpusText(other));
      expect([...done, ...Object.keys(left)].sort()).toEqual(Object.keys(updates).sort());
    }
  }
});
