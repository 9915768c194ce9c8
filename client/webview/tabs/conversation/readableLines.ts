import { differingLines } from '../ArtifactTexts';
import type { Token } from '../envelope/lineSegments';

/** A line of a value that is made for reading; `text` may have several lines of its own. */
export interface ReadableLine {
  indent: string;
  name?: string;
  text: string;
  token?: Token;
  /** Of the lines of an edit, those that it takes away and those that it adds. */
  change?: 'removed' | 'added' | 'kept';
}

/**
 * JSON with a value a line, as the arguments of a call are told, without its quotes: a text has its own lines, and the text that an edit
 * replaces stands with the new one as a diff. Undefined where a line is no JSON.
 */
export function readableLines(lines: readonly string[]): ReadableLine[] | undefined {
  const read: ReadableLine[] = [];
  // The outer braces say nothing.
  const isObject = lines[0] === '{';
  const inner = isObject ? lines.slice(1, lines.at(-1) === '}' ? -1 : undefined) : lines;
  for (const [index, line] of inner.entries()) {
    const one = readableLine(isObject ? line.replace(/^ {2}/, '') : line, index === inner.length - 1);
    if (!one) return undefined;
    const before = read.at(-1);
    const edit = before && editLines(before, one);
    if (edit) read.splice(-1, 1, ...edit);
    else read.push(one);
  }
  return read;
}

const LINE = /^( *)(?:"((?:[^"\\]|\\.)*)": ?)?(.*)$/;
const SCALAR = /^(?:(-?\d[\d.eE+-]*)|(true|false)|(null)|[[\]{}…]{0,3})$/;

/** `isLast`: its text may be cut. */
function readableLine(line: string, isLast: boolean): ReadableLine | undefined {
  const [, indent = '', name, rest = ''] = LINE.exec(line) ?? [];
  const value = rest.endsWith(',') && !isCut(rest) ? rest.slice(0, -1) : rest;
  const named = { indent, ...(name !== undefined && { name }) };
  if (value.startsWith('"')) {
    const text = decoded(value) ?? (isLast ? decodedBeginning(value) : undefined);
    // An empty text is told from no value.
    return text === undefined ? undefined : { ...named, text: text === '' ? '""' : text, token: 'string' };
  }
  const scalar = SCALAR.exec(value);
  if (!scalar) return undefined;
  const [, number, boolean, nothing] = scalar;
  const token = number ? 'number' : boolean ? 'boolean' : nothing ? 'null' : undefined;
  return { ...named, text: value, ...(token && { token }) };
}

/** Whether a text is cut behind a comma of its own. */
function isCut(value: string): boolean {
  return value.startsWith('"') && !value.endsWith('",');
}

function decoded(value: string): string | undefined {
  try {
    const text: unknown = JSON.parse(value);
    return typeof text === 'string' ? text : undefined;
  } catch {
    return undefined;
  }
}

/** A text without its end, which may be in the middle of an escape. */
function decodedBeginning(value: string): string | undefined {
  return decoded(`${value}"`) ?? decoded(`${value.replace(/\\[^\\]{0,5}$/, '')}"`);
}

/** The text that an edit replaces and the new one, as a diff. */
function editLines(before: ReadableLine, after: ReadableLine): ReadableLine[] | undefined {
  const isEdit =
    before.token === 'string' &&
    after.token === 'string' &&
    before.indent === after.indent &&
    /^old/i.test(before.name ?? '') &&
    after.name?.slice(3) === before.name?.slice(3) &&
    /^new/i.test(after.name ?? '');
  if (!isEdit) return undefined;
  const [old, fresh] = [textLines(before), textLines(after)];
  const { from, beforeTo, afterTo } = differingLines(old, fresh);
  const { indent } = before;
  const told = (lines: string[], change: 'removed' | 'added' | 'kept') => lines.map(text => ({ indent, text, change }));
  return [
    ...told(old.slice(0, from), 'kept'),
    ...told(old.slice(from, beforeTo), 'removed'),
    ...told(fresh.slice(from, afterTo), 'added'),
    ...told(old.slice(beforeTo), 'kept'),
  ];
}

function textLines({ text }: ReadableLine): string[] {
  return text === '""' ? [] : text.split('\n');
}
