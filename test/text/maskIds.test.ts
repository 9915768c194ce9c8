import { expect, test } from 'vitest';
import { maskIds, maskUniqueValues } from '../../server/src/text/similarNames';

test.each([
  ['Write the spec', 'Write the spec', 'Write the spec'],
  ['attempt 3 of 10', 'attempt # of #', 'attempt 3 of 10'],
  ['specs/005-invites/spec.md', 'specs/#-invites/spec.md', 'specs/005-invites/spec.md'],
  ['3f2504e0-4f89-41d3-9a0c-0305e82c3301 done', '# done', '# done'],
  ['commit 9fceb02d0ae5', 'commit #', 'commit #'],
  ['facade and 1234567', 'facade and #', 'facade and 1234567'],
  ['t_k3j9x0a1b2 called', '# called', '# called'],
  ['at 2026-06-11T09:00:20.123Z, or 2026-06-11', 'at #, or #', 'at #, or #'],
  ['agent-a5c0ffee of job_9fceb02', 'agent-# of job_#', 'agent-# of job_#'],
  ['gpt-4o-2024-08-06', 'gpt-#o-#', 'gpt-4o-#'],
  ['msg_001', 'msg_#', 'msg_001'],
  ['OAuth2 and sha256', 'OAuth# and sha#', 'OAuth2 and sha256'],
])('%s', (text, ids, unique) => {
  expect(maskIds(text)).toBe(ids);
  expect(maskUniqueValues(text)).toBe(unique);
});
