import { sliceStart } from '../../shared/truncate';
import { replaceJsonValues } from './replaceJsonValues';

/**
 * Shortens JSON to a maximum length by truncating its longest strings, which end with a note of it. Undefined where
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
