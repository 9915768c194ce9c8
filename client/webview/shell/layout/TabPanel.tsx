import type { ComponentType } from 'preact';
import './TabList.css';

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

export function panelId(tab: string): string {
  return `panel-${tab}`;
}
