import { expect, test } from 'vitest';
import { isOpen, questionsOf } from '../../server/src/registry/gaps';
import { decisionsOf } from '../../server/src/registry/handoffs';
import { readRegistry } from '../../server/src/registry/readRegistry';
import { parseMarkdown } from '../../server/src/text/parseMarkdown';

const registry = (text: string) => readRegistry(parseMarkdown(text), { whole: true });

test('ignores the cells of rows with too few or too many cells', () => {
  const log = registry(`## Decisions Log

| Timestamp | Workflow | Agent | Decision | Rationale |
|---|---|---|---|---|
| 2026-06-11 | specify | build | build it | as asked |
| 2026-06-11 | specify | build it |
| 2026-06-11 | specify | build | a | b | c |
`);
  expect(decisionsOf(log).map(({ time, agent, text, rationale }) => [time, agent, text, rationale])).toEqual([
    ['2026-06-11', 'build', 'build it', 'as asked'],
    ['', '', '', ''],
    ['', '', '', ''],
  ]);
});

test('a question is open until it is answered or deferred', () => {
  const statuses = ['pending', 'awaiting_answer', 'answered', 'deferred', 'pondered'];
  const rows = statuses.map((status, index) => `| Q-S${index + 1} | Why? | ${status} |\n`);
  const pending = registry(`## Pending Questions\n\n| ID | Question | Status |\n|---|---|---|\n${rows.join('')}`);
  expect(questionsOf(pending).map(isOpen)).toEqual([true, true, false, false, undefined]);
});
