import type { RunEnvelope } from '../../model/rule';
import { fileNameOf } from '../../text/uri/decodeUri';

/** Describes the location of another envelope: `line 3`, `element 3`, `calls.jsonl, line 3`. */
export function describeLocation({ file, part }: RunEnvelope, from: RunEnvelope): string {
  const name = fileNameOf(file.uri);
  if (part === 'root') return name;
  const location = /^\d+$/.test(part) ? `element ${Number(part) + 1}` : part;
  return file === from.file ? location : `${name}, ${location}`;
}
