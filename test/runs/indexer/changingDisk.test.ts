import { expect, test } from 'vitest';
import { workspaceIndexer } from '../../../server/src/runs/indexer/workspaceIndexer';
import { runsEverything } from '../../kit/amount';
import { carryingMessage } from '../../kit/carryingMessage';
import { memoryAccess } from '../../kit/memoryAccess';
import { changingWorkspace, memoryWorkspace } from '../../kit/memoryWorkspace';
import { message } from '../../kit/runsClient';
import { testContext } from '../../kit/testContext';

const A = 'file:///work/a.json';
const files = Array.from({ length: 600 }, (_, index) => ({
  path: index < 40 ? `out/f${index}.ts` : `src/n${index}.ts`,
  content: `export const write${index} = 1;\n`.repeat(20),
}));

/** From one step that is tried to the next. */
const STRIDE = runsEverything ? 1 : 13;

test('a folder that becomes a link while a file is checked for the first time is seen', () => {
  const before = memoryWorkspace({ 'out/x.ts': 'x', 'src/x.ts': 'x' });
  const after = memoryWorkspace({ out: '-> /elsewhere', 'src/x.ts': 'x' });
  let tried = 0;
  for (let changed = 1; ; changed += STRIDE) {
    const { workspace, change } = changingWorkspace(before);
    const context = { ...testContext(), workspace };
    const own = workspaceIndexer({
      access: memoryAccess(new Map([[A, carryingMessage(message(1), files)]])),
      folders: () => ['file:///work'],
      contextOf: () => context,
      warn: fault => expect.unreachable(fault.fault),
    });
    own.scan();
    let steps = 0;
    while (!own.state().idle && own.work()) {
      if (++steps !== changed) continue;
      change(after);
      own.changed('file:///work/out', false);
    }
    if (steps < changed) break;
    const rules = Object.values(own.index.record(A)?.checks ?? {}).flatMap(check => check.rules);
    expect(rules, `changed after step ${changed}`).toContain('envelope/path-escapes');
    tried++;
  }
  expect(tried * STRIDE).toBeGreaterThan(10);
});
