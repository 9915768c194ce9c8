import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { everyFourth } from '../kit/amount';
import { projectRoot } from '../kit/corpus';
import { startRunsServer } from '../kit/runsClient';
import { temporaryFolder } from '../kit/temporaryFolder';
import { watchMemory } from './processMemory';

const workspace = temporaryFolder({}, join(projectRoot, 'test/sample/messages'));
const place = temporaryFolder();
const NAME = 'index.bin';
/** A store as the server made it, and what it then told. */
const good = place.pathOf('good');
let fresh: string[];
let freshPeak: number;

beforeAll(async () => {
  // It stores when it has had nothing to do for a while.
  const isStored = () => vi.waitUntil(() => existsSync(join(good, NAME)), { timeout: 30_000, interval: 100 });
  ({ told: fresh, peak: freshPeak } = await toldWith(good, { before: isStored }));
  expect(fresh.length).toBeGreaterThan(3);
  expect(readdirSync(good)).toEqual([NAME]);
});
afterAll(() => {
  workspace.dispose();
  place.dispose();
});

/**
 * Starts the built server over the workspace, and gives back all runs with their steps: once they are those
 * that are expected, since what a store holds of a folder is read only when a run is looked at. `before`: what is waited for before it ends.
 */
async function toldWith(
  storage: string,
  { expected, before }: { expected?: readonly string[]; before?(): Promise<unknown> } = {},
): Promise<{ told: string[]; warnings: string[]; peak: number }> {
  const server = await startRunsServer([workspace.uri], { initializationOptions: { storage } });
  const memory = watchMemory(server.pid, () => server.kill('SIGKILL'));
  await server.read();
  const told = await server.until(
    async () => (await server.outline()).sort(),
    lines => !expected || lines.join() === expected.join(),
  );
  await before?.();
  const warnings = await server.warnings();
  const peak = memory.peak();
  memory.stop();
  expect(await server.stop()).toBe(0);
  return { told, warnings, peak };
}

interface Store {
  head: { version: string; sections: [number, string][]; value: Record<string, unknown> };
  /** Each a line of JSON for each value. */
  sections: string[];
}

const POINTER = 16;
const HASH = 64;

function readStore(path: string): Store {
  const bytes = readFileSync(path);
  const start = Number(bytes.toString('latin1', bytes.length - POINTER));
  const head: Store['head'] = JSON.parse(bytes.toString('utf8', start + HASH, bytes.length - POINTER));
  let at = 0;
  const sections = head.sections.map(([length]) => {
    at += length;
    return bytes.toString('utf8', at - length, at);
  });
  return { head, sections };
}

/** Writes it with the hashes that it ought to have. */
function writeStore(path: string, { head, sections }: Store, pointer?: string): void {
  const bodies = sections.map(section => Buffer.from(section));
  const lengths = bodies.map((body): [number, string] => [body.length, hashOf(body)]);
  const text = Buffer.from(JSON.stringify({ ...head, sections: lengths }));
  const end = bodies.reduce((sum, body) => sum + body.length, 0);
  const tail = Buffer.from(pointer ?? String(end).padStart(POINTER));
  writeFileSync(path, Buffer.concat([...bodies, Buffer.from(hashOf(text)), text, tail]));
}

function hashOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

interface Attack {
  about: string;
  /** Another value in the head, by its name; undefined for all of it. */
  head?: { name?: string; value: unknown };
  sections?(before: readonly string[]): string[];
  /** What stands where the place of the head is said. */
  pointer?: string;
  /** What lies there instead of a store. */
  instead?(path: string): void;
}

const all = (text: string) => (sections: readonly string[]) => sections.map(() => text);
const replaced = (what: RegExp, by: string) => (sections: readonly string[]) =>
  sections.map(section => section.replace(what, by));

const attacks: Attack[] = [
  { about: 'nothing of it changed' },
  { about: 'a head that is null', head: { value: null } },
  { about: 'a head of nothing', head: { value: {} } },
  { about: 'folders that are none', head: { name: 'folders', value: [{}, null, 7] } },
  { about: 'groups that name no words', head: { name: 'words', value: [] } },
  { about: 'groups that are text', head: { name: 'groups', value: ['__proto__'] } },
  { about: 'sections of other folders', sections: before => before.toReversed() },
  { about: 'sections of nothing', sections: all('') },
  { about: 'sections of numbers', sections: all('[7]\n') },
  { about: 'sections of records without entries', sections: all('[{"uri":"file:///x"}]\n') },
  { about: 'steps told by what every object has', sections: replaced(/"part":"[^"]*"/g, '"part":"__proto__"') },
  { about: 'times that are no numbers', sections: replaced(/\\u0000n\d+/g, '\\u0000nx') },
  { about: 'times of 100,000 digits', sections: replaced(/\\u0000n/, `\\u0000n${'9'.repeat(100_000)}`) },
  { about: 'deep nesting', sections: all(`${'['.repeat(200_000)}${']'.repeat(200_000)}\n`) },
  { about: 'a place before the beginning', pointer: '-999999999999999' },
  { about: 'a place behind the end', pointer: '9999999999999999' },
  { about: 'a place that is none', pointer: 'NaN'.padStart(POINTER) },
  { about: 'nothing in it', instead: path => writeFileSync(path, '') },
  { about: 'a folder in its place', instead: path => mkdirSync(path) },
];
if (process.platform !== 'win32') {
  attacks.push(
    { about: 'a pipe in its place', instead: path => spawnSync('mkfifo', [path]) },
    { about: 'a link to a device in its place', instead: path => symlinkSync('/dev/zero', path) },
  );
}

/** Changes the store in a file, and gives it the hashes that it then ought to have. */
function carryOut({ head: other, sections: change, pointer, instead }: Attack, path: string): void {
  const { head, sections } = readStore(path);
  if (instead) {
    rmSync(path);
    instead(path);
    return;
  }
  const value = other ? (other.name ? { ...head.value, [other.name]: other.value } : other.value) : head.value;
  writeStore(
    path,
    { head: { ...head, value: value as Store['head']['value'] }, sections: change?.(sections) ?? sections },
    pointer,
  );
}

describe.concurrent('a store that someone changed: the runs are those of the files', () => {
  test.each(everyFourth(attacks))('$about', async attack => {
    const storage = place.pathOf(attack.about.replaceAll(' ', '-'));
    cpSync(good, storage, { recursive: true });
    carryOut(attack, join(storage, NAME));
    const { told, warnings, peak } = await toldWith(storage, { expected: fresh });
    expect(told).toEqual(fresh);
    // Where it can't be replaced it is said why; nothing else goes wrong.
    expect(warnings.filter(text => !text.includes("can't be stored"))).toEqual([]);
    expect(peak).toBeLessThan(3 * freshPeak);
  });
});

test.skipIf(process.platform === 'win32')('a store is readable by its owner alone, also one that was not', async () => {
  const modeOf = (path: string) => (lstatSync(path).mode & 0o777).toString(8);
  expect([modeOf(good), modeOf(join(good, NAME))]).toEqual(['700', '600']);
  const storage = place.pathOf('open');
  cpSync(good, storage, { recursive: true });
  chmodSync(join(storage, NAME), 0o644);
  await toldWith(storage);
  expect(modeOf(join(storage, NAME))).toBe('600');
});
