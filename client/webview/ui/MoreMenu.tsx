import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Icon } from './Icon';
import { moveFocus } from './moveFocus';
import './MoreMenu.css';

export interface MenuItem {
  id: string;
  title: string;
  /** The key that does the same. */
  keys?: string | undefined;
  /** For what is on or off. */
  checked?: boolean;
  run(): unknown;
}

interface MoreMenuProps {
  /** What the rest of is in here. */
  name: string;
  items: readonly MenuItem[];
  /** How many there are, beside the "…". */
  count?: number;
  /** What is only read, above them. */
  children?: ComponentChildren;
}

/** The "…" at the end of a row, and the menu of what the row has no room for. */
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
    // The page's own keys do nothing behind an open menu.
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

/** Below its button, or above it where there is more room. */
function placeMenu(menu: HTMLElement, { top, bottom, right }: DOMRect): void {
  const { offsetWidth, offsetHeight } = menu;
  const below = innerHeight - bottom;
  const y = offsetHeight <= below || below >= top ? bottom : Math.max(0, top - offsetHeight);
  menu.style.left = `${Math.max(0, Math.min(right - offsetWidth, innerWidth - offsetWidth))}px`;
  menu.style.top = `${y}px`;
  menu.style.maxHeight = `${y < top ? top : below}px`;
}
