import type { FixPlan } from '../../../model/rule';
import { defineRule } from '../../../rules/defineRule';
import { isObject } from '../../../text/pointer';

export default defineRule({
  id: 'toolcall/result-contradicts',
  severity: 'warning',
  fix: 'sets `ok`, or sets `error` to null',
  check({ value, kind }, report) {
    if (kind.id !== 'toolcall/result' || !isObject(value)) return;
    const { ok, error, result } = value;
    const hasResult = result !== undefined && result !== null;
    const failed: FixPlan = { title: 'Change "ok" to false', do: 'set', path: ['ok'], value: false };
    const saysError = typeof error === 'string' && /\S/.test(error);
    if (ok === true && saysError) {
      report({
        path: ['ok'],
        message: `"ok" is true, but there is an error: ${JSON.stringify(error.slice(0, 60))}. Set "ok" to false, or "error" to null.`,
        // An error that came with a result may have been resolved.
        fixes: hasResult
          ? [failed, { title: 'Change "error" to null', do: 'set', path: ['error'], value: null }]
          : [failed],
      });
    } else if (ok === false && !saysError && (error === undefined || error === null || typeof error === 'string')) {
      report({
        path: ['ok'],
        message: '"ok" is false, but "error" does not say why; add what failed.',
        fixes: hasResult ? [{ title: 'Change "ok" to true', do: 'set', path: ['ok'], value: true }] : [],
      });
    }
  },
});
