import { COLON, COMMA, endOfToken, isClosing, isOpening, OPEN_BRACKET, QUOTE, skipWhitespace } from './jsonScanner';

/**
 * Finds the name-value pairs in a JSON text, such as `{"name": "user", "value": …}` in either order: each object's
 * offset, and the name of its value.
 */
export function pairLabels(json: string): ReadonlyMap<number, string> {
  if (!MAYBE.test(json)) return NONE;
  const labels = new Map<number, string>();
  const frames: Frame[] = [];
  let frame: Frame | undefined;
  for (let at = skipWhitespace(json, 0); at < json.length; at = skipWhitespace(json, at)) {
    const code = json.charCodeAt(at);
    if (code === COMMA || code === COLON) at++;
    else if (isClosing(code)) {
      const label = frame?.label ?? frame?.type;
      if (frame?.hasValue && label !== undefined) labels.set(frame.start, label);
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
        if (frame.name === 'type') frame.type = decodeString(json.slice(at, end));
        else if (LABEL.test(frame.name)) frame.label ??= decodeString(json.slice(at, end));
      }
      if (frame) frame.name = undefined;
      at = end;
    }
  }
  return labels;
}

/** Whether a pair's value has a property of this name. */
export function isPairValueName(name: string): boolean {
  return VALUE.test(name);
}

interface Frame {
  isList: boolean;
  start: number;
  /** The property whose value comes next. */
  name: string | undefined;
  label: string | undefined;
  type?: string;
  hasValue: boolean;
}

const LONGEST = 200;
const NONE: ReadonlyMap<number, string> = new Map();
const MAYBE = /value"|"(?:val|v|default)"/i;
const VALUE = /^(?:val|v|default)$|value$/i;
// `type`, as in `type: "password"`, counts only where there is no other label.
const LABEL =
  /^(?:k|field|header|variable|param|parameter|attribute|property)$|(?:^|[a-z_])(?:key|name)$|(?:Key|Name)$/;

function decodeString(token: string): string {
  return token.includes('\\') ? JSON.parse(token) : token.slice(1, -1);
}
