import type { FileAccess, LogCheckpoint } from '../../model/disk';
import type { TextFile } from '../../model/text';
import { groupBy } from '../../shared/arrays';
import { languageOf } from '../../text/fileLanguage';
import { fileText } from '../../text/lines';
import { parseJsonOrYaml } from '../../text/parseJsonOrYaml';
import { sha256 } from '../../text/sha256';
import type { Entry } from '../reading/fileRecord';
import { partTexts } from '../reading/readEntries';
import type { EntryRef } from './stepRef';

interface TextDigestsOptions {
  access: Pick<FileAccess, 'text' | 'log'>;
  /** Returns the text of a file that is open in the editor; undefined for a file that is not open. */
  openedAt(uri: string): TextFile | undefined;
}

/**
 * Returns a function that hashes the texts of envelopes, to find copies of an envelope. It hashes a text only when asked: few envelopes have
 * copies, and hashing all would take as long as parsing them.
 */
export function digestEnvelopeTexts({ access, openedAt }: TextDigestsOptions): TextDigests {
  const known = new WeakMap<Entry, string>();

  return envelopes => {
    const unread = envelopes.filter(({ entry }) => !known.has(entry));
    for (const [uri, places] of groupBy(unread, ({ record }) => record.uri)) {
      const entries = groupBy(places, ({ entry }) => entry.part);
      for (const [part, text] of textsOf(entries, uri)) {
        const digest = sha256(jsonIn(text, uri).replace(BLANKS, ''));
        for (const { entry } of entries.get(part) ?? []) known.set(entry, digest);
      }
    }
    const digests = new Map<Entry, string>();
    for (const { entry } of envelopes) {
      const digest = known.get(entry);
      if (digest !== undefined) digests.set(entry, digest);
    }
    return digests;
  };

  /** The texts of some parts of a file. */
  function* textsOf(parts: ReadonlyMap<string, unknown>, uri: string): Generator<[part: string, text: string]> {
    const opened = openedAt(uri);
    if (languageOf(uri) === 'jsonl' && !opened) {
      yield* linesOf(parts, uri);
      return;
    }
    const read = opened ? { text: fileText(opened) } : access.text(uri);
    if ('fault' in read) return;
    const textAt = partTexts(uri, read.text);
    for (const part of parts.keys()) {
      const text = textAt(part);
      if (text !== undefined) yield [part, text];
    }
  }

  // A log of any size is read a piece at a time.
  function* linesOf(parts: ReadonlyMap<string, unknown>, uri: string): Generator<[part: string, text: string]> {
    let left = parts.size;
    for (let mark: LogCheckpoint | undefined; left > 0; ) {
      const piece = access.log(uri, mark);
      if (!('lines' in piece)) return;
      const { lines, first, torn, done } = piece;
      for (const [index, line] of (torn === undefined ? lines : [...lines, torn]).entries()) {
        const part = `line ${first + index + 1}`;
        if (!parts.has(part)) continue;
        yield [part, line];
        left--;
      }
      if (done) return;
      mark = piece.mark;
    }
  }
}

/** Returns the text of an envelope; of one in YAML, the same as JSON, as which a copy may be written. */
function jsonIn(text: string, uri: string): string {
  return languageOf(uri) === 'yaml' ? (JSON.stringify(parseJsonOrYaml(text, 'yaml').value) ?? text) : text;
}

/**
 * Returns a hash of the text of each envelope; leaves out envelopes whose text can't be read any more. Envelopes with equal hashes are
 * copies: whitespace is ignored, YAML is hashed as JSON, and the hash is cryptographic, so that equal hashes can't be forged.
 */
export type TextDigests = (envelopes: readonly EntryRef[]) => ReadonlyMap<Entry, string>;

// Controls, blanks and byte order marks.
const BLANKS = /[\0- \uFEFF]+/g;
