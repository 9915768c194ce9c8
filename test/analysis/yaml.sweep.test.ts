import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Document } from 'yaml';
import { analyse } from '../../server/src/analysis/analyse';
import { hasEnvelopeWords } from '../../server/src/analysis/hasEnvelopeWords';
import { recognise } from '../../server/src/analysis/recognise';
import { scanForEnvelopes } from '../../server/src/analysis/scanForEnvelopes';
import type { FileLang, Path } from '../../server/src/model/text';
import { partTree } from '../../server/src/parts/rootPart';
import { type JsonNode, nodeAt, valuePathAt } from '../../server/src/text/json/parseJson';
import { textFile } from '../../server/src/text/lines';
import { parseJsonOrYaml } from '../../server/src/text/parseJsonOrYaml';
import { sixteenth } from '../kit/amount';
import { json, nearlyEnvelope } from '../kit/arbitraries';
import { examples } from '../kit/examples';
import { mutations } from '../kit/mutations';
import { testContext } from '../kit/testContext';

const context = testContext({ agents: ['me'] });

/** The kind of a text and its findings. Documents that an envelope carries are read in JSON only. */
function findings(text: string, lang: FileLang) {
  const { parts } = analyse(textFile(`file:///w/a.${lang}`, lang, text), context).analysis;
  return parts
    .filter(({ part }) => !part.parent)
    .map(({ part, recognition, problems, value }) => {
      const root = partTree(part);
      const found = problems.map(({ rule, message, span }) => [rule, message, root && placeOf(root, span.start)]);
      return recognition ? [recognition.kind.id, recognition.sure, value, found] : [];
    });
}

// Where an object has no brace, a problem of it is at its first key.
function placeOf(root: JsonNode, offset: number): Path {
  const path = valuePathAt(root, offset);
  const first = nodeAt(root, path.slice(0, -1))?.children?.[0]?.children?.[0];
  return first?.offset === offset ? path.slice(0, -1) : path;
}

const STYLES: Record<string, (value: unknown) => string> = {
  plain: value => String(new Document(value)),
  quoted: value => new Document(value).toString({ defaultStringType: 'QUOTE_DOUBLE', defaultKeyType: 'QUOTE_SINGLE' }),
  flow: value => new Document(value).toString({ collectionStyle: 'flow', lineWidth: 0 }),
  narrow: value => new Document(value).toString({ lineWidth: 20, indentSeq: false, blockQuote: 'literal' }),
  JSON: value => JSON.stringify(value, undefined, 2),
};

test.each(Object.entries(STYLES))('an envelope has the findings that it has in JSON, %s', (_, write) => {
  for (const { kind, shape, value } of examples) {
    if (kind.readOnly) continue;
    for (const { value: broken } of mutations(shape.schema, value).filter((_, index) => index % 29 === 0))
      expect(findings(write(broken), 'yaml')).toEqual(findings(JSON.stringify(broken), 'json'));
  }
});

test('what is nearly an envelope, too', () => {
  fc.assert(
    fc.property(nearlyEnvelope, fc.constantFrom(...Object.values(STYLES)), (value, write) => {
      expect(findings(write(value), 'yaml')).toEqual(findings(JSON.stringify(value), 'json'));
    }),
    { numRuns: sixteenth(400) },
  );
});

test.each(Object.entries(STYLES))('every example is a candidate and is parsed, %s', (_, write) => {
  for (const { kind, value } of examples) {
    const recognition = recognise(value, context.families, undefined);
    const text = write(value);
    expect([kind.id, hasEnvelopeWords(text, context.families)]).toEqual([kind.id, recognition !== undefined]);
    if (!recognition?.sure) continue;
    const block = `# A\n\n\`\`\`yaml\n${text}\n\`\`\`\n`;
    const passes = (lang: 'yaml' | 'markdown', whole: string) => scanForEnvelopes(lang).every(scan => scan(whole));
    if (!kind.listedAgents) expect(passes('yaml', text), kind.id).toBe(true);
    expect(passes('markdown', block), kind.id).toBe(true);
  }
});

test('any value is read as it was written', () => {
  fc.assert(
    fc.property(json, fc.constantFrom(...Object.values(STYLES)), (value, write) => {
      const plain = JSON.parse(JSON.stringify(value));
      const { value: read, fault } = parseJsonOrYaml(write(plain), 'yaml');
      expect({ read, fault }).toEqual({ read: plain, fault: undefined });
    }),
    { numRuns: sixteenth(400) },
  );
});
