import type { Path, Span } from '../../model/text';
import { expandSnippet } from '../../slots/expandSnippet';
import { choicePlaceholder, escapeSnippet } from '../../slots/schemaSnippet';
import { jsonTree, nodeAt, parseJson } from '../../text/json/parseJson';

/** What a value in a snippet becomes: a text of its own, one of several to choose from, or snippet text with stops from 1 on. */
export type NewValue = { text: string } | { choices: readonly string[] } | { body: string };

/** The value that a snippet stands for when nothing in it is changed. */
export function parseSnippet(text: string): unknown {
  return parseJson(
    expandSnippet(text, () => ''),
    'json',
  ).value;
}

/** What can be chosen from at a value of a snippet; none where nothing is offered. */
export function snippetChoicesAt(text: string, path: Path): string[] {
  const source = sourceAt(text, path);
  const choices = source && /\$\{\d+\|((?:[^|\\]|\\.)*)\|\}/.exec(text.slice(source.start, source.end))?.[1];
  return choices ? choices.split(/(?<!\\),/).map(one => one.replace(/\\([\\,|])/g, '$1')) : [];
}

/** A snippet with other values at some paths. They keep their place in the order of the tab stops. */
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

/** The same snippet with room for other stops behind each of its own. */
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

// What makes JSON of a snippet, letter for letter in the same place: a stop that stands for a value becomes a number, others go.
function masked(text: string): string {
  const strings = /"(?:[^"\\]|\\.)*"|\$\{\d+[:|][^}]*\}|\$\{\w+\}|\$\d+/g;
  return text.replace(strings, (piece, at: number) => {
    if (piece.startsWith('"')) return piece;
    const isValue = piece.startsWith('${') || /:\s*$/.test(text.slice(0, at));
    return (isValue ? '0' : ' ').padEnd(piece.length);
  });
}
