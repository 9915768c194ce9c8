import type { Span } from '../../model/text';
import { isSecretOf, looksSecret, secretName } from './secretNames';

/** Finds secrets in Markdown tables: the values in columns whose header is a name such as "Password". */
export function tableSecrets(text: string): Span[] {
  const spans: Span[] = [];
  if (!/[|+]/.test(text) || !text.includes('---')) return spans;
  let columns: Map<number, ReturnType<typeof secretName>> | undefined;
  let before = '';
  let start = 0;
  for (const line of text.split('\n')) {
    // A divider also stands between the lines of a frame.
    if (DIVIDER.test(line) && /[|+]/.test(line)) columns = secretColumns(before);
    else if (!line.includes('|')) columns = undefined;
    else if (columns && columns.size > 0) {
      for (const [index, cell] of cellsOf(line).entries()) {
        const kind = columns.get(index);
        const value = /[^\s`*]+(?:.{0,400}[^\s`*])?/.exec(cell.text);
        if (kind === undefined || !value || !isSecretOf(kind, value[0])) continue;
        const at = start + cell.start + value.index;
        spans.push({ start: at, end: at + value[0].length });
      }
    }
    before = line;
    start += line.length + 1;
  }
  return spans;
}

const DIVIDER = /^[\s>|:+-]*-{3}[\s|:+-]*$/;
const MOST_COLUMNS = 50;

function secretColumns(heads: string): Map<number, ReturnType<typeof secretName>> {
  const columns = new Map<number, ReturnType<typeof secretName>>();
  for (const [index, { text }] of cellsOf(heads).entries()) {
    const kind = secretName(text.trim());
    if (kind !== undefined) columns.set(index, kind);
  }
  return columns;
}

function cellsOf(line: string): { text: string; start: number }[] {
  const cells: { text: string; start: number }[] = [];
  let start = 0;
  for (const text of line.split('|', MOST_COLUMNS)) {
    cells.push({ text, start });
    start += text.length + 1;
  }
  return cells;
}

/**
 * Finds secrets in tables of comma-, semicolon- or tab-separated values, and in tables aligned by blanks. Uses the names in the header row
 * or in the first column.
 */
export function columnSecrets(text: string): Span[] {
  const spans: Span[] = [];
  if (!text.includes('\n')) return spans;
  let header: Header | undefined;
  let start = 0;
  for (const line of text.split('\n')) {
    const cells = header ? valuesOf(line, header.separator) : [];
    if (header && cells.length === header.length) {
      const kinds = header.isList ? [[1, secretName(cells[0]?.text ?? '')] as const] : header.columns;
      for (const [index, kind] of kinds) {
        const { text: value = '', start: at = 0 } = cells[index] ?? {};
        if (!isSecretOf(kind, value) || (header.isList && !looksSecret(value))) continue;
        spans.push({ start: start + at, end: start + at + value.length });
      }
    } else header = headerOf(line);
    start += line.length + 1;
  }
  return spans;
}

interface Header {
  separator: string | RegExp;
  length: number;
  columns: ReturnType<typeof secretColumns>;
  /** Each row is a name and its value. */
  isList: boolean;
}

function headerOf(line: string): Header | undefined {
  if (line.length > LONGEST_HEADER) return undefined;
  const aligned = ALIGNED.test(line);
  const separator = aligned ? BLANKS : HEADER.exec(line)?.[1];
  if (separator === undefined) return undefined;
  const names = line
    .trim()
    .split(separator)
    .map(name => name.replace(/"/g, '').trim());
  const columns = new Map<number, ReturnType<typeof secretName>>();
  for (const [index, name] of names.entries()) {
    const kind = secretName(name);
    // Many lists aligned by blanks have such names without secrets: tokens of a text, pins of a device.
    if (kind === 'sure' || (kind !== undefined && !aligned)) columns.set(index, kind);
  }
  const isList = names.length === 2 && NAME.test(names[0] ?? '') && VALUE.test(names[1] ?? '');
  return (columns.size > 0 || isList) && names.length <= MOST_COLUMNS
    ? { separator, length: names.length, columns, isList }
    : undefined;
}

const LONGEST_HEADER = 1000;
/** At least two names, with one separator between them and no other text. */
const HEADER = /^"?[\w.-]{1,40}"?([,;\t])(?:"?[\w.-]{1,40}(?: [\w.-]{1,40}){0,3}"?(?:\1|\r?$))+$/;
/** At least two names, with more than one blank between each. */
const ALIGNED = /^ {0,4}[\w.-]{1,40}(?: {2,40}[\w.-]{1,40}){1,20}\s{0,4}$/;
const BLANKS = / {2,}/;
const NAME = /^(?:name|key|variable|setting|option|property|parameter|env)$/i;
const VALUE = /^(?:value|content|data)$/i;

function valuesOf(line: string, separator: string | RegExp): { text: string; start: number }[] {
  if (typeof separator !== 'string') {
    return [...line.matchAll(ALIGNED_VALUE)]
      .slice(0, MOST_COLUMNS + 1)
      .map(({ 0: text, index }) => ({ text, start: index }));
  }
  const values: { text: string; start: number }[] = [];
  let start = 0;
  let quoted = '';
  for (const piece of line.split(separator, MOST_COLUMNS + 1)) {
    // A separator between quotes separates nothing.
    const text = quoted === '' ? piece : `${quoted}${separator}${piece}`;
    if (/^\s{0,4}"/.test(text) && (text.match(/"/g)?.length ?? 0) % 2 === 1) {
      quoted = text;
      continue;
    }
    quoted = '';
    const [quote = ''] = /^\s{0,4}"?/.exec(text) ?? [];
    values.push({ text: text.slice(quote.length).replace(/"?\s{0,4}$/, ''), start: start + quote.length });
    start += text.length + 1;
  }
  if (quoted !== '') values.push({ text: quoted, start });
  return values;
}

const ALIGNED_VALUE = /\S+(?: \S+){0,10}/g;
