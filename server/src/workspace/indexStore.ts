import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * What was stored in a folder (an absolute path); undefined where nothing was, or by another version, or where it is
 * damaged. Never throws.
 */
export function loadStored(folder: string, version: string): unknown {
  try {
    const file = readFileSync(join(folder, NAME));
    const end = file.indexOf('\n');
    const body = file.subarray(end + 1);
    if (file.toString('utf8', 0, end) !== headOf(version, body)) return undefined;
    const held = JSON.parse(body.toString('utf8'));
    revive(held);
    return held.value;
  } catch {
    return undefined;
  }
}

/**
 * Stores a value in a folder, which is made where it is absent, in place of the one before: that is kept whole until the new
 * one is. The value is what JSON can say, and bigints. Where it can't be stored: why, in one line without the path.
 */
export function saveStored(folder: string, version: string, value: unknown): { fault: string } | undefined {
  const path = join(folder, NAME);
  const unfinished = `${path}.${randomUUID()}`;
  try {
    const body = Buffer.from(JSON.stringify({ value }, tagged));
    mkdirSync(folder, { recursive: true });
    writeFileSync(unfinished, Buffer.concat([Buffer.from(`${headOf(version, body)}\n`), body]));
    renameSync(unfinished, path);
    return undefined;
  } catch (error) {
    remove(unfinished);
    const { code, message } = error as NodeJS.ErrnoException;
    return { fault: `can't be stored (${code ?? message.split('\n', 1)[0]}).` };
  }
}

const NAME = 'index.json';

function remove(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // Then it wasn't there either: what could not be written to can't be removed.
  }
}

function headOf(version: string, body: Buffer): string {
  return JSON.stringify([version, createHash('sha256').update(body).digest('hex')]);
}

// JSON with tags is read in two thirds of the time of v8's own format.
const TAG = '\0';
const BIGINT = `${TAG}n`;
const STRING = `${TAG}s`;

function tagged(_key: string, value: unknown): unknown {
  if (typeof value === 'bigint') return BIGINT + value;
  return typeof value === 'string' && value.startsWith(TAG) ? STRING + value : value;
}

// In place, and only where a tag stands: `JSON.parse` with a reviver would take more than twice as long for it all.
function revive(value: Record<string, unknown> | unknown[]): void {
  const held = value as Record<string, unknown>;
  for (const key in held) {
    const inner = held[key];
    if (typeof inner === 'string') {
      if (inner.startsWith(TAG)) held[key] = untagged(inner);
    } else if (typeof inner === 'object' && inner !== null) revive(inner as Record<string, unknown>);
  }
}

function untagged(text: string): string | bigint {
  const rest = text.slice(BIGINT.length);
  return text.startsWith(BIGINT) ? BigInt(rest) : rest;
}
