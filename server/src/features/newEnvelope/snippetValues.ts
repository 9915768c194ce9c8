import type { Path, Span } from '../../model/text';
import { expandSnippet } from '../../slots/expandSnippet';
import { choicePlaceholder, escapeSnippet } from '../../slots/schemaSnippet';
import { jsonTree, nodeAt, parseJson } from '../../text/json/parseJson';

/** The replacement of a value in a snippet: fixed text, a choice of several texts, or snippet text whose tab stops count from 1. */
export type NewValue = { text: string } | { choices: readonly string[] } | { body: string };

/** The value that a snippet inserts when none of its tab stops is edited. */
export function parseSnippet(text: string): unknown {
  return parseJson(
    expandSnippet(text, () => ''),
    'json',
  ).value;
}

/** The choices that a snippet offers for a value; none where it has no choice. */
export function snippetChoicesAt(text: string, path: Path): string[] {
  const source = sourceAt(text, path);
  const choices = source && /\$\{\d+\|((?:[^|\\]|\\.)*)\|\}/.exec(text.slice(source.start, source.end))?.[1];
  return choices ? choices.split(/(?<!\\),/).map(one => one.replace(/\\([\\,|])/g, '$1')) : [];
}

/** Replaces the values at some paths of a snippet; the order of the tab stops stays. */
export function replaceSnippetValues(text: string, values: readonly { path: Path; value: NewValue }[]): string {
  const placed = values.flatMap(({ path, value }) => {
    const at = sourceAt(text, path);
    return at ? [{ at, value }] : [];
  });
  let result = text;
  for (const { at, value } of placed.toSorted((one, two) => two.at.start - one.at.start)) {
    result = result.slice(0, at.start) + written(value, result.slice(at.start, at.end)) + result.slice(at.end);
  }
  return result;
}

/** Renumbers a snippet's tab stops so that others fit after each of them. */
export function normalizeTabStops(text: string): string {
  return renumbered(text, stop => stop * ROOM);
}

const ROOM = 100;

function written(value: NewValue, before: string): string {
  const stop = Number(/(?<!\\)\$\{?(\d+)/.exec(before)?.[1] ?? 0);
  if ('body' in value) return renumbered(value.body, own => stop + Math.min(own, ROOM - 1));
  const texts = 'choices' in value ? value.choices : [value.text];
  const [first = ''] = texts;
  const inQuotes = (text: string) => JSON.stringify(text).slice(1, -1);
  if (stop === 0) return `"${escapeSnippet(inQuotes(first))}"`;
  if (texts.length > 1) return `"${choicePlaceholder(texts.map(inQuotes), stop)}"`;
  return `"\${${stop}:${escapeSnippet(inQuotes(first))}}"`;
}

function renumbered(text: string, to: (stop: number) => number): string {
  return text.replace(/\\[\\$}]|\$(\{?)(\d+)/g, (whole, brace: string, stop?: string) =>
    stop === undefined ? whole : `$${brace}${to(Number(stop))}`,
  );
}

function sourceAt(text: string, path: Path): Span | undefined {
  const tree = jsonTree(masked(text));
  const node = tree && nodeAt(tree, path);
  return node && { start: node.offset, end: node.offset + node.length };
}

// Makes JSON of a snippet with all offsets kept: a tab stop in place of a value becomes a number, others become blanks.
function masked(text: string): string {
  const strings = /"(?:[^"\\]|\\.)*"|\$\{\d+[:|][^}]*\}|\$\{\w+\}|\$\d+/g;
  return text.replace(strings, (piece, at: number) => {
    if (piece.startsWith('"')) return piece;
    const isValue = piece.startsWith('${') || /:\s*$/.test(text.slice(0, at));
    return (isValue ? '0' : ' ').padEnd(piece.length);
  });
}
