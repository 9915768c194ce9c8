import { expect, test } from 'vitest';
import { analyse, analyseInSteps, type Context, emptyCache } from '../../server/src/analysis/analyse';
import type { Analysis } from '../../server/src/model/analysis';
import { renderRegistry } from '../../server/src/registry/registryTemplate';
import { runSteps } from '../../server/src/shared/workInSteps';
import { runsEverything } from '../kit/amount';
import { memoryFile } from '../kit/analyseText';
import { carryingMessage } from '../kit/carryingMessage';
import { changingWorkspace, memoryWorkspace } from '../kit/memoryWorkspace';
import { message } from '../kit/runsClient';
import { testContext } from '../kit/testContext';

const registry = renderRegistry({
  ...{ workflow: 'specify', now: '2026-07-01T09:00:00Z', style: 'bullets', extensions: [] },
  ...{ featureId: 'feat', branch: '1-one' },
})
  .replaceAll('| present |', '| absent |')
  .replace('| spec.md |', '| feat/spec.md |');
const lines = Array.from({ length: 10 }, (_, index) =>
  carryingMessage(message(index), [{ path: 'specs/1/.workflow/index.md', content: registry }]),
);
const outside = Array.from({ length: 600 }, (_, index) => ({
  path: index < 40 || index >= 560 ? `out/f${index}.ts` : `src/n${index}.ts`,
  content: `export const write${index} = 1;\n`.repeat(20),
}));

/** From one step that is tried to the next. */
const STRIDE = runsEverything ? 1 : 8;

// What is known after an analysis in which the disk changed must not outlive it.
test.each([
  ['a large message', memoryFile('a.json', carryingMessage(message(1), outside)), { out: '-> /elsewhere' }],
  ['a log', memoryFile('a.jsonl', lines.join('\n')), { 'feat/spec.md': 'x' }],
])('%s is analysed anew as from scratch after the disk changed within an analysis', (_, file, written) => {
  const before = memoryWorkspace({ 'out/x.ts': 'x', 'src/x.ts': 'x' });
  const after = memoryWorkspace({ 'src/x.ts': 'x', ...written });
  const found: number[] = [];
  for (let step = 1; ; step += STRIDE) {
    const { workspace, change } = changingWorkspace(before);
    const context: Context = { ...testContext(), workspace };
    const cache = emptyCache();
    const steps = analyseInSteps(file, context, { cache });
    for (let at = 0; at < step && !steps.next().done; at++);
    change(after);
    const { done } = steps.next();
    if (done) break;
    const interrupted = problemsOf(runSteps(steps));
    const again = problemsOf(analyse(file, context, cache).analysis);
    expect(again, `changed after step ${step}`).toEqual(problemsOf(analyse(file, context).analysis));
    found.push(interrupted.length - again.length);
  }
  // The disk matters, or this would test nothing.
  expect(found.some(difference => difference !== 0)).toBe(true);
});

function problemsOf({ parts }: Analysis) {
  return parts.flatMap(({ problems }) => problems.map(({ rule, part, span }) => [rule, part.id, span.start]));
}
