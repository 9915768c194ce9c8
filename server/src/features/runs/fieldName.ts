import type { Path } from '../../model/text';
import { isObject } from '../../text/pointer';
import { plain } from './words';

/**
 * Returns the name of a value in an envelope: its path with dots. The key of a span's attribute replaces its list index.
 *
 * @param path the path of the value in the envelope
 */
export function fieldName(envelope: unknown, path: Path): string {
  const names: string[] = [];
  let here = envelope;
  for (let at = 0; at < path.length; at++) {
    const step = path[at] as string | number;
    here = isObject(here) || Array.isArray(here) ? (here as Record<string | number, unknown>)[step] : undefined;
    const isAttribute = isObject(here) && typeof here['key'] === 'string' && path[at + 1] === 'value';
    if (!isAttribute) {
      names.push(String(step));
      continue;
    }
    const { key, value } = here as { key: string; value: unknown };
    names.push(key);
    here = value;
    at++;
    const kind = path[at + 1];
    if (kind === 'stringValue') at++;
  }
  return plain(names.join('.'), LONGEST);
}

const LONGEST = 120;
