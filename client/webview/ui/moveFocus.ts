/**
 * Moves the focus among elements of a list with the arrow keys up and down, Home and End. Of a long list only the rows in view
 * are there: the next ones come as it scrolls.
 *
 * @param of which elements, as a selector, within the element that hears the key
 * @returns whether the key was one of these
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
  return true;
}
