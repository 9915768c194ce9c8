import { useRef } from 'preact/hooks';

interface TabListProps<Id extends string> {
  /** What the tabs choose between. */
  name: string;
  tabs: readonly { id: Id; title: string; note?: string | undefined }[];
  chosen: Id;
  choose(id: Id): void;
  /** Of the panel of a tab: its element's id. */
  panel(id: Id): string;
}

/** Tabs, of which the arrow keys choose. */
export function TabList<Id extends string>({ name, tabs, chosen, choose, panel }: TabListProps<Id>) {
  const list = useRef<HTMLDivElement>(null);
  const press = (event: KeyboardEvent) => {
    // With these, keys are VS Code's.
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const place = tabs.findIndex(({ id }) => id === chosen);
    const next = { ArrowRight: place + 1, ArrowLeft: place - 1, Home: 0, End: tabs.length - 1 }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const tab = tabs[(next + tabs.length) % tabs.length];
    if (!tab) return;
    choose(tab.id);
    list.current?.querySelector<HTMLElement>(`#tab-${tab.id}`)?.focus();
  };
  return (
    <div ref={list} class="tab-list" role="tablist" aria-label={name} onKeyDown={press}>
      {tabs.map(({ id, title, note }) => (
        <button
          key={id}
          type="button"
          role="tab"
          id={`tab-${id}`}
          data-testid={`tab-${id}`}
          aria-selected={id === chosen}
          aria-controls={id === chosen ? panel(id) : undefined}
          tabIndex={id === chosen ? 0 : -1}
          class="tab"
          onClick={() => choose(id)}
        >
          {title}
          {note !== undefined && <span class="tab-note">{note}</span>}
        </button>
      ))}
    </div>
  );
}
