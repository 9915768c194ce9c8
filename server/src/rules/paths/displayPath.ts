import { truncate } from '../../shared/truncate';
/** A path as a message shows it. */
export function displayPath(path: string): string {
  return truncate(path, 80);
}
