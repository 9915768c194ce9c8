import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { familiesWithSnippets as families } from '../../server/src/families/familiesWithSnippets';
import type { ConversionOptions } from '../../server/src/model/family';
import { readRegistry } from '../../server/src/registry/readRegistry';
import { parseMarkdown } from '../../server/src/text/parseMarkdown';
import { sixteenth } from '../kit/amount';
import { analyseText, problemsIn, recognisedKind } from '../kit/analyseText';
import { nearlyEnvelope } from '../kit/arbitraries';
import { examples } from '../kit/examples';
import { allKinds } from '../kit/testContext';

const conversions = families.flatMap(({ id, conversions: own = [] }) => own.map(one => ({ family: id, ...one })));

const registry = {
  name: 'index.md',
  document: readRegistry(parseMarkdown('## Decisions Log\n\n| Timestamp | Agent | Decision |\n|---|---|---|\n'), {
    whole: true,
  }),
};
const around: ConversionOptions = {
  now: '2026-06-01T12:00:00Z',
  errors: [{ path: ['args'], message: 'is wrong' }],
  registry,
  mentioning: kind => examples.filter(one => one.kind.id === kind).map(({ value }) => ({ value, stands: 'before' })),
};

test('ids are of their family, and each is there once', () => {
  const ids = conversions.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(conversions.filter(({ id, family }) => !id.startsWith(`${family}/`))).toEqual([]);
});

test('what they mend is a rule', () => {
  const rules = new Set(families.flatMap(({ rules: own }) => own.map(({ id }) => id)));
  expect(conversions.filter(({ fixesRule }) => fixesRule !== undefined && !rules.has(fixesRule))).toEqual([]);
});

/** What is converted where the full example gives nothing to convert: outdated properties, a call that failed. */
const CONVERTIBLE: Readonly<Record<string, readonly Record<string, unknown>[]>> = {
  'agent-protocol/renew-input': [
    {
      context: { feature_id: '005-invites', workflow: 'specify', iteration: 1 },
      paths: { feature_dir: 'specs/005-invites', spec: 'specs/005-invites/spec.md' },
      task: { mode: 'create', action: 'scaffold', params: {} },
    },
  ],
  'agent-protocol/renew-output': [
    { success: true, summary: 'S', artifacts: [], notes: [], recommendation: 'proceed', next_recommendation: 'retry' },
  ],
  'toolcall/quarantine-failure': examples
    .filter(({ kind }) => kind.id === 'toolcall/result')
    .map(({ value }) => ({ ...value, ok: false, result: null, error: 'deadline exceeded' })),
};

describe.each(conversions)('$id', ({ id, from, to, convert }) => {
  test('is of kinds that there are', () => {
    expect(allKinds.map(({ id }) => id)).toEqual(expect.arrayContaining([from, to]));
  });

  test('makes valid envelopes of the other kind', () => {
    const full = examples.filter(({ kind }) => kind.id === from).map(({ value }) => value);
    const converted = [...full, ...(CONVERTIBLE[id] ?? [])].flatMap(value => convert(value, around) ?? []);
    expect(converted).not.toEqual([]);
    for (const { value } of converted) {
      const file = analyseText('a.json', JSON.stringify(value), { association: to });
      expect(problemsIn(file).filter(({ severity }) => severity === 'error')).toEqual([]);
      expect(recognisedKind(value)).toBe(to);
    }
  });

  test('never throws, and changes nothing of what it gets', () => {
    fc.assert(
      fc.property(nearlyEnvelope, value => {
        const before = JSON.stringify(value);
        const converted = convert(value, around);
        expect(JSON.stringify(value)).toBe(before);
        for (const note of converted?.notes ?? []) expect(note).toMatch(/[.]$/);
      }),
      { numRuns: sixteenth(300) },
    );
  });
});
