import { COLON, endOfToken, QUOTE, SPACE, skipWhitespace } from './jsonScanner';
import { type JsonLang, type JsonNode, jsonTree } from './parseJson';

/** A property in a JSON text whose key occurs again later in the same object, so that its value is lost. All fields are nodes of the JSON tree. */
export interface DuplicateKey {
  lost: JsonNode;
  /** The next property in the text. */
  next: JsonNode;
  /** The last property of that name, whose value counts. */
  kept: JsonNode;
}

/**
 * Returns the duplicate keys, in text order.
 *
 * @param value the parsed text. It has one property for each name, so a text with as many keys has no duplicates, and no tree is built.
 */
export function duplicateKeys(text: string, value: unknown, lang: JsonLang): DuplicateKey[] {
  // Quotes in a comment open no string.
  if (lang === 'json') {
    const properties = propertiesIn(value);
    if (possibleKeysIn(text) === properties || keysIn(text) === properties) return [];
  }
  const root = jsonTree(text);
  return root ? duplicatesBelow(root) : [];
}

/** Counts quotes before colons: at least as many as there are keys, and in nearly all texts as many. */
function possibleKeysIn(text: string): number {
  let count = 0;
  for (let colon = text.indexOf(':'); colon >= 0; colon = text.indexOf(':', colon + 1)) {
    let at = colon - 1;
    while (at >= 0 && text.charCodeAt(at) <= SPACE) at--;
    if (text.charCodeAt(at) === QUOTE) count++;
  }
  return count;
}

function keysIn(text: string): number {
  let count = 0;
  for (let at = text.indexOf('"'), end = 0; at >= 0; at = text.indexOf('"', end)) {
    end = endOfToken(text, at);
    if (text.charCodeAt(end) === COLON || text.charCodeAt(skipWhitespace(text, end)) === COLON) count++;
  }
  return count;
}

// Not recursive: `JSON.parse` accepts deeper nesting than the stack allows.
function propertiesIn(value: unknown): number {
  let count = 0;
  const open = [value];
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    if (typeof one !== 'object' || one === null) continue;
    if (Array.isArray(one)) {
      for (const item of one) if (typeof item === 'object' && item !== null) open.push(item);
      continue;
    }
    // No list of the values: this runs for each line of a log.
    for (const key in one) {
      if (!Object.hasOwn(one, key)) continue;
      count++;
      const member = (one as Record<string, unknown>)[key];
      if (typeof member === 'object' && member !== null) open.push(member);
    }
  }
  return count;
}

/** Returns the duplicate keys in a tree, in text order. */
export function duplicatesBelow(root: JsonNode): DuplicateKey[] {
  const found: DuplicateKey[] = [];
  const open = [root];
  for (let node = open.pop(); node; node = open.pop()) {
    const { type, children = [] } = node;
    if (type === 'object') for (const duplicate of duplicatesOf(children)) found.push(duplicate);
    for (const child of children) if (child.children) open.push(child);
  }
  return found.sort((one, two) => one.lost.offset - two.lost.offset);
}

function duplicatesOf(properties: readonly JsonNode[]): DuplicateKey[] {
  const last = new Map(properties.map(property => [keyOf(property), property]));
  return properties.flatMap((lost, index) => {
    const kept = last.get(keyOf(lost));
    const next = properties[index + 1];
    return kept && next && kept !== lost ? [{ lost, next, kept }] : [];
  });
}

function keyOf({ children }: JsonNode): unknown {
  return children?.[0]?.value;
}
