import { expect, test } from 'vitest';
import { plainItems } from '../../../server/src/features/completion/completionInsertion';
import { acceptCompletion } from '../../kit/applyEdits';
import { inEachFileKind } from '../../kit/inEachFileKind';
import { itemsAt } from '../askAt';

const CALL = '"call_id": "t_0123456789", "agent": "comms", "tool": "snooze", "confirm_required": false';

test.each([
  ['properties', `{${CALL}, |}`],
  ['values', `{"agent": |, ${CALL}}`],
  ['an object', '{"from": "build", "to": "fix", "intent": "bug", "payload": {"confidence": 1}, "context": |}'],
  ['envelopes', '|'],
])('without snippets, %s are written as text', (_, json) => {
  for (const file of inEachFileKind(json)) {
    const items = itemsAt(file);
    const plain = plainItems(items);
    expect(plain.length).toBeGreaterThan(0);
    for (const [index, item] of plain.entries()) {
      expect(item).toMatchObject({ label: items[index]?.label, insertTextFormat: 1 });
      expect(item.textEdit?.newText).not.toMatch(/\$\{|\$\d/);
      expect(() => acceptCompletion(file.text, item, file.position)).not.toThrow();
    }
  }
});

test('no item has a variable, which editors other than VS Code insert as it is', () => {
  for (const json of ['|', `{${CALL}, |}`, '{"from": "build", "payload": {"confidence": 1}, |}']) {
    for (const file of inEachFileKind(json))
      for (const { textEdit } of itemsAt(file)) expect(textEdit?.newText).not.toMatch(/\$\{?[A-Z]/);
  }
});
