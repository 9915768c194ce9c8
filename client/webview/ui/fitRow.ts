/** The width of the "…" button, in pixels. */
const MORE = 26;

/**
 * Hides children of a row that do not fit, those with the highest `data-rank` first. Children without a rank always
 * stay; one with `data-shrinks` may shrink to its minimum width.
 *
 * @returns the `data-item` of the hidden ones
 */
export function fitRow(row: HTMLElement): string[] {
  const children = [...row.children].filter(child => child instanceof HTMLElement);
  for (const child of children) child.removeAttribute('data-overflowed');
  const { columnGap, paddingLeft, paddingRight } = getComputedStyle(row);
  const gap = Number.parseFloat(columnGap) || 0;
  row.setAttribute('data-measuring', '');
  const sized = children
    .filter(child => child.offsetParent !== null && !child.hasAttribute('data-more'))
    .map(child => ({
      child,
      width: Math.min(
        child.getBoundingClientRect().width,
        'shrinks' in child.dataset ? Number.parseFloat(getComputedStyle(child).minWidth) : Number.POSITIVE_INFINITY,
      ),
    }));
  row.removeAttribute('data-measuring');
  const room = row.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
  let needed = sized.reduce((sum, { width }) => sum + width + gap, -gap);
  const hidden: string[] = [];
  const ranked = sized
    .filter(({ child }) => child.dataset['rank'] !== undefined)
    .sort((one, other) => Number(other.child.dataset['rank']) - Number(one.child.dataset['rank']));
  for (const { child, width } of ranked) {
    if (needed <= room) break;
    if (hidden.length === 0) needed += MORE + gap;
    needed -= width + gap;
    child.setAttribute('data-overflowed', '');
    hidden.push(child.dataset['item'] ?? '');
  }
  return hidden;
}
