import type { Part } from '../model/part';
import type { Span } from '../model/text';
import type { LargeJson } from '../text/json/largeJson';
import { largeJsonTree } from '../text/json/largeJsonTree';
import { type JsonNode, jsonTree, parsePiece } from '../text/json/parseJson';
import { memoizeByObject } from '../text/memoize';

/** The JSON of parts with large arrays. */
const largeJsons = new WeakMap<object, LargeJson>();

/** Tells the JSON of a part with large arrays: its tree is then made without reading all of its text. */
export function rememberLargeJson(part: Part, json: LargeJson): void {
  largeJsons.set(part, json);
}

/** The JSON of a part with large arrays; undefined for any other part. */
export function largeJsonOf(part: Part): LargeJson | undefined {
  return largeJsons.get(part);
}

/** The syntax tree of a JSON part. Undefined for text without a value, and for brackets nested too deeply to walk. */
export function partTree(part: Pick<Part, 'text'>): JsonNode | undefined {
  return largeJsons.has(part) ? largeTree(part) : jsonTree(part.text);
}

/** A piece of a part's text. */
export function partText(part: Pick<Part, 'text'>, { start, end }: Span): string {
  const json = largeJsons.get(part);
  return json ? json.slice({ start, end }) : part.text.slice(start, end);
}

const largeTree = memoizeByObject((part: Pick<Part, 'text'>) => {
  const json = largeJsons.get(part);
  return (json && largeJsonTree({ ...json, shell: json.shell.text }, parsePiece)) ?? jsonTree(part.text);
});
