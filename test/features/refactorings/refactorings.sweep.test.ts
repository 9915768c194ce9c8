import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toOneLine } from '../../../server/src/features/formatting';
import { arrayToLog, logToArray, prettyJson } from '../../../server/src/features/refactorings/refactorings';
import { json } from '../../kit/arbitraries';

const call =
  '{"call_id": "t_8h3v5n0q6d", "agent": "calendar", "tool": "x", "args": {"n": 0.0}, "ts": "2026-06-01T07:30:01Z", "confirm_required": false}';
const failed = '{"call_id": "t_8h3v5n0q6d", "ok": false, "result": null, "error": "n is too small", "latency_ms": 1}';

describe('logs and arrays', () => {
  test('there and back it is the same text, whatever is in it', () => {
    const values = fc.array(
      fc.oneof(
        json,
        fc.constantFrom(call, failed).map(text => JSON.parse(text)),
      ),
      { minLength: 1, maxLength: 5 },
    );
    fc.assert(
      fc.property(values, list => {
        const text = `${prettyJson(JSON.stringify(list))}\n`;
        const lines = arrayToLog(text);
        expect(lines).toBe(list.map(one => `${toOneLine(JSON.stringify(one))}\n`).join(''));
        expect(logToArray((lines ?? '').split('\n'))).toBe(text);
      }),
    );
  });
});
