import type { Diagnostic } from 'vscode-languageserver-types';

/**
 * The result id of diagnostics: equal for equal diagnostics, in any session. FNV-1a, since nothing else depends on it.
 */
export function resultId(items: readonly Diagnostic[]): string {
  const text = JSON.stringify(items);
  let value = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193);
  return `${(value >>> 0).toString(16)}-${text.length}`;
}
