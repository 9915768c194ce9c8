import type { PartLang, Span } from '../model/text';
import { type JsonNode, jsonTree, nodeValue, type ParsedJson, parseJson, type SyntaxFault } from './json/parseJson';
import { computeOnce, memoizeLastTree } from './memoize';

/** A YAML document as a syntax tree, in the same form as the tree of JSON with the same values. */
export interface YamlTree {
  /** Absent if the text has no value. If the text has a syntax error, the tree contains what could be read around it. */
  root?: JsonNode;
  fault?: SyntaxFault;
}

/** A YAML parser. It wraps a library that is loaded only on first use. */
export interface YamlParser {
  parse(text: string): YamlTree;
  comments(text: string): Span[];
}

let load: (() => YamlParser) | undefined;

/** Sets the function that loads the YAML parser on first use. Until then, YAML has no values. */
export function provideYaml(loadParser: () => YamlParser): void {
  load = computeOnce(loadParser);
}

/** Parses the text of a part in its language. Never throws. */
export function parseJsonOrYaml(text: string, lang: Exclude<PartLang, 'markdown'>): ParsedJson {
  if (lang !== 'yaml') return parseJson(text, lang);
  const { root, fault } = yamlTree(text);
  return { value: root && nodeValue(root), ...(fault && { fault }) };
}

/**
 * Returns the value of a YAML text. An integer beyond the safe range is a string of its digits, as `parseJsonBigInts` returns it. Never
 * throws.
 */
export function parseYamlBigInts(text: string): unknown {
  const { root } = yamlTree(text);
  return (
    root &&
    nodeValue(root, ({ value, offset, length }) => {
      if (typeof value !== 'number' || Number.isSafeInteger(value)) return value;
      const written = text.slice(offset, offset + length);
      return /^-?\d+$/.test(written) ? written : value;
    })
  );
}

/** Returns the syntax tree of a part's text; of malformed text, what could be read. Undefined for text without a value. */
export function textTree(text: string, lang: PartLang): JsonNode | undefined {
  return lang === 'yaml' ? yamlTree(text).root : jsonTree(text);
}

/** Returns the comments of YAML, with their number signs, in order. Never throws. */
export function yamlComments(text: string): Span[] {
  return load?.().comments(text) ?? [];
}

const yamlTree = memoizeLastTree((text): YamlTree => load?.().parse(text) ?? {});

/** Parses a whole JSON text; undefined if it is none. */
export function parseWholeJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
