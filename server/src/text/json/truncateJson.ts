import { sliceStart } from '../../shared/truncate';
import { replaceJsonValues } from './replaceJsonValues';

/**
 * JSON that is no longer than it may be: where it is, its longest texts are cut, and say so at their ends. Undefined where that is
 * not enough, or where it is no JSON.
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
      string: one => cut(one, longest),
    });
    if (shorter.length <= most) return shorter;
  }
  return undefined;
}

const SHORTEST = 100;

function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  const start = sliceStart(text, most);
  return `${start}… (${text.length - start.length} more characters)`;
}
