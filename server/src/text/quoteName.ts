import { truncate } from '../shared/truncate';
/** A name from a file in a message or a title: in quotes, and cut where it is long. */
export function quoteName(name: string): string {
  return `"${truncate(name, 60, 57)}"`;
}
