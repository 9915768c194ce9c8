import type { Path } from '../../server/src/model/text';
import { isObject } from '../../server/src/text/jsonPointer';
import { DEEP } from './storeAnswers';

/** What stands in an answer instead of what is expected there. */
export const WRONG_VALUES: Readonly<Record<string, unknown>> = {
  null: null,
  true: true,
  'a negative number': -1,
  'a huge number': 1e308,
  'no text': '',
  'a word': 'many',
  digits: '9'.repeat(400),
  'a date that is none': '2026-99-99T99:99:99Z',
  'half a pair': 'x\ud800',
  'a path': '../../../../etc/passwd',
  'a dot': '..',
  'a long text': 'needle '.repeat(3000),
  'a word on several lines': '\u001b[2J\n\r\tneedle\u202egpj\u2066\u2028[x](command:evil)$(zap)',
  'an empty list': [],
  'an empty object': {},
  'a list of null': [null],
  'a list in lists': [[[['needle']]]],
  prototypes: JSON.parse('{"__proto__":{"name":"needle"},"constructor":{"prototype":"needle"},"toString":"needle"}'),
  'deep nesting': DEEP,
};

/** The paths of all values in a value, itself first. */
export function pathsIn(value: unknown, path: Path = []): Path[] {
  const members = Array.isArray(value) ? [...value.entries()] : isObject(value) ? Object.entries(value) : [];
  return [path, ...members.flatMap(([name, one]) => pathsIn(one, [...path, name]))];
}

/** A copy of a value with another one at a path. */
export function withValueAt(value: unknown, [name, ...rest]: Path, other: unknown): unknown {
  if (name === undefined) return other;
  if (Array.isArray(value)) return value.map((one, at) => (at === name ? withValueAt(one, rest, other) : one));
  return isObject(value) ? { ...value, [name]: withValueAt(value[name], rest, other) } : value;
}
