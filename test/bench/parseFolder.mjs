// node parseFolder.mjs
// Walks the current folder, and reads and parses its files, logs line by line: the least that a check can do.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

for (const entry of readdirSync('.', { withFileTypes: true, recursive: true })) {
  if (!entry.isFile()) continue;
  const text = readFileSync(path.join(entry.parentPath, entry.name), 'utf8');
  const values = entry.name.endsWith('.jsonl') ? text.split('\n').filter(line => line !== '') : [text];
  for (const value of values) JSON.parse(value);
}
