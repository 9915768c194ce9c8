import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Icon } from './Icon';
import { moveFocus } from './moveFocus';
import './MoreMenu.css';

export interface MenuItem {
  id: string;
  title: string;
  /** The equivalent key. */
  keys?: string | undefined;
  /** For toggles. */
  checked?: boolean;
  run(): unknown;
}

interface MoreMenuProps {
  /** The name of the row whose overflow it holds. */
  name: string;
  items: readonly MenuItem[];
  /** A count beside the "…". */
  count?: number;
  /** Text above the items. */
  children?: ComponentChildren;
}

/** The "…" button at the end of a row, and the menu of items without room. */
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
    if (moveFocus(event, '[role^=menuitem]')) event.preventDefault();
    else if (event.key === 'Tab') menu.current?.hidePopover();
  };
  return (
    <div class={isEmpty ? 'more empty' : 'more'} data-more="">
      <button
        ref={button}
        type="button"
        class="plain-button"
        aria-label={`More of ${name}`}
        title="More"
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

/** Places the menu below its button, or above it where there is more room. */
function placeMenu(menu: HTMLElement, { top, bottom, right }: DOMRect): void {
  const { offsetWidth, offsetHeight } = menu;
  const below = innerHeight - bottom;
  const y = offsetHeight <= below || below >= top ? bottom : Math.max(0, top - offsetHeight);
  menu.style.left = `${Math.max(0, Math.min(right - offsetWidth, innerWidth - offsetWidth))}px`;
  menu.style.top = `${y}px`;
  menu.style.maxHeight = `${y < top ? top : below}px`;
}
