import { describe, expect, test } from 'vitest';
import { oneOf } from '../../kit/amount';
import { acceptCompletion } from '../../kit/applyEdits';
import { examples } from '../../kit/examples';
import { envelopeIn, type FileWithCursor, fileAt, fileWithCursor, inEachFileKind } from '../../kit/inEachFileKind';
import { allKinds } from '../../kit/testContext';
import { itemsAt, labelsAt } from '../askAt';

/** A full example with a cursor on a line of its own before, between and after its properties; no comma is there yet. */
function cursorsIn(value: object): FileWithCursor[] {
  const lines = JSON.stringify(value, null, 2).split('\n');
  const starts = lines.flatMap((line, index) => (/^ {2}"/.test(line) ? [index] : []));
  return [1, starts[starts.length >> 1] ?? 1, lines.length - 1].map(line => {
    const before = [...lines.slice(0, line), '  '].join('\n');
    return fileAt('envelope.json', [before, ...lines.slice(line)].join('\n'), before.length);
  });
}

/** Envelopes of which nothing stands but what they are. */
const declared = allKinds.map(({ schema }) => ({ $schema: schema.$id }));

test('each property of each contract leaves JSON that says it, wherever it is accepted', () => {
  let count = 0;
  for (const value of [...examples.map(one => one.value), ...declared]) {
    for (const file of cursorsIn(value)) {
      for (const item of itemsAt(file)) {
        const envelope = envelopeIn(file, acceptCompletion(file.text, item, file.position)) as Record<string, unknown>;
        expect(Object.keys(envelope).sort()).toEqual([...Object.keys(value), item.label].sort());
        expect(envelope).toMatchObject(value);
        count++;
      }
    }
  }
  expect(count).toBeGreaterThan(100);
});

/** Offers that are the same wherever they are made: ids and times are new each time, and an open quote needs no brackets. */
function comparable(labels: readonly string[]): string[] {
  const brackets = ['{ … }', '[ … ]', '""'];
  const plain = labels.map(label => label.replace(/^[a-z]{1,4}_[a-z0-9]{8,}$|^\d{4}-\d\d-\d\dT.*/, 'new'));
  return [...new Set(plain.filter(label => !brackets.includes(label)))].sort();
}

describe('with a typed quote as much is offered as without', () => {
  test.each(examples.map(({ shape, value }) => [shape.id, value] as const))('%s', (_, value) => {
    const text = JSON.stringify(value, undefined, 2);
    const lost: string[] = [];
    const cuts = [...text.matchAll(/[{}[\],:]|"(?:[^"\\]|\\.)*"|[\w.+-]+/g)].map(
      token => token.index + token[0].length,
    );
    for (const cut of oneOf(29, cuts)) {
      const before = text.slice(0, cut);
      for (const after of ['', text.slice(cut)]) {
        // Between a name and its colon nothing can begin.
        if (after.startsWith(':')) continue;
        const offered = (typed: string, closing = '') =>
          comparable(labelsAt(fileAt('envelope.json', `${before} ${typed}${closing}${after}`, cut + 1 + typed.length)));
        const plain = offered('');
        for (const [typed, closing] of [
          ['"', '"'],
          ['"', ''],
        ] as const) {
          // In one line, an open quote ends at the next one.
          if (closing === '' && after !== '' && !after.startsWith('\n')) continue;
          const quoted = offered(typed, closing);
          const missing = plain.filter(label => !quoted.includes(label));
          if (missing.length > 0)
            lost.push(
              `${JSON.stringify(before.slice(-40))} ${typed}|${closing} ${JSON.stringify(after.slice(0, 30))}: ${missing}`,
            );
        }
      }
    }
    expect(lost).toEqual([]);
  });
});

describe('whole envelopes', () => {
  const prefixes = allKinds.filter(kind => !kind.readOnly && !kind.fileNames).map(kind => kind.id);
  const blanks = ['|', '{|}', '{|', '{\n  |\n}', 'env|', '\n|\n'];

  test.each(blanks.flatMap(inEachFileKind))('in $name: $text', file => {
    const items = itemsAt(file);
    for (const id of prefixes)
      expect(items.some(({ labelDetails }) => labelDetails?.description?.startsWith(id))).toBe(true);
    for (const item of items) {
      const changed = acceptCompletion(file.text, item, file.position);
      expect(Object.keys(envelopeIn(file, changed) as object).length).toBeGreaterThan(0);
    }
  });

  test('inside of a brace that is still open the closing one stays to be written', () => {
    const file = fileWithCursor('envelope.json', '{\n  |');
    for (const item of itemsAt(file)) {
      const changed = `${acceptCompletion(file.text, item, file.position)}\n}`;
      expect(Object.keys(JSON.parse(changed)).length).toBeGreaterThan(0);
    }
  });

  test.each(['42|', 'true|', 'null|', '"text|"', '[|]'])('none where %s stands', at => {
    for (const file of inEachFileKind(at)) expect(itemsAt(file)).toEqual([]);
  });

  test('none in files of which the user says, or everybody knows, that they are none', () => {
    const settings = { association: 'none' };
    for (const at of ['|', '{"$schema": "|"}'])
      for (const file of inEachFileKind(at)) expect(itemsAt(file, { settings })).toEqual([]);
    expect(itemsAt(fileWithCursor('package.json', '{|}'))).toEqual([]);
    expect(itemsAt(fileWithCursor('tsconfig.build.json', '{"$schema": "|"}'))).toEqual([]);
  });

  test('the kind that is expected comes first', () => {
    const [first] = itemsAt(fileWithCursor('log.jsonl', '|'), { settings: { association: 'agent-io/request' } });
    expect(first?.labelDetails?.description).toBe('agent-io/request');
  });
});
