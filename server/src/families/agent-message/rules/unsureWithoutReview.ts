import { defineRule } from '../../../rules/defineRule';
import { atPointer, isObject } from '../../../text/pointer';
import { isMisspelt } from '../../misspeltKey';

export default defineRule({
  id: 'agent-message/unsure-without-review',
  severity: 'warning',
  fix: 'sets `needsReview`, or adds it',
  check({ value }, report) {
    const payload = atPointer(value, '/payload');
    if (!isObject(payload)) return;
    const { confidence, needsReview } = payload;
    if (typeof confidence !== 'number' || confidence < 0.5 || confidence >= 0.7) return;
    const title = 'Have it reviewed';
    if (needsReview === false) {
      report({
        path: ['payload', 'needsReview'],
        message: `"confidence" is ${confidence}, so "needsReview" should be true.`,
        fixes: [{ title, do: 'set', path: ['payload', 'needsReview'], value: true }],
      });
    } else if (needsReview === undefined && !isMisspelt('needsReview', payload)) {
      report({
        path: ['payload', 'confidence'],
        message: `"confidence" is ${confidence}: add "needsReview": true to the payload.`,
        fixes: [{ title, do: 'add', path: ['payload'], key: 'needsReview', value: true }],
      });
    }
  },
});
