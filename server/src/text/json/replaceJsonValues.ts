import { sliceStart } from '../../shared/shownText';
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

/**
 * A callback that decides which values of a JSON text are replaced, for example to redact secrets, and by what. The `name` of a value is the name
 * of the nearest property that contains it; '' if there is none.
 */
export interface JsonReplacer {
  /** Whether values of this name are replaced as a whole, whatever their type. */
  covers(name: string): boolean;
  /** The replacement, as JSON. */
  cover(json: string): string;
  /**
   * Whether a name describes everything below it. The nearest such name above a value is passed as `around`; '' for
   * none.
   */
  tells?(name: string): boolean;
  /**
   * Returns the name of a value whose field in a form has this description, as in `{"element": "Password field", "text": …}`; undefined to
   * keep the value's own.
   */
  field?(description: string): string | undefined;
  /**
   * Returns the replacement of a string; the string itself to keep it. `before` is the preceding string in its list.
   */
  string(text: string, name: string, around: string, before: string | undefined): string;
  /** Returns the replacement of a property name; without it, names are kept. */
  property?(name: string): string;
  /** Returns the string that replaces a number; undefined to keep it. */
  number?(token: string, name: string, around: string): string | undefined;
}

/**
 * Replaces values in a JSON text. The rest stays unchanged: numbers with all their digits, whitespace, escapes. In a
 * pair such as `{"key": "user", "value": {…}}`, as in lists of attributes, the value is named by its key.
 *
 * @param json valid JSON
 */
export function replaceJsonValues(json: string, replaces: JsonReplacer): string {
  const pieces: string[] = [];
  let copied = 0;
  const frames: Frame[] = [];
  let frame: Frame | undefined;
  const labels = pairLabels(json, replaces.field);
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
      frame.name = decodeString(json.slice(at, end));
      const other = replaces.property?.(frame.name) ?? frame.name;
      if (other !== frame.name) replace(at, end, JSON.stringify(other));
      at = end;
    } else {
      const name = nameIn(frame);
      if (!isChosen(name) && isOpening(code)) {
        const describing: string = replaces.tells?.(name) ? name : (frame?.describing ?? '');
        const label = labels.get(at);
        frame = {
          isList: code === OPEN_BRACKET,
          around: name,
          describing,
          isNamedAround: isPaired(frame),
          name: undefined,
          before: undefined,
          ...label,
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
    // In a pair, a value's own name is the enclosing one.
    const describing = frame?.describing || (isPaired(frame) ? (frame?.name ?? '') : '');
    if (isChosen(name)) replace(start, end, replaces.cover(json.slice(start, end)));
    else if (json.charCodeAt(start) !== QUOTE) {
      const token = json.slice(start, end);
      const other = NUMBER.test(token) ? replaces.number?.(token, name, describing) : undefined;
      if (other !== undefined) replace(start, end, JSON.stringify(other));
    } else {
      const text = decodeString(json.slice(start, end));
      const list = listAround();
      const other = replaces.string(text, name, describing, list?.before);
      if (list) list.before = text;
      if (other !== text) replace(start, end, JSON.stringify(other));
    }
    return end;
  }

  /** Chosen by its name in the pair, or by its own name. */
  function isChosen(name: string): boolean {
    return replaces.covers(name) || (frame?.name !== undefined && frame.name !== name && replaces.covers(frame.name));
  }

  /** The list that contains a string, even within an object: `[{"stringValue": "--user"}, {"stringValue": "ann"}]`. */
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

/** An enclosing list or object. */
interface Frame {
  isList: boolean;
  /** Its own name. */
  around: string;
  /** The nearest name around its contents that describes them. */
  describing: string;
  /** Its contents are named by its own name, since it is the value of a pair. */
  isNamedAround: boolean;
  /** The property whose value comes next. */
  name: string | undefined;
  /** If it is a pair, the name that it gives its value. */
  label?: string;
  /** It describes a field of a form. */
  isField?: true;
  /** The text before the next value of a list. */
  before: string | undefined;
}

// These property names within a value only state its type.
const TYPED_VALUE = /^(?:[a-z]+Value|values?)$/;

function nameIn(frame: Frame | undefined): string {
  if (!frame) return '';
  if (frame.isList || (frame.isNamedAround && TYPED_VALUE.test(frame.name ?? ''))) return frame.around;
  return isPaired(frame) ? (frame.label ?? '') : (frame.name ?? '');
}

function isPaired(frame: Frame | undefined): boolean {
  return frame?.label !== undefined && frame.name !== undefined && isPairValueName(frame.name, frame.isField);
}

function decodeString(token: string): string {
  return token.includes('\\') ? JSON.parse(token) : token.slice(1, -1);
}

/**
 * Finds the name-value pairs in a JSON text, such as `{"name": "user", "value": …}` in either order: each object's
 * offset, and the name of its value.
 */
export function pairLabels(
  json: string,
  fieldOf?: JsonReplacer['field'],
): ReadonlyMap<number, Pick<Frame, 'label' | 'isField'>> {
  if (!MAYBE.test(json) && !(fieldOf && DESCRIBED.test(json))) return NONE;
  const labels = new Map<number, Pick<Frame, 'label' | 'isField'>>();
  const frames: LabelFrame[] = [];
  let frame: LabelFrame | undefined;
  for (let at = skipWhitespace(json, 0); at < json.length; at = skipWhitespace(json, at)) {
    const code = json.charCodeAt(at);
    if (code === COMMA || code === COLON) at++;
    else if (isClosing(code)) {
      const label = frame?.label ?? frame?.type;
      if (frame?.hasWord && frame.field !== undefined) labels.set(frame.start, { label: frame.field, isField: true });
      else if (frame?.hasValue && label !== undefined) labels.set(frame.start, { label });
      frames.pop();
      frame = frames.at(-1);
      if (frame) frame.name = undefined;
      at++;
    } else if (frame && !frame.isList && frame.name === undefined) {
      const end = endOfToken(json, at);
      frame.name = json.slice(at + 1, end - 1);
      frame.hasValue ||= isPairValueName(frame.name);
      at = end;
    } else if (isOpening(code)) {
      frame = { isList: code === OPEN_BRACKET, start: at, name: undefined, label: undefined, hasValue: false };
      frames.push(frame);
      at++;
    } else {
      const end = endOfToken(json, at);
      // The first candidate counts: with `key` and `name`, both.
      if (code === QUOTE && end - at < LONGEST && frame?.name !== undefined) {
        const token = json.slice(at, end);
        if (frame.name === 'type') frame.type = decodeString(token);
        else if (DESCRIPTION.test(frame.name)) frame.field ??= fieldOf?.(decodeString(token));
        else if (isPairValueName(frame.name, true)) frame.hasWord ||= !/\s/.test(token);
        else if (LABEL.test(frame.name)) frame.label ??= decodeString(token);
      }
      if (frame) frame.name = undefined;
      at = end;
    }
  }
  return labels;
}

/** Returns whether a pair's value has a property of this name. */
function isPairValueName(name: string, isField = false): boolean {
  return VALUE.test(name) || (isField && name === 'text');
}

interface LabelFrame {
  isList: boolean;
  start: number;
  /** The property whose value comes next. */
  name: string | undefined;
  label: string | undefined;
  type?: string;
  /** The name that its description gives its value, if that is a word. */
  field?: string | undefined;
  hasWord?: boolean;
  hasValue: boolean;
}

const LONGEST = 200;
const NONE: ReadonlyMap<number, Pick<Frame, 'label' | 'isField'>> = new Map();
const MAYBE = /value"|"(?:val|v|default)"/i;
const DESCRIBED = /"(?:element|selector|locator|label|placeholder)"/;
const DESCRIPTION = /^(?:element|selector|locator|label|placeholder)$/;
const VALUE = /^(?:val|v|default)$|value$/i;
// `type`, as in `type: "password"`, counts only if there is no other label.
const LABEL =
  /^(?:k|field|header|variable|param|parameter|attribute|property)$|(?:^|[a-z_])(?:key|name)$|(?:Key|Name)$/;

/**
 * Shortens JSON to a maximum length by truncating its longest strings, each with a note at its end. Undefined if
 * that is not enough, or for invalid JSON.
 *
 * @param most in characters
 */
export function truncateJson(text: string, most: number): string | undefined {
  if (text.length <= most) return text;
  try {
    JSON.parse(text);
  } catch {
    return undefined;
  }
  for (let longest = Math.floor(most / 2); longest >= SHORTEST; longest = Math.floor(longest / 4)) {
    const shorter = replaceJsonValues(text, {
      covers: () => false,
      cover: json => json,
      string: one => truncateString(one, longest),
    });
    if (shorter.length <= most) return shorter;
  }
  return undefined;
}

const SHORTEST = 100;

function truncateString(text: string, most: number): string {
  if (text.length <= most) return text;
  const start = sliceStart(text, most);
  return `${start}… (${text.length - start.length} more characters)`;
}
