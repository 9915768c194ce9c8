import { expect, test } from 'vitest';
import { plainItems } from '../../../server/src/features/completion/plainItems';
import { acceptCompletion } from '../../kit/applyEdits';
import { inEachFileKind } from '../../kit/inEachFileKind';
import { itemsAt } from '../askAt';

const NOW = new Date(Date.UTC(2026, 5, 1, 10, 5, 9));
const CALL = '"call_id": "t_0123456789", "agent": "comms", "tool": "snooze", "confirm_required": false';

test.each([
  ['properties', `{${CALL}, |}`],
  ['values', `{"agent": |, ${CALL}}`],
  ['an object', '{"from": "build", "to": "fix", "intent": "bug", "payload": {"confidence": 1}, "context": |}'],
  ['envelopes', '|'],
])('without snippets, %s are written as text', (_, json) => {
  for (const file of inEachFileKind(json)) {
    const items = itemsAt(file);
    const plain = plainItems(items, NOW);
    expect(plain.length).toBeGreaterThan(0);
    for (const [index, item] of plain.entries()) {
      expect(item).toMatchObject({ label: items[index]?.label, insertTextFormat: 1 });
      expect(item.textEdit?.newText).not.toMatch(/\$\{|\$\d/);
      expect(() => acceptCompletion(file.text, item, file.position)).not.toThrow();
    }
  }
});

test('without snippets, a time is the time it is', () => {
  const [item] = plainItems(
    [
      {
        label: 'ts',
        insertTextFormat: 2,
        textEdit: {
          range: { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } },
          newText:
            '${1:${CURRENT_YEAR}-${CURRENT_MONTH}-${CURRENT_DATE}T${CURRENT_HOUR}:${CURRENT_MINUTE}:${CURRENT_SECOND}${CURRENT_TIMEZONE_OFFSET}} $CURRENT_SECONDS_UNIX',
        },
      },
    ],
    NOW,
  );
  const [time = '', seconds] = item?.textEdit?.newText.split(' ') ?? [];
  expect(new Date(time)).toEqual(NOW);
  expect(seconds).toBe(String(NOW.getTime() / 1000));
});
