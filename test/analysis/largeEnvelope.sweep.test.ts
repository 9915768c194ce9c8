import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { analyse } from '../../server/src/analysis/analyse';
import { knownIn } from '../../server/src/analysis/analysisContext';
import { envelopeProblems } from '../../server/src/analysis/envelopeProblems';
import type { Analysis } from '../../server/src/model/analysis';
import { runSteps } from '../../server/src/shared/workInSteps';
import { largeArrays } from '../../server/src/text/json/largeArrays';
import { applyChange } from '../../server/src/text/lines';
import { sixteenth } from '../kit/amount';
import { memoryFile } from '../kit/analyseText';
import { testContext } from '../kit/testContext';

const context = testContext({ agents: ['me'] });
const DETAIL = 'The step is done, and the next one begins. '.repeat(12);

const events = Array.from({ length: 130 }, (_, index) => ({
  timestamp: `2026-07-01T09:${String(index % 60).padStart(2, '0')}:00Z`,
  agent: ['planner', 'worker', 'coordinator'][index % 3],
  event: index % 3 === 0 ? 'plan_created' : 'tool_end',
  detail: `${index}: ${DETAIL}`,
}));
const artifacts = Array.from({ length: 90 }, (_, index) => ({
  type: 'code',
  path: index === 40 ? 'docs/feature/index.md' : `src/feature/write${index}.ts`,
  content: index === 40 ? '# State\n' : `export const write${index} = 1;\n`.repeat(30),
  status: 'proposed',
}));
const message = {
  id: 'msg_000001',
  timestamp: '2026-07-01T09:00:00Z',
  from: 'build',
  to: 'review',
  intent: 'task',
  context: { project: 'ledger', domain: 'feature', priority: 2, workflowId: 'wf_1' },
  payload: { input: 'Let users export', output: { summary: 'It is written' }, confidence: 0.92, needsReview: false },
};
const calls = Array.from({ length: 160 }, (_, index) => ({
  name: `tool_${index}`,
  description: DETAIL,
  parameters: {},
}));
const texts = {
  response: JSON.stringify(
    { status: 'success', result: { answer: 'done' }, error: null, timestamp: '2026-07-01T09:00:00Z', trace: events },
    null,
    1,
  ).replace(/\n {3}/g, ' '),
  message: JSON.stringify({ ...message, payload: { ...message.payload, artifacts } }, null, 2),
  'response on one line': JSON.stringify({ status: 'success', result: {}, error: null, trace: events }),
  catalogue: JSON.stringify({ mail: calls }, null, 1),
};

/** Replacements that bring faults of many kinds, and remove them again. */
const SWAPS: readonly (readonly [string, string])[] = [
  ['"tool_end"', '5'],
  ['"event":', '"evnt":'],
  ['"event":', '"event": "a", "event":'],
  ['"agent":', '"$ignore": ["schema/type"], "agent":'],
  [':00Z"', ':00"'],
  [':00Z"', ':00+02:00"'],
  ['"type": "code",', ''],
  ['"detail":', '"tokens": "[REDACTED]", "detail":'],
  ['"type": "code"', '"type": "kode"'],
  ['"status": "proposed"', '"state": "proposed"'],
  ['src/feature/write1.ts', 'SRC/feature/write2.ts'],
  ['src/feature', '/etc/feature'],
  ['"content":', '"content": "... rest of the file", "contents":'],
  ['"success"', '"completed"'],
  ['tool_1', 'tool_2'],
  ['0.92', '1e999'],
  ['"', ''],
  ['}', ''],
  ['},', '}'],
  [', "event"', ''],
];

const edit = fc.record({
  swap: fc.nat(SWAPS.length - 1),
  occurrence: fc.nat(140),
  isUndone: fc.boolean(),
});

function swapped(
  text: string,
  [from, to]: readonly [string, string],
  occurrence: number,
): { at: number; size: number; by: string } {
  let at = text.indexOf(from);
  for (let count = 0; count < occurrence && at >= 0; count++) {
    const next = text.indexOf(from, at + 1);
    if (next < 0) break;
    at = next;
  }
  return at < 0 ? { at: 0, size: 0, by: '' } : { at, size: from.length, by: to };
}

describe.each(Object.entries(texts))('a large %s', (_, start) => {
  test('has large arrays', () => {
    expect(runSteps(largeArrays(start))).toHaveLength(1);
  });

  test('has the problems that it has when it is judged as a whole', () => {
    fc.assert(
      fc.property(fc.array(edit, { minLength: 1, maxLength: 4 }), edits => {
        let text = start;
        for (const { swap, occurrence } of edits) {
          const { at, size, by } = swapped(text, SWAPS[swap] ?? ['', ''], occurrence);
          const next = text.slice(0, at) + by + text.slice(at + size);
          if (isJson(next)) text = next;
        }
        const { analysis } = analyse(memoryFile('a.json', text), context);
        const [part] = analysis.parts;
        const recognition = part?.recognition;
        if (!part || !recognition?.sure) return;
        const rules = context.families.find(one => one.kinds.includes(recognition.kind))?.rules ?? [];
        const { problems } = envelopeProblems(part.part, part.value as Record<string, unknown>, recognition, {
          rules,
          facts: context.facts,
          known: knownIn(context.families),
          where: 'file',
          uri: analysis.file.uri,
          isDemanded: false,
        });
        const ours = part.problems.map(({ part: _, ...problem }) => problem);
        const silenced = analysis.suppressions ?? [];
        if (silenced.length === 0) expect(sorted(ours)).toEqual(sorted(problems));
      }),
      { numRuns: sixteenth(60) },
    );
  });

  test('after any edits is understood as if read anew', () => {
    fc.assert(
      fc.property(fc.array(edit, { minLength: 1, maxLength: 6 }), edits => {
        let text = start;
        let file = memoryFile('a.json', text);
        let { cache } = analyse(file, context);
        const undone: { file: typeof file; text: string }[] = [];
        for (const { swap, occurrence, isUndone } of edits) {
          const last = isUndone ? undone.pop() : undefined;
          if (last) ({ file, text } = last);
          else {
            undone.push({ file, text });
            const { at, size, by } = swapped(text, SWAPS[swap] ?? ['', ''], occurrence);
            const range = { start: positionOf(text, at), end: positionOf(text, at + size) };
            file = applyChange(file, { range, text: by });
            text = text.slice(0, at) + by + text.slice(at + size);
          }
          const next = analyse(file, context, cache);
          cache = next.cache;
          expect(plain(next.analysis)).toEqual(plain(analyse(file, context).analysis));
        }
      }),
      { numRuns: sixteenth(40) },
    );
  });
});

test('what was edited while another element was broken is judged when it is whole again', () => {
  let file = memoryFile('a.json', texts.response);
  let { cache } = analyse(file, context);
  const replace = (from: string, by: string) => {
    const text = file.lines.join('\n');
    const at = text.indexOf(from);
    const range = { start: positionOf(text, at), end: positionOf(text, at + from.length) };
    file = applyChange(file, { range, text: by });
    const next = analyse(file, context, cache);
    cache = next.cache;
    return next.analysis.parts.flatMap(({ problems }) => problems.map(({ rule }) => rule));
  };
  expect(replace('"detail": "7: ', '"detail": 7: ')).toEqual(['syntax']);
  expect(replace('2026-07-01T09:20:00Z', 'yesterday')).toEqual(['syntax']);
  expect(replace('"detail": 7: ', '"detail": "7: ')).toEqual(['schema/format']);
});

test('of more problems than are listed, as many are listed as when it is judged as a whole', () => {
  const file = memoryFile('a.json', texts.response);
  const many = Array.from({ length: 1300 }, (_, index) => ({ ...events[index % 3], event: index }));
  const text = JSON.stringify({ status: 'success', result: {}, error: null, trace: many });
  const { analysis, cache } = analyse({ ...file, lines: [text] }, context);
  const count = (of: Analysis) =>
    of.parts.flatMap(({ problems }) => problems.map(({ rule, omitted }) => [rule, omitted]));
  const at = text.length - 30;
  const range = { start: { line: 0, character: at }, end: { line: 0, character: at } };
  const { analysis: edited } = analyse(applyChange({ ...file, lines: [text] }, { range, text: 'x' }), context, cache);
  for (const one of [analysis, edited]) {
    expect(count(one)).toHaveLength(501);
    expect(count(one).filter(([, omitted]) => omitted !== undefined)).toEqual([['schema/type', 800]]);
  }
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function positionOf(text: string, offset: number) {
  const before = text.slice(0, offset).split('\n');
  return { line: before.length - 1, character: before.at(-1)?.length ?? 0 };
}

function sorted<T extends { span: { start: number }; rule: string; message: string }>(problems: readonly T[]): T[] {
  const key = ({ span, rule, message }: T) => `${String(span.start).padStart(9, '0')} ${rule} ${message}`;
  return problems.toSorted((one, two) => (key(one) < key(two) ? -1 : 1));
}

function plain({ parts, suppressions }: Analysis): unknown {
  return {
    suppressions,
    parts: parts.map(({ part, value, recognition, problems }) => ({
      id: part.id,
      value,
      kind: recognition && [recognition.kind.id, recognition.sure, recognition.by],
      problems: sorted(problems).map(({ part: of, ...problem }) => ({ ...problem, of: of.id })),
    })),
  };
}
