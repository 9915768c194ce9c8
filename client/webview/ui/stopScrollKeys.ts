/** Keeps scroll keys for a focused scrollable element; the page's own keys go through the steps. */
export function stopScrollKeys(event: KeyboardEvent): void {
  const { currentTarget: box, target, key } = event;
  if (event.ctrlKey || event.altKey || event.metaKey || target !== box || !(box instanceof Element)) return;
  const isHigh = box.scrollHeight > box.clientHeight;
  const isWide = box.scrollWidth > box.clientWidth;
  if ((isHigh && DOWN.has(key)) || (isWide && ACROSS.has(key))) event.stopPropagation();
}

const DOWN = new Set(['ArrowDown', 'ArrowUp', 'Home', 'End']);
const ACROSS = new Set(['ArrowLeft', 'ArrowRight']);
