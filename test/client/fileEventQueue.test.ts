import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { FileEvent } from 'vscode-languageclient';
import { fileEventQueue } from '../../client/src/debounce';

const CHANGED = 2;
const DELETED = 3;
const log = { uri: 'file:///work/log.jsonl', type: CHANGED } as FileEvent;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Writes a log at an interval in milliseconds for ten seconds; returns the longest time until the server is notified. */
async function longestLag(every: number): Promise<number> {
  const written: number[] = [];
  let longest = 0;
  const events = fileEventQueue(async () => {
    for (const at of written.splice(0)) longest = Math.max(longest, Date.now() - at);
  });
  for (let passed = 0; passed < 10_000; passed += every) {
    written.push(Date.now());
    events.add(log);
    await vi.advanceTimersByTimeAsync(every);
  }
  await vi.advanceTimersByTimeAsync(1000);
  expect(written).toEqual([]);
  return longest;
}

test.each([10, 50, 120, 200, 240, 260, 1000])(
  'keeps sending events for a log that is written each %d ms',
  async every => {
    expect(await longestLag(every)).toBeLessThanOrEqual(250);
  },
);

test('sends a change after a short delay', async () => {
  expect(await longestLag(5000)).toBeLessThanOrEqual(30);
});

test('sends repeated events of a file once, and its last event last', async () => {
  const told: FileEvent[][] = [];
  const events = fileEventQueue(async changes => void told.push(changes));
  const gone = { ...log, type: DELETED } as FileEvent;
  const other = { ...log, uri: 'file:///work/other.jsonl' };
  for (const event of [log, log, other, log, gone, gone, log]) events.add(event);
  await vi.advanceTimersByTimeAsync(1000);
  expect(told).toEqual([[log, other, gone, log]]);
});

test('sends events that failed to be sent with the next ones', async () => {
  const told: FileEvent[][] = [];
  let works = false;
  const events = fileEventQueue(async changes => {
    if (!works) throw new Error('no server');
    told.push(changes);
  });
  const other = { ...log, uri: 'file:///work/other.jsonl' };
  events.add(log);
  await vi.advanceTimersByTimeAsync(1000);
  works = true;
  events.add(other);
  await vi.advanceTimersByTimeAsync(1000);
  expect(told).toEqual([[log, other]]);
});
