import type { ComponentType } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { MoreMenu, useOverflow } from '../ui/MoreMenu';
import './TabList.css';

export interface Tab<Id extends string> {
  id: Id;
  title: string;
  /** A count beside the title. */
  note?: string | undefined;
}

interface TabListProps<Id extends string> {
  /** The accessible name of the list. */
  name: string;
  tabs: readonly Tab<Id>[];
  chosen: Id;
  choose(id: Id): void;
}

/** Tabs that arrow keys switch between; those without room are in a menu. */
export function TabList<Id extends string>({ name, tabs, chosen, choose }: TabListProps<Id>) {
  const { row, hidden } = useOverflow<HTMLDivElement>();
  const follows = useRef(false);
  // A tab that had no room is rendered only now.
  useLayoutEffect(() => {
    if (follows.current) row.current?.querySelector<HTMLElement>('[aria-selected=true]')?.focus();
    follows.current = false;
  });
  const press = (event: KeyboardEvent) => {
    // With these modifiers, keys belong to VS Code.
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const place = tabs.findIndex(({ id }) => id === chosen);
    const next = { ArrowRight: place + 1, ArrowLeft: place - 1, Home: 0, End: tabs.length - 1 }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const tab = tabs[(next + tabs.length) % tabs.length];
    if (!tab) return;
    follows.current = true;
    choose(tab.id);
  };
  return (
    <div class="tab-row">
      <div ref={row} class="tab-list" role="tablist" aria-label={name} onKeyDown={press}>
        {tabs.map(({ id, title, note }, place) => (
          <button
            key={id}
            type="button"
            role="tab"
            id={`tab-${id}`}
            data-testid={`tab-${id}`}
            data-item={id}
            data-rank={id === chosen ? undefined : place}
            aria-selected={id === chosen}
            aria-controls={id === chosen ? panelId(id) : undefined}
            tabIndex={id === chosen ? 0 : -1}
            class="tab"
            onClick={() => choose(id)}
          >
            {title}
            {note !== undefined && <span class="tab-note">{note}</span>}
          </button>
        ))}
      </div>
      <MoreMenu
        name={name}
        count={hidden.size}
        items={tabs
          .filter(({ id }) => hidden.has(id))
          .map(({ id, title, note }) => ({
            id,
            title: note === undefined ? title : `${title} (${note})`,
            run: () => choose(id),
          }))}
      />
    </div>
  );
}

/** The content of the tab with this id. */
export function TabPanel({ id, content: Content }: { id: string; content: ComponentType }) {
  return (
    <div
      key={id}
      class="panel"
      role="tabpanel"
      id={panelId(id)}
      data-testid={panelId(id)}
      aria-labelledby={`tab-${id}`}
    >
      <Content />
    </div>
  );
}

function panelId(tab: string): string {
  return `panel-${tab}`;
}
