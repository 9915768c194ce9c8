import { join } from 'node:path';
import { expect } from 'vitest';
import type { LogCheckpoint } from '../../server/src/model/disk';
import { readLogFile } from '../../server/src/workspace/readLogFile';
import { LOG_START } from '../../server/src/workspace/readLogLines';
import { folder } from '../cli/run';

type Sizes = Parameters<typeof readLogFile>[3];

/** All lines that are told, and what is said of them; fails where it is a fault or lines are told out of turn. */
export function read(path: string, from: LogCheckpoint = LOG_START, sizes?: Sizes) {
  const lines: string[] = [];
  const result = readLogFile(
    path,
    from,
    (more, first) => {
      expect(first).toBe(from.line + lines.length);
      lines.push(...more);
    },
    sizes,
  );
  if (!('mark' in result)) throw new Error(JSON.stringify(result));
  expect(result.mark.line).toBe(from.line + lines.length);
  return { lines, ...result };
}

export function log(content: string | Buffer): string {
  return join(folder({ 'a.jsonl': content }), 'a.jsonl');
}

export const CHUNKS = [1, 2, 3, 5, 7, 64, 1 << 20];
