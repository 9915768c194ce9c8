import { describe, expect, test } from 'vitest';
import { analyse } from '../../server/src/analysis/analyse';
import { limitFindings } from '../../server/src/analysis/findingsToProblems';
import type { Severity } from '../../server/src/model/schema';
import { analyseText, memoryFile, problemsIn } from '../kit/analyseText';
import { exampleOf } from '../kit/examples';
import { testContext } from '../kit/testContext';

interface Found {
  rule: string;
  severity: Severity;
  omitted?: number;
  message?: string;
}

const found = (rule: string, severity: Severity, count: number): Found[] =>
  Array.from({ length: count }, () => ({ rule, severity }));

const limited = (findings: Found[]) =>
  limitFindings<Found>(findings, ({ rule, severity }, omitted, message) => ({ rule, severity, omitted, message }), 10);

describe('findings of one part', () => {
  test('are all there where they are few', () => {
    const few = [...found('a', 'error', 5), ...found('b', 'info', 5)];
    expect(limited(few)).toBe(few);
  });

  test('are cut by their rule, and it is said how many more there are', () => {
    const kept = limited([...found('a', 'info', 1250), ...found('b', 'info', 11), ...found('c', 'info', 10)]);
    expect(kept).toHaveLength(32);
    expect(kept.slice(-2)).toEqual([
      { rule: 'a', severity: 'info', omitted: 1240, message: '1,240 more problems of this kind are not shown here.' },
      { rule: 'b', severity: 'info', omitted: 1, message: 'One more problem of this kind is not shown here.' },
    ]);
  });

  test('never hide what counts more', () => {
    const kept = limited([...found('a', 'info', 1000), { rule: 'a', severity: 'error' }]);
    expect(kept.filter(({ severity }) => severity === 'error')).toEqual([{ rule: 'a', severity: 'error' }]);
  });

  test('that stand for others already are added to these', () => {
    const kept = limited([...found('a', 'info', 12), { rule: 'a', severity: 'info', omitted: 100 }]);
    expect(kept.at(-1)).toMatchObject({ omitted: 102 });
  });
});

describe('a part with very many problems', () => {
  const keys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`key${at}`, at]));

  test('of unknown properties shows the first of them, and all others that count more', () => {
    const envelope = { ...exampleOf('agent-message/message'), ...keys(20_000), from: 7 };
    const problems = problemsIn(analyseText('a.json', JSON.stringify(envelope)));
    const unknown = problems.filter(({ rule }) => rule === 'schema/unknown-property');
    expect(unknown).toHaveLength(501);
    expect(unknown.find(({ omitted }) => omitted !== undefined)).toMatchObject({
      omitted: 19_500,
      severity: 'info',
      message: '19,500 more problems of this kind are not shown here.',
    });
    expect(problems.filter(({ severity }) => severity === 'error').map(({ rule }) => rule)).toEqual(['schema/type']);
  });

  test('of one rule, at each item of a list, too', () => {
    const artifacts = Array.from({ length: 2000 }, () => ({}));
    const problems = problemsIn(
      analyseText('a.json', JSON.stringify({ ...exampleOf('agent-protocol/output'), artifacts })),
    );
    expect(problems.reduce((sum, { omitted = 1 }) => sum + omitted, 0)).toBe(6000);
    expect(problems.length).toBeLessThan(1000);
  });

  test('what is switched off takes no room from what is not', () => {
    const envelope = { ...exampleOf('agent-message/message'), ...keys(2000) };
    const severities = new Map([['schema/unknown-property', 'off' as const]]);
    const { analysis } = analyse(memoryFile('a.json', JSON.stringify(envelope)), { ...testContext(), severities });
    expect(problemsIn(analysis)).toEqual([]);
  });
});
