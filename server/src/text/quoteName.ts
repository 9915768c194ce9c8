import { truncate } from '../shared/truncate';
/** Quotes a name from a file for a message or a title, and truncates it where it is long. */
export function quoteName(name: string): string {
  return `"${truncate(name, 60, 57)}"`;
}
