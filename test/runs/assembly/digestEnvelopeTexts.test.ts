import { expect, test } from 'vitest';
import type { TextFile } from '../../../server/src/model/text';
import { digestEnvelopeTexts } from '../../../server/src/runs/assembly/digestEnvelopeTexts';
import type { EntryRef } from '../../../server/src/runs/assembly/stepRef';
import { textFile } from '../../../server/src/text/lines';
import { fileRecordOf } from '../../kit/fileRecordOf';
import { memoryAccess } from '../../kit/memoryAccess';

const TEXTS = {
  'a.jsonl': '{"a": 1}\n{"a": 2}\n{"a": 3}',
  'b.json': '{\n  "a": 1\n}',
  'c.json': '[{"a":2}, {"a":3}]',
  'e.yaml': '# Two of them.\na: 1\n---\n"a": 3\n',
};

test('copies have equal digests, wherever they are and however they are formatted', () => {
  const [one, two, torn, whole, first, second, ...inYaml] = digestsOf([
    ['a.jsonl', 'line 1'],
    ['a.jsonl', 'line 2'],
    ['a.jsonl', 'line 3'],
    ['b.json', 'root'],
    ['c.json', '0'],
    ['c.json', '1'],
    ['e.yaml', '0'],
    ['e.yaml', '1'],
  ]);
  expect(whole).toBe(one);
  expect(inYaml).toEqual([one, torn]);
  expect([first, second]).toEqual([two, torn]);
  expect(new Set([one, two, torn]).size).toBe(3);
});

test('what an editor holds counts, and what is gone has none', () => {
  const opened = textFile('file:///work/b.json', 'json', '{"a":3}');
  const [torn, whole, ...gone] = digestsOf(
    [
      ['a.jsonl', 'line 3'],
      ['b.json', 'root'],
      ['a.jsonl', 'line 4'],
      ['d.json', 'root'],
    ],
    opened,
  );
  expect(whole).toBe(torn);
  expect(gone).toEqual([undefined, undefined]);
});

function digestsOf(places: readonly [file: string, part: string][], opened?: TextFile): (string | undefined)[] {
  const envelopes = places.map(([file, part]): EntryRef => {
    const record = fileRecordOf(file, [{ title: part, part }]);
    return { record, entry: record.entries[0] as EntryRef['entry'] };
  });
  const files = Object.entries(TEXTS).map(([file, text]) => [`file:///work/${file}`, text] as const);
  const digests = digestEnvelopeTexts({
    access: memoryAccess(new Map(files)),
    openedAt: uri => (opened?.uri === uri ? opened : undefined),
  })(envelopes);
  return envelopes.map(({ entry }) => digests.get(entry));
}
