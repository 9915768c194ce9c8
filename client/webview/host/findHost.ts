import { editorHost } from './editorHost';
import { fileHost } from './fileHost';
import type { Host } from './host';

/** The host of this page: an exported file carries its run, an editor's page does not. */
export function findHost(): Host {
  return fileHost() ?? editorHost();
}
