import fc from 'fast-check';
import { expect, test } from 'vitest';
import { traceDrafts } from '../../../server/src/families/agent-io/kinds';

type Event = Record<string, unknown> | string;

const within = { run: 'trace-1', parent: 'response' };

/** The drafts of the same trace, read for the first time. */
const fromScratch = (trace: Event[], place = within) => traceDrafts(structuredClone(trace), place);

const said = (message: string): Event => ({ event: 'log', message });
const call = (event: string, id: string): Event => ({
  event: `tool_call_${event}`,
  details: { tool: 'Read', call_id: id },
});

test('after an edit of one event, the drafts of all others are the same objects', () => {
  const trace = [said('one'), call('start', '1'), said('two'), call('complete', '1'), said('three')];
  const before = traceDrafts(trace, within);
  const after = traceDrafts(trace.with(2, said('edited')), within);
  expect(after.map((draft, index) => draft === before[index])).toEqual([true, true, false, true]);
  expect(after[2]?.title).toContain('edited');
});

test('a call whose end was edited is read again', () => {
  const trace = [said('one'), call('start', '1'), call('complete', '1'), said('two')];
  const [, before] = traceDrafts(trace, within);
  const [, after] = traceDrafts(trace.with(2, call('error', '1')), within);
  expect([before?.outcome, after?.outcome]).toEqual(['ok', 'failed']);
});

test('a call whose start was edited is read again', () => {
  const start = { event: 'tool_call_start', details: { tool: 'Read', call_id: '1' } };
  const trace = [said('one'), start, call('complete', '1'), said('two')];
  traceDrafts(trace, within);
  const [, after] = traceDrafts(trace.with(1, { ...start, agent: 'reviewer' }), within);
  expect(after?.agent).toBe('reviewer');
});

test('after any edits, drafts are those of the same trace that is read for the first time', () => {
  const event = fc.oneof(
    fc.constantFrom('a', 'b').map(said),
    fc
      .tuple(fc.constantFrom('start', 'complete', 'error'), fc.constantFrom('1', '2'))
      .map(([name, id]) => call(name, id)),
    fc.constantFrom('start', 'tool_call_start', ''),
    fc.constant({}),
  );
  const edit = fc.record({ at: fc.nat(8), remove: fc.nat(2), add: fc.array(event, { maxLength: 2 }) });
  const place = fc.constantFrom(within, { run: 'trace-2', parent: 'response' }, { run: 'trace-1', parent: undefined });
  fc.assert(
    fc.property(
      fc.array(event, { maxLength: 8 }),
      fc.array(fc.tuple(edit, place), { maxLength: 6 }),
      (first, edits) => {
        let trace: Event[] = first;
        traceDrafts(trace, within);
        for (const [{ at, remove, add }, there] of edits) {
          trace = trace.toSpliced(at, remove, ...add);
          expect(traceDrafts(trace, there)).toEqual(fromScratch(trace, there as typeof within));
        }
      },
    ),
  );
});
