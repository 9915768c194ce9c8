import fc from 'fast-check';
import { expect, test } from 'vitest';
import { queryTerms } from '../../server/src/features/runs/queryTerms';
import { escapeParam } from '../../server/src/sources/clickhouse/clickhouseClient';
import { spanConditions } from '../../server/src/sources/clickhouse/searchSpans';
import type { TraceTable } from '../../server/src/sources/clickhouse/traceTable';
import { planFilter } from '../../server/src/sources/storeFilter';
import { listQuery, searchQuery } from '../../server/src/sources/tempoSource';

const TABLE: TraceTable = {
  params: { database: 'd', table: 't', lookup: 'l' },
  ...{ hasJsonAttributes: false, hasJsonResource: false, hasJsonEvents: false, hasJsonLinks: false },
  ...{ hasScope: true, hasLookup: true, oldest: 0 },
};

/** What people and attackers write, without the quotes and blanks that end a term. */
const value = fc
  .oneof(
    fc.string({ unit: 'binary', minLength: 1, maxLength: 40 }),
    fc.constantFrom(
      "' OR 1=1 --",
      '{x:Identifier}',
      '} || { true',
      '\\',
      "\\'",
      '*/',
      '` } with (',
      '.*',
      '\u0000',
      '\ud800',
    ),
  )
  .map(text => text.replaceAll('"', ''))
  .filter(text => text.trim() !== '');
const key = fc.constantFrom('agent', 'tool', 'id', 'kind', 'status', '');

test('no value changes the structure of a query', () => {
  fc.assert(
    fc.property(key, value, (name, text) => {
      const term = (own: string) => queryTerms(name === '' ? `"${own}"` : `${name}:"${own}"`);
      // SQL: the text of the condition does not depend on the value, which is a parameter.
      if (!/^[0-9a-f]{32}$/.test(text.toLowerCase())) {
        const own: Record<string, string> = {};
        const [hostile, plain] = [text, 'x'].map(one => spanConditions(term(one), TABLE, own).map(({ sql }) => sql));
        expect(hostile).toEqual(plain);
      }
      // TraceQL: outside of strings, nothing depends on the value.
      if (name !== 'kind' && name !== 'status') {
        const [hostile, plain] = [text, 'x'].map(one => withoutStrings(listQuery(term(one))));
        expect(hostile).toBe(plain);
        expect(withoutStrings(searchQuery([], [text]))).toBe(withoutStrings(searchQuery([], ['x'])));
      }
    }),
  );
});

/** Replaces each string of TraceQL by "": a string ends at the first quote that is not escaped. */
function withoutStrings(query: string): string {
  return query.replace(/"(?:[^"\\]|\\.)*"/gs, '""');
}

test('an escaped parameter is one field of tab-separated values, and reads back', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), text => {
      const escaped = escapeParam(text);
      expect(escaped).not.toMatch(/[\t\n\r\0]/);
      const escapes: Record<string, string> = { t: '\t', n: '\n', r: '\r', b: '\b', f: '\f', 0: '\0' };
      expect(escaped.replace(/\\(.)/gs, (_, one) => escapes[one] ?? one)).toBe(text);
    }),
  );
});

test('each term of a filter is applied by the store, applied after, or named as not applied', () => {
  const written = fc.array(fc.tuple(fc.boolean(), key, value), { maxLength: 6 });
  fc.assert(
    fc.property(written, terms => {
      const filter = terms
        .map(([isNot, name, text]) => `${isNot ? '-' : ''}${name === '' ? '' : `${name}:`}"${text}"`)
        .join(' ');
      const plan = planFilter({ filter }, ({ isNot }) => (isNot ? undefined : 'all'), 0);
      if (plan.fault !== undefined) return;
      const count = queryTerms(filter).length;
      expect(plan.pushed.length + plan.appliedAfter.length + plan.notApplied.length).toBeLessThanOrEqual(count);
      // What is applied after reads back as the same terms.
      expect(queryTerms(plan.after).map(({ words }) => words)).toEqual(
        queryTerms(filter)
          .filter(({ isNot, words, value: own, operator }) => isNot && (operator === '' ? words !== '' : own !== ''))
          .map(({ words }) => words),
      );
    }),
  );
});
