import type { Diagnostic } from 'vscode-languageserver-types';

/** The result id of diagnostics: equal for equal diagnostics, in any session. */
export function resultId(items: readonly Diagnostic[]): string {
  return idOf(JSON.stringify(items));
}

/**
 * Gives result ids as `resultId` does, faster where the diagnostics are the list that it was given before, or equal to the last one, as
 * they are after most keys: to compare texts takes a fraction of the time that the id takes.
 */
export function rememberedResultId(): (items: readonly Diagnostic[]) => string {
  const known = new WeakMap<readonly Diagnostic[], string>();
  let last = { text: '', id: '' };
  return items => {
    const before = known.get(items);
    if (before !== undefined) return before;
    const text = JSON.stringify(items);
    if (text !== last.text) last = { text, id: idOf(text) };
    known.set(items, last.id);
    return last.id;
  };
}

// FNV-1a, since nothing else depends on it.
function idOf(text: string): string {
  let value = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193);
  return `${(value >>> 0).toString(16)}-${text.length}`;
}
