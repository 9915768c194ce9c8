// The order of AG-UI's events as its declaration says it, beside the verdict of AG-UI's own client.
import { readFileSync } from 'node:fs';
import { verifyEvents } from '@ag-ui/client';
import { type BaseEvent, EventType } from '@ag-ui/core';
import fc from 'fast-check';
import { from } from 'rxjs';
import { expect, test } from 'vitest';
import { sixteenth } from '../../kit/amount';
import { analyseWithRunRules, problemsIn } from '../../kit/analyseText';
import { familiesWithDeclared } from '../../kit/declaredProtocols';

const file = new URL('../../../protocols/ag-ui.agent-protocol.json', import.meta.url);
const families = familiesWithDeclared(JSON.parse(readFileSync(file, 'utf8')));

const types = Object.values(EventType);
/** Those that open, go on with or close something, which random sequences would seldom have. */
const likely = types.filter(type => /START|CONTENT|ARGS|END|FINISHED|ERROR/.test(type));

const event = fc
  .record({
    type: fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...likely) }, fc.constantFrom(...types)),
    id: fc.constantFrom('a', 'b'),
  })
  .map(({ type, id }) => ({ type, ...contentOf(type, id) }));
const events = fc.array(event, { maxLength: 14 }).map(all => [{ type: EventType.RUN_STARTED, ...RUN }, ...all]);

const RUN = { threadId: 't', runId: 'r' };

/** Whatever an event of the type must have. */
function contentOf(type: string, id: string): Record<string, unknown> {
  if (/^RUN_(?:STARTED|FINISHED)/.test(type)) return RUN;
  if (/SUBAGENT/.test(type)) return { subagentRunId: id, name: 'n', message: 'm' };
  const ids = { messageId: id, toolCallId: id, stepName: id, entityId: id };
  const texts = { message: 'm', delta: type === 'STATE_DELTA' ? [] : 'x', toolCallName: 'tool', name: 'n', value: 1 };
  const values = { snapshot: {}, messages: [], content: type === 'ACTIVITY_SNAPSHOT' ? {} : 'x', patch: [], event: {} };
  const kept = { ...ids, ...texts, ...values, activityType: 'a', subtype: 'message', encryptedValue: 'e' };
  return Object.fromEntries(Object.entries(kept).filter(([name]) => NEEDED[type]?.includes(name)));
}

const NEEDED: Record<string, string[]> = Object.fromEntries(
  Object.values(JSON.parse(readFileSync(file, 'utf8')).kinds as Record<string, { schema: Schema }>).map(
    ({ schema }) => [
      schema.properties.type.const,
      Object.keys(schema.properties).filter(name => schema.required.includes(name) || /Id$|^delta$/.test(name)),
    ],
  ),
);

interface Schema {
  required: string[];
  properties: Record<string, unknown> & { type: { const: string } };
}

/** The index of the first event that AG-UI's client refuses; undefined if it takes all. */
function refusedAt(all: readonly object[]): number | undefined {
  let passed = 0;
  let isRefused = false;
  from(all as BaseEvent[])
    .pipe(verifyEvents(false))
    .subscribe({ next: () => passed++, error: () => (isRefused = true) });
  return isRefused ? passed : undefined;
}

function foundAt(all: readonly object[]): number | undefined {
  const text = all.map(one => JSON.stringify(one)).join('\n');
  const problems = problemsIn(analyseWithRunRules('events.jsonl', text, { families }));
  const lines = problems
    .filter(({ severity }) => severity === 'error')
    .map(({ part }) => Number(part.id.replace('line ', '')) - 1);
  return lines.length > 0 ? Math.min(...lines) : undefined;
}

test('every event type is declared', () => {
  expect(Object.keys(NEEDED).sort()).toEqual([...types].sort());
});

test('the first event that is refused is the first with a problem', () => {
  let refused = 0;
  fc.assert(
    fc.property(events, all => {
      const at = refusedAt(all);
      if (at !== undefined) refused++;
      expect({ all, at: foundAt(all) }).toEqual({ all, at });
    }),
    { numRuns: sixteenth(5000) },
  );
  expect(refused).toBeGreaterThan(sixteenth(400));
});
