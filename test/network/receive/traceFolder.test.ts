import { readdirSync, readFileSync, statSync, symlinkSync, utimesSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { type TraceFileChange, traceFolder } from '../../../server/src/network/receive/traceFolder';
import { temporaryFolder } from '../../kit/temporaryFolder';

const DAY = 86_400_000;
const NOW = Date.parse('2026-11-22T12:00:00Z');
const OTHER = 'traces-20261121T120000Z-77-1.jsonl';

function keeping(
  files: Record<string, string> = {},
  limits = { maxMegabytes: 1, maxDays: 2 },
  isRunning = () => false,
) {
  const folder = temporaryFolder(files);
  onTestFinished(folder.dispose);
  const changes: TraceFileChange[] = [];
  const kept = traceFolder(folder.path, {
    limits,
    isRunning,
    now: () => NOW,
    onChanged: made => changes.push(...made),
  });
  return { ...folder, ...kept, changes, names: () => readdirSync(folder.path).sort() };
}

function changedAt(path: string, time: number): void {
  utimesSync(path, time / 1000, time / 1000);
}

test('lines are appended to a file of this process, and a full one is followed by another', () => {
  const { keep, names, pathOf, changes } = keeping();
  const first = `traces-20261122T120000Z-${process.pid}-1.jsonl`;
  expect(keep('{"a":1}')).toBeUndefined();
  expect(keep('{"b":2}')).toBeUndefined();
  expect(readFileSync(pathOf(first), 'utf8')).toBe('{"a":1}\n{"b":2}\n');
  expect(statSync(pathOf(first)).mode & 0o777).toBe(0o600);
  expect(changes).toEqual([
    { name: first, inside: false },
    { name: first, inside: true },
  ]);
  keep('x'.repeat(260_000));
  keep('y');
  expect(names()).toEqual([first, first.replace('-1.jsonl', '-2.jsonl')]);
});

test('the oldest files are deleted when all of them are too large, and only those', () => {
  const old = 'traces-20261120T120000Z-77-1.jsonl';
  const kept = keeping({
    [old]: 'x'.repeat(600_000),
    [OTHER]: 'x'.repeat(600_000),
    'mine.jsonl': 'x'.repeat(2_000_000),
  });
  changedAt(kept.pathOf(old), NOW - DAY - 1);
  changedAt(kept.pathOf(OTHER), NOW - DAY);
  kept.limit();
  expect(kept.names()).toEqual(['mine.jsonl', OTHER]);
  expect(kept.changes).toEqual([{ name: old, inside: false }]);
});

test('files that nobody wrote to for days are deleted; no link, no folder and no other name is', () => {
  const names = ['traces-20261122T120000Z-x-1.jsonl', 'traces.jsonl', `${OTHER}.bak`, `a${OTHER}`];
  const kept = keeping({
    [OTHER]: 'x',
    ...Object.fromEntries(names.map(name => [name, 'x'])),
    'elsewhere/x.jsonl': 'x',
  });
  const link = 'traces-20261121T120000Z-78-1.jsonl';
  const folder = 'traces-20261121T120000Z-79-1.jsonl';
  symlinkSync(kept.pathOf('elsewhere/x.jsonl'), kept.pathOf(link));
  kept.write(`${folder}/x`, 'x');
  for (const name of [OTHER, ...names, 'elsewhere/x.jsonl']) changedAt(kept.pathOf(name), NOW - 3 * DAY);
  kept.limit();
  expect(kept.names()).toEqual([...names, 'elsewhere', link, folder].sort());
});

test('a file that another process writes to stays', () => {
  const kept = keeping({ [OTHER]: 'x'.repeat(2_000_000) }, undefined, () => true);
  changedAt(kept.pathOf(OTHER), NOW - 60_000);
  kept.limit();
  expect(kept.names()).toEqual([OTHER]);
  // Since it is found again by its name, it may go when it rests.
  changedAt(kept.pathOf(OTHER), NOW - DAY);
  kept.limit();
  expect(kept.names()).toEqual([]);
});

test('nothing is written through a link, into a folder or without a folder', () => {
  const name = `traces-20261122T120000Z-${process.pid}-1.jsonl`;
  const linked = keeping({ 'target.jsonl': 'x' });
  symlinkSync(linked.pathOf('target.jsonl'), linked.pathOf(name));
  expect(linked.keep('{}')?.fault).toMatch(/is a link, and nothing is written through one; remove it\.$/);
  expect(readFileSync(linked.pathOf('target.jsonl'), 'utf8')).toBe('x');
  const blocked = keeping({ [`${name}/x`]: 'x' });
  expect(blocked.keep('{}')?.fault).toMatch(/can't be written: it is a folder/);
  const below = traceFolder(linked.pathOf('target.jsonl/in'), {
    limits: { maxMegabytes: 1, maxDays: 1 },
    onChanged: () => {},
  });
  expect(below.keep('{}')?.fault).toMatch(/can't be written: part of its path is a file/);
});
