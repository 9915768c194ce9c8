import * as zlib from 'node:zlib';
import { t } from '../shared/l10n';
import { isPackedLog } from '../text/fileLanguage';
import { decodeUtf8, isArchive, LARGEST_TEXT } from './decodeTextBytes';
import { readRegular } from './openRegularFile';
import { readFault, readTextFile } from './readTextFile';

/** Reads the text of a regular file, or of a log packed in an archive. Never throws. */
export function readDocument(path: string): { text: string } | { fault: string } {
  if (!isPackedLog(path)) return readTextFile(path);
  try {
    const bytes = readRegular(path, LARGEST_TEXT);
    return isArchive(bytes) ? unpackLog(bytes) : readTextFile(path);
  } catch (error) {
    return { fault: readFault(error) };
  }
}

/** Bytes: the limit of files that are not packed. */
const LARGEST_UNPACKED = 1 << 26;
const MOST_FILES = 20_000;

/**
 * Returns the text of a packed log of Inspect, as Inspect writes it as JSON. The archive has the log's head and a file for each sample.
 * Empty for any other archive. A fault is one line without the path. Never throws.
 *
 * @param most in bytes, for all files together
 */
export function unpackLog(bytes: Buffer, most = LARGEST_UNPACKED): { text: string } | { fault: string } {
  const files = packedFiles(bytes);
  if (!files) return { fault: BROKEN };
  const named = new Map(files.map(file => [file.name, file]));
  // A log that is still being written has no head yet.
  const head = named.get('header.json') ?? named.get('_journal/start.json');
  const samples = [...named.values()].filter(({ name }) => /^samples\/[^/]+\.json$/.test(name));
  const wanted = [...(head ? [head] : []), ...samples];
  // Refuses overlapping files, which would unpack without end.
  if (wanted.reduce((sum, { packed }) => sum + packed, 0) > bytes.length) return { fault: BROKEN };
  if (wanted.reduce((sum, { size }) => sum + size, 0) > most) {
    return {
      fault: t`is left out: unpacked it is larger than ${Math.round(most / (1 << 20))} MB; unpack it, as any zip archive, and read its samples.`,
    };
  }
  const texts: string[] = [];
  for (const file of wanted) {
    const read = unpackFile(bytes, file);
    if ('fault' in read) return read;
    texts.push(read.text.trim());
  }
  const fields = head ? (texts.shift() as string).replace(/\}$/, '') : '{';
  if (texts.length === 0) return { text: head ? `${fields}}` : '' };
  const comma = fields.trimEnd() === '{' ? '' : ',';
  return { text: `${fields}${comma}"samples":[\n${texts.join(',\n')}\n]}` };
}

interface PackedFile {
  name: string;
  method: number;
  /** Sizes in bytes: packed, and unpacked according to the archive. */
  packed: number;
  size: number;
  /** The offset of its own header. */
  offset: number;
}

/** Returns the files in the directory at the end of an archive; undefined if it is broken, or lists too many. */
function packedFiles(bytes: Buffer): PackedFile[] | undefined {
  const end = bytes.lastIndexOf(END_OF_DIRECTORY);
  if (end < 0 || end + END > bytes.length) return undefined;
  const count = bytes.readUInt16LE(end + 10);
  let at = bytes.readUInt32LE(end + 16);
  if (count > MOST_FILES) return undefined;
  const files: PackedFile[] = [];
  for (let index = 0; index < count; index++) {
    if (at + ENTRY > bytes.length || bytes.readUInt32LE(at) !== LISTED_FILE) return undefined;
    const nameEnd = at + ENTRY + bytes.readUInt16LE(at + 28);
    files.push({
      name: bytes.toString('utf8', at + ENTRY, nameEnd),
      method: bytes.readUInt16LE(at + 10),
      packed: bytes.readUInt32LE(at + 20),
      size: bytes.readUInt32LE(at + 24),
      offset: bytes.readUInt32LE(at + 42),
    });
    at = nameEnd + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return files;
}

const LOCAL_FILE = 0x04034b50;
const LISTED_FILE = 0x02014b50;
const END_OF_DIRECTORY = Buffer.from('PK\x05\x06', 'latin1');
/** In bytes: the fixed fields of a file's own header, of its entry in the directory, and of the directory's end. */
const HEAD = 30;
const ENTRY = 46;
const END = 22;

/** Unpacks a file, up to the size that the archive states. */
function unpackFile(bytes: Buffer, { method, packed, size, offset }: PackedFile): { text: string } | { fault: string } {
  if (offset + HEAD > bytes.length || bytes.readUInt32LE(offset) !== LOCAL_FILE) return { fault: BROKEN };
  const start = offset + HEAD + bytes.readUInt16LE(offset + 26) + bytes.readUInt16LE(offset + 28);
  const content = bytes.subarray(start, start + (method === STORED ? Math.min(packed, size) : packed));
  const limits = { maxOutputLength: Math.max(1, size) };
  try {
    if (method === STORED) return { text: decodeUtf8(content) };
    if (method === DEFLATED) return { text: decodeUtf8(zlib.inflateRawSync(content, limits)) };
    const { zstdDecompressSync } = zlib as { zstdDecompressSync?: typeof zlib.inflateRawSync };
    if (method !== ZSTD || !zstdDecompressSync) return { fault: method === ZSTD ? NEEDS_ZSTD : BROKEN };
    return { text: decodeUtf8(zstdDecompressSync(content, limits)) };
  } catch {
    return { fault: BROKEN };
  }
}

const STORED = 0;
const DEFLATED = 8;
const ZSTD = 93;

const BROKEN = t`is no whole zip archive that can be unpacked; it may still be written, or damaged.`;
const NEEDS_ZSTD = t`is packed with Zstandard, which Node reads from 22.15 on; use that, or write it as JSON ("inspect log convert --to json").`;
