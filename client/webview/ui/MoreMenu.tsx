import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { t } from '../../../server/src/shared/l10n';
import { Icon } from './Icon';
import { moveFocus } from './moveFocus';
import './MoreMenu.css';

/** An item of the "…" menu at the end of a row of buttons. */
export interface MenuItem {
  id: string;
  title: string;
  /** The keyboard shortcut of the menu item's action. */
  keys?: string | undefined;
  /** For toggles. */
  checked?: boolean;
  run(): unknown;
}

interface MoreMenuProps {
  /** Part of the accessible name: the row of buttons that the menu extends. */
  name: string;
  items: readonly MenuItem[];
  /** A count beside the "…". */
  count?: number;
  /** Text above the items. */
  children?: ComponentChildren;
}

/** The "…" button at the end of a row of buttons, with a menu of those that don't fit in the row. */
export function MoreMenu({ name, items, count, children }: MoreMenuProps) {
  const id = `more-${useId()}`;
  const button = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const isEmpty = items.length === 0 && !children;
  useLayoutEffect(() => {
    if (!isOpen || !button.current || !menu.current) return;
    placeMenu(menu.current, button.current.getBoundingClientRect());
    menu.current.querySelector<HTMLElement>('[role^=menuitem]')?.focus();
  }, [isOpen]);
  const press = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    // Blocks the page's own keys while a menu is open.
    event.stopPropagation();
    if (!moveFocus(event, '[role^=menuitem]') && event.key === 'Tab') menu.current?.hidePopover();
  };
  return (
    <div class={isEmpty ? 'more empty' : 'more'} data-more="">
      <button
        ref={button}
        type="button"
        class="plain-button"
        aria-label={t`More of ${name}`}
        title={t`More`}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        popovertarget={id}
      >
        <Icon name="ellipsis" />
        {count !== undefined && count > 0 && <span class="quiet">{count}</span>}
      </button>
      <div
        ref={menu}
        id={id}
        popover="auto"
        class="more-menu"
        onBeforeToggle={({ newState }) => setIsOpen(newState === 'open')}
      >
        {isOpen && children}
        {isOpen && items.length > 0 && (
          <div role="menu" aria-label={name} tabIndex={-1} onKeyDown={press}>
            {items.map(item => (
              <button
                key={item.id}
                type="button"
                {...roleOf(item)}
                tabIndex={-1}
                class="menu-item"
                data-testid={`more-${item.id}`}
                onClick={() => {
                  menu.current?.hidePopover();
                  item.run();
                }}
              >
                <span class="menu-check">{item.checked && <Icon name="check" />}</span>
                <span class="menu-title">{item.title}</span>
                {item.keys !== undefined && <kbd>{item.keys}</kbd>}
              </button>
            ))}
          </div>
        )}
      </div>
    </div>
  );
}

function roleOf({ checked }: MenuItem) {
  return checked === undefined
    ? ({ role: 'menuitem' } as const)
    : ({ role: 'menuitemcheckbox', 'aria-checked': checked } as const);
}

/** Places the menu below its button, or above it if there is more room. */
function placeMenu(menu: HTMLElement, { top, bottom, right }: DOMRect): void {
  const { offsetWidth, offsetHeight } = menu;
  const below = innerHeight - bottom;
  const y = offsetHeight <= below || below >= top ? bottom : Math.max(0, top - offsetHeight);
  menu.style.left = `${Math.max(0, Math.min(right - offsetWidth, innerWidth - offsetWidth))}px`;
  menu.style.top = `${y}px`;
  menu.style.maxHeight = `${y < top ? top : below}px`;
}

/** Keeps a row within its width: hides items without room, and returns their names for a "…" menu. */
export function useOverflow<Row extends HTMLElement>(): { row: { current: Row | null }; hidden: ReadonlySet<string> } {
  const row = useRef<Row>(null);
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const fit = () => {
    if (!row.current) return;
    const next = fitRow(row.current);
    setHidden(before => (before.size === next.length && next.every(item => before.has(item)) ? before : new Set(next)));
  };
  useLayoutEffect(fit);
  useLayoutEffect(() => {
    if (!row.current) return;
    const sizes = new ResizeObserver(fit);
    // The row's content may be rendered independently of it.
    const contents = new MutationObserver(fit);
    sizes.observe(row.current);
    contents.observe(row.current, { childList: true, characterData: true, subtree: true });
    return () => {
      sizes.disconnect();
      contents.disconnect();
    };
  }, []);
  return { row, hidden };
}

/** The width of the "…" button, in pixels. */
const MORE = 26;

/**
 * Hides children of a row that do not fit, those with the highest `data-rank` first. Children without a rank always
 * stay; one with `data-shrinks` may shrink to its minimum width.
 *
 * @returns the `data-item` of the hidden ones
 */
function fitRow(row: HTMLElement): string[] {
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
