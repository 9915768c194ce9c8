import { readdirSync, readFileSync, statSync, symlinkSync, utimesSync } from 'node:fs';
import { resolve } from 'node:path';
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
  expect(linked.keep('{}')?.fault).toMatch(
    /^Traces can't be kept in .*: it is a link, and nothing is written through one; mend that, and send them again\.$/,
  );
  expect(readFileSync(linked.pathOf('target.jsonl'), 'utf8')).toBe('x');
  const blocked = keeping({ [`${name}/x`]: 'x' });
  expect(blocked.keep('{}')?.fault).toMatch(/: it is a folder; mend that/);
  const below = traceFolder(linked.pathOf('target.jsonl/in'), {
    limits: { maxMegabytes: 1, maxDays: 1 },
    onChanged: () => {},
  });
  expect(below.keep('{}')?.fault).toMatch(/: part of the path is a file; mend that/);
});

const PLACES: [string, string, RegExp][] = [
  ['a file', 'file', /: it is a file, not a folder$/],
  ['a path below a file', 'file/in/it', /: part of the path is a file$/],
  ['a link that leads nowhere', 'link', /: it is a link that leads to no folder$/],
  // Here mkdir with `recursive` never returns.
  ...(process.platform === 'linux'
    ? [
        ['a file system that creates no folders', '/proc/a/b', /: no folder can be made there$/] as [
          string,
          string,
          RegExp,
        ],
      ]
    : []),
];

test.each(PLACES)('%s is no folder to keep traces in', (_, path, expected) => {
  const folder = temporaryFolder({ file: 'x' });
  onTestFinished(folder.dispose);
  symlinkSync(folder.pathOf('nowhere'), folder.pathOf('link'));
  const kept = traceFolder(resolve(folder.path, path), {
    limits: { maxMegabytes: 1, maxDays: 1 },
    onChanged: () => {},
  });
  expect(kept.prepare()?.fault).toMatch(expected);
  expect(kept.keep('{}')?.fault).toMatch(/^Traces can't be kept in /);
  expect(readdirSync(folder.path).sort()).toEqual(['file', 'link']);
});

test('a folder is made where there is none, and nothing stays in it from trying', () => {
  const folder = temporaryFolder();
  onTestFinished(folder.dispose);
  const path = folder.pathOf('a/b/c');
  const kept = traceFolder(path, { limits: { maxMegabytes: 1, maxDays: 1 }, onChanged: () => {} });
  expect(kept.prepare()).toBeUndefined();
  expect(kept.prepare()).toBeUndefined();
  expect(readdirSync(path)).toEqual([]);
  expect(statSync(path).mode & 0o777).toBe(0o700);
});
