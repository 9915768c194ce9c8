/**
 * Moves the focus among the items of a list with the arrow keys, Home and End. In a long list only the visible items exist, so the list is
 * scrolled to render the next ones.
 *
 * @param of a selector for the items, within the element that handles the key
 * @returns whether the key was handled; if so, the page and the browser ignore it
 */
export function moveFocus(event: KeyboardEvent, of: string): boolean {
  const list = event.currentTarget;
  if (!(list instanceof Element) || event.ctrlKey || event.altKey || event.metaKey) return false;
  const all = [...list.querySelectorAll<HTMLElement>(of)];
  const now = all.indexOf(document.activeElement as HTMLElement);
  const places: Record<string, number> = {
    ArrowDown: now + 1,
    ArrowUp: Math.max(0, now - 1),
    Home: 0,
    End: all.length - 1,
  };
  const place = places[event.key];
  if (place === undefined) return false;
  all[Math.min(place, all.length - 1)]?.focus();
  event.preventDefault();
  event.stopPropagation();
  return true;
}

/** Keeps scroll keys for a focused scrollable element, since on the page they go from step to step. */
export function stopScrollKeys(event: KeyboardEvent): void {
  const { currentTarget: box, target, key } = event;
  if (event.ctrlKey || event.altKey || event.metaKey || target !== box || !(box instanceof Element)) return;
  const isHigh = box.scrollHeight > box.clientHeight;
  const isWide = box.scrollWidth > box.clientWidth;
  if ((isHigh && DOWN.has(key)) || (isWide && ACROSS.has(key))) event.stopPropagation();
}

const DOWN = new Set(['ArrowDown', 'ArrowUp', 'Home', 'End']);
const ACROSS = new Set(['ArrowLeft', 'ArrowRight']);
