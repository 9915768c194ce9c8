import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { analyse } from '../../server/src/analysis/analyse';
import { completion } from '../../server/src/features/completion/completion';
import { hover } from '../../server/src/features/hover';
import { largeJsonOf } from '../../server/src/parts/rootPart';
import { oneOf } from '../kit/amount';
import { memoryFile } from '../kit/analyseText';
import { memoryWorkspace } from '../kit/memoryWorkspace';
import { testContext } from '../kit/testContext';

// Times that are offered must not differ because a second has passed.
beforeAll(() => void vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 6, 1) }));
afterAll(() => void vi.useRealTimers());

const workspace = memoryWorkspace(['src/export.ts']);
const context = { ...testContext(), workspace };

const event = (index: number) => ({
  timestamp: `2026-07-01T09:0${index % 6}:00Z`,
  agent: 'worker',
  event: 'tool_end',
  detail: index < 3 ? 'done' : 'The step is done. '.repeat(40),
});
const artifact = (index: number) => ({
  type: 'code',
  path: `src/write${index}.ts`,
  content: index < 3 ? 'export {};' : '// A line.\n'.repeat(90),
  status: 'proposed',
});
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);
const response = (count: number) => ({
  status: 'success',
  result: { answer: 'done' },
  error: null,
  trace: numbers(count).map(event),
  metadata: { trace_id: 'tr_1' },
});
const message = (count: number) => ({
  id: 'msg_000001',
  from: 'build',
  to: 'review',
  intent: 'task',
  context: { project: 'ledger', priority: 2, workflowId: 'wf_1' },
  payload: { input: 'Let users export', output: {}, confidence: 0.9, artifacts: numbers(count).map(artifact) },
});

const broken: readonly (readonly [string, (text: string) => string])[] = [
  ['whole', text => text],
  ['with a half-typed key', text => text.replace('"detail": "done"', '"det')],
  [
    'with a missing value',
    text => text.replace('"path": "src/write0.ts"', '"path": ').replace('"event": "tool_end"', '"event": '),
  ],
];

// What is said in the first elements, where both texts are the same, line by line.
test.each(
  [response, message].flatMap(make => broken.map(([state, spoil]) => ({ name: make.name, state, make, spoil }))),
)('in a large $name, $state, the same is said and offered as in a small one', ({ make, spoil }) => {
  const read = (count: number) => {
    const file = memoryFile('a.json', spoil(JSON.stringify(make(count), null, 2)));
    return { file, analysis: analyse(file, context).analysis };
  };
  const [small, large] = [read(3), read(140)];
  expect(large.analysis.parts.map(({ part }) => largeJsonOf(part) !== undefined)).toEqual([true]);
  const last = small.file.lines.findIndex(line => line === '    }' || line === '      }');
  const positions = small.file.lines
    .slice(0, last + 1)
    .flatMap((text, line) => Array.from({ length: text.length + 1 }, (_, character) => ({ line, character })));
  for (const position of oneOf(13, positions)) {
    const [one, other] = [small, large].map(({ analysis }) => ({
      position,
      hover: hover(analysis, position, context, workspace),
      items: completion(analysis, position, { context, workspace, client: {} }).map(
        ({ label, textEdit, sortText }) => ({
          label,
          textEdit,
          sortText,
        }),
      ),
    }));
    expect(other).toEqual(one);
  }
});
