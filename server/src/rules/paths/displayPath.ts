import { truncate } from '../../shared/truncate';
/** Formats a path for a message. */
export function displayPath(path: string): string {
  return truncate(path, 80);
}
