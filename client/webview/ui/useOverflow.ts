import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { fitRow } from './fitRow';

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
