import { escapeControls } from './escapeControls';

/**
 * Serializes a value to JSON in pieces. An iterable that is not an array becomes a JSON array whose elements are created one by
 * one, so that the whole text is never in memory. Finds iterables only in properties of objects.
 */
export function* jsonPieces(value: unknown): Generator<string> {
  if (isSequence(value)) {
    let mark = '[';
    for (const item of value) {
      yield mark;
      yield* jsonPieces(item);
      mark = ',';
    }
    yield mark === '[' ? '[]' : ']';
  } else if (holdsSequence(value)) {
    let mark = '{';
    for (const [key, member] of Object.entries(value)) {
      if (member === undefined) continue;
      yield `${mark}${JSON.stringify(key)}:`;
      yield* jsonPieces(member);
      mark = ',';
    }
    yield '}';
  } else yield escapeControls(JSON.stringify(value));
}

function holdsSequence(value: unknown): value is object {
  return isObject(value) && Object.values(value).some(one => isSequence(one) || holdsSequence(one));
}

function isSequence(value: unknown): value is Iterable<unknown> {
  return isObject(value) && Symbol.iterator in value;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
