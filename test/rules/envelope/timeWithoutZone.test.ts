import { describe, expect, test } from 'vitest';
import { analyseText, problemsIn } from '../../kit/analyseText';
import { expectDrawnProblems } from '../../kit/expectDrawnProblems';

const at = (time: string) =>
  `{"level": "INFO", "component": "WorkerAgent", "event": "e", "message": "m", "timestamp": ${JSON.stringify(time)}}`;

describe('a time', () => {
  test.each([
    ['2026-06-01T10:00:00', '2026-06-01T10:00:00Z'],
    ['2026-06-01T10:00:00.123456', '2026-06-01T10:00:00.123456Z'],
    ['2026-06-01 10:00:00', '2026-06-01T10:00:00Z'],
  ])('%s has no zone', (time, fixed) => {
    const problems = problemsIn(analyseText('a.json', at(time)));
    expect(problems.map(({ rule, severity }) => `${rule} ${severity}`)).toEqual(['envelope/time-without-zone warning']);
    expect(problems[0]?.message).toContain(fixed);
    expect(problems[0]?.fixes).toEqual([
      { title: 'Add Z, for UTC', certain: true, do: 'set', path: ['timestamp'], value: fixed },
    ]);
  });

  test.each([
    '2026-06-01T10:00:00Z',
    '2026-06-01T10:00:00+02:00',
    '2026-06-01T10:00:00.5-05:00',
    '2026-06-01T10:00:00z',
  ])('%s has a zone', time => {
    const rules = problemsIn(analyseText('a.json', at(time))).map(({ rule }) => rule);
    expect(rules).not.toContain('envelope/time-without-zone');
  });

  test('that is invalid is one problem', () => {
    expect(problemsIn(analyseText('a.json', at('10:00'))).map(({ rule }) => rule)).toEqual(['schema/format']);
  });

  test('that needs a zone by its schema is one problem, with a fix', () => {
    const call =
      '{"call_id": "t_4k7m2p9x1c", "agent": "comms", "tool": "x", "args": {}, "ts": "2026-06-01T07:30:00", "confirm_required": true}';
    const [problem, ...others] = problemsIn(analyseText('a.json', call));
    expect(others).toEqual([]);
    expect(problem).toMatchObject({
      rule: 'schema/format',
      severity: 'error',
      fixes: [{ do: 'set', path: ['ts'], value: '2026-06-01T07:30:00Z' }],
    });
  });
});

test('is reported at all times of a schema, and nowhere else', () => {
  expectDrawnProblems(
    'a.json',
    `
        { "status": "success", "result": { "timestamp": "2026-06-01T10:00:00" }, "error": null,
          "metadata": { "trace_id": "t", "at": "2026-06-01T10:00:00" },
          "trace": [{ "event": "x", "timestamp": "2026-06-01T10:00:00" }],
      //                                         ^^^^^^^^^^^^^^^^^^^^^ envelope/time-without-zone warning: "timestamp" has no zone
          "timestamp": "2026-06-01T10:00:01" }
      //               ^^^^^^^^^^^^^^^^^^^^^ envelope/time-without-zone warning: write 2026-06-01T10:00:01Z.
  `,
  );
});
