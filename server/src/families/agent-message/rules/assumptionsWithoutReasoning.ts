import { defineRule } from '../../../rules/defineRule';
import { atPointer, isObject } from '../../../text/pointer';
import { isMisspelt } from '../../misspeltKey';

export default defineRule({
  id: 'agent-message/assumptions-without-reasoning',
  severity: 'warning',
  fix: 'adds the beginning of a `reasoning`',
  check({ value, kind }, report) {
    if (kind.id !== 'agent-message/message') return;
    const payload = atPointer(value, '/payload');
    if (!isObject(payload)) return;
    const { confidence, reasoning } = payload;
    if (typeof confidence !== 'number' || confidence < 0.7 || confidence >= 0.9) return;
    if (reasoning !== undefined && (typeof reasoning !== 'string' || /\S/.test(reasoning))) return;
    if (isMisspelt('reasoning', payload)) return;
    const title = 'Add a "reasoning" to complete';
    report({
      path: ['payload', 'confidence'],
      message: `"confidence" is ${confidence}, so it rests on assumptions: state them in "reasoning" in the payload.`,
      fixes: [
        reasoning === undefined
          ? { title, do: 'add', path: ['payload'], key: 'reasoning', value: BEGUN }
          : { title, do: 'set', path: ['payload', 'reasoning'], value: BEGUN },
      ],
    });
  },
});

const BEGUN = 'Assumes that …';
