import { editorHost } from './editorHost';
import { fileHost } from './fileHost';
import type { Host } from './host';

/** Finds the host of this page: an exported file contains its run, an editor's page does not. */
export function findHost(): Host {
  return fileHost() ?? editorHost();
}
