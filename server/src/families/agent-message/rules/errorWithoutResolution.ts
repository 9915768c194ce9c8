import { defineRule } from '../../../rules/defineRule';
import { atPointer, isObject } from '../../../text/pointer';
import { isMisspelt } from '../../misspeltKey';

export default defineRule({
  id: 'agent-message/error-without-resolution',
  severity: 'warning',
  fix: 'adds the beginning of a `resolution`',
  check({ value }, report) {
    const issues = atPointer(value, '/issues');
    if (!Array.isArray(issues)) return;
    for (const [index, issue] of issues.entries()) {
      if (!isObject(issue) || issue['severity'] !== 'error') continue;
      const { resolution } = issue;
      if (resolution !== undefined && resolution !== null && (typeof resolution !== 'string' || /\S/.test(resolution)))
        continue;
      if (isMisspelt('resolution', issue)) continue;
      const path = ['issues', index];
      const title = 'Add a "resolution" to complete';
      report({
        path: [...path, 'severity'],
        message: 'This error has no "resolution"; add what would solve it, or whom to ask.',
        fixes: [
          Object.hasOwn(issue, 'resolution')
            ? { title, do: 'set', path: [...path, 'resolution'], value: BEGUN }
            : { title, do: 'add', path, key: 'resolution', value: BEGUN },
        ],
      });
    }
  },
});

const BEGUN = 'Ask the user for …';
