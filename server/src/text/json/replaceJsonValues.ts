import {
  COLON,
  COMMA,
  endOfToken,
  endOfValue,
  isClosing,
  isOpening,
  OPEN_BRACKET,
  QUOTE,
  skipWhitespace,
} from './jsonScanner';
import { isPairValueName, pairLabels } from './pairLabels';

/** What becomes of the values in a JSON text. A value's name is that of the nearest property around it; '' where there is none. */
export interface JsonReplacer {
  /** Are values of this name replaced as a whole, whatever they hold? */
  covers(name: string): boolean;
  /** What stands there instead, as JSON. */
  cover(json: string): string;
  /** Does a name say what all that is in it is? The nearest such around a value is given along as `around`; '' for none. */
  tells?(name: string): boolean;
  /** What a text becomes; given back as it is where it stays. `before` is the text before it in its list. */
  string(text: string, name: string, around: string, before: string | undefined): string;
  /** What the name of a property becomes; without it, names stay. */
  property?(name: string): string;
  /** The text that a number becomes; undefined where it stays. */
  number?(token: string, name: string, around: string): string | undefined;
}

/**
 * A JSON text with other values in it. Each character of what is not replaced stays: numbers with all their digits, blanks,
 * escapes. In a pair such as `{"key": "user", "value": {…}}`, of which lists of attributes are made, the value is named by its key.
 *
 * @param json without a fault
 */
export function replaceJsonValues(json: string, replaces: JsonReplacer): string {
  const pieces: string[] = [];
  let copied = 0;
  const frames: Frame[] = [];
  let frame: Frame | undefined;
  const labels = pairLabels(json);
  for (let at = skipWhitespace(json, 0); at < json.length; at = skipWhitespace(json, at)) {
    const code = json.charCodeAt(at);
    if (code === COMMA || code === COLON) {
      at++;
    } else if (isClosing(code)) {
      frames.pop();
      frame = frames.at(-1);
      if (frame) frame.name = undefined;
      at++;
    } else if (frame && !frame.isList && frame.name === undefined) {
      const end = endOfToken(json, at);
      frame.name = textOf(json.slice(at, end));
      const other = replaces.property?.(frame.name) ?? frame.name;
      if (other !== frame.name) replace(at, end, JSON.stringify(other));
      at = end;
    } else {
      const name = nameIn(frame);
      if (!isChosen(name) && isOpening(code)) {
        const told: string = replaces.tells?.(name) ? name : (frame?.told ?? '');
        const label = labels.get(at);
        frame = {
          isList: code === OPEN_BRACKET,
          around: name,
          told,
          isNamedAround: isPaired(frame),
          name: undefined,
          before: undefined,
          ...(label !== undefined && { label }),
        };
        frames.push(frame);
        at++;
      } else {
        at = replacedValue(at, name);
        if (frame) frame.name = undefined;
      }
    }
  }
  return pieces.length === 0 ? json : pieces.join('') + json.slice(copied);

  function replacedValue(start: number, name: string): number {
    const end = endOfValue(json, start);
    // In a pair its own name is around it.
    const told = frame?.told || (isPaired(frame) ? (frame?.name ?? '') : '');
    if (isChosen(name)) replace(start, end, replaces.cover(json.slice(start, end)));
    else if (json.charCodeAt(start) !== QUOTE) {
      const token = json.slice(start, end);
      const other = NUMBER.test(token) ? replaces.number?.(token, name, told) : undefined;
      if (other !== undefined) replace(start, end, JSON.stringify(other));
    } else {
      const text = textOf(json.slice(start, end));
      const list = listAround();
      const other = replaces.string(text, name, told, list?.before);
      if (list) list.before = text;
      if (other !== text) replace(start, end, JSON.stringify(other));
    }
    return end;
  }

  /** By what it is called in its pair, or by its own name. */
  function isChosen(name: string): boolean {
    return replaces.covers(name) || (frame?.name !== undefined && frame.name !== name && replaces.covers(frame.name));
  }

  /** The list that a text stands in, be it as an object: `[{"stringValue": "--user"}, {"stringValue": "ann"}]`. */
  function listAround(): Frame | undefined {
    if (frame?.isList) return frame;
    const outer = frame?.name === 'stringValue' ? frames.at(-2) : undefined;
    return outer?.isList ? outer : undefined;
  }

  function replace(start: number, end: number, other: string): void {
    pieces.push(json.slice(copied, start), other);
    copied = end;
  }
}

const NUMBER = /^[-\d]/;

/** A list or an object that is gone through. */
interface Frame {
  isList: boolean;
  /** The name of itself. */
  around: string;
  /** The nearest name around what is in it that tells what that is. */
  told: string;
  /** What is in it is named as itself is: it is the value of a pair. */
  isNamedAround: boolean;
  /** The property whose value comes next. */
  name: string | undefined;
  /** What it calls its value, where it is a pair. */
  label?: string;
  /** The text before the next value of a list. */
  before: string | undefined;
}

// What stands in a value may have names of its own: these say only what type it is of.
const TYPED_VALUE = /^(?:[a-z]+Value|values?)$/;

function nameIn(frame: Frame | undefined): string {
  if (!frame) return '';
  if (frame.isList || (frame.isNamedAround && TYPED_VALUE.test(frame.name ?? ''))) return frame.around;
  return isPaired(frame) ? (frame.label ?? '') : (frame.name ?? '');
}

function isPaired(frame: Frame | undefined): boolean {
  return frame?.label !== undefined && frame.name !== undefined && isPairValueName(frame.name);
}

function textOf(token: string): string {
  return token.includes('\\') ? JSON.parse(token) : token.slice(1, -1);
}
