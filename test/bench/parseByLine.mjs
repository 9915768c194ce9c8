import { closeSync, openSync, readSync } from 'node:fs';

/** Reads a log a megabyte at a time and parses each of its lines; returns how many they were. */
export function parseByLine(file) {
  const descriptor = openSync(file, 'r');
  const buffer = Buffer.alloc(1 << 20);
  let rest = '';
  let lines = 0;
  for (let size = readSync(descriptor, buffer); size > 0; size = readSync(descriptor, buffer)) {
    const texts = (rest + buffer.toString('utf8', 0, size)).split('\n');
    rest = texts.pop() ?? '';
    for (const text of texts) {
      JSON.parse(text);
      lines++;
    }
  }
  closeSync(descriptor);
  return lines;
}
