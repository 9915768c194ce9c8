import {
  elementScroll,
  observeElementOffset,
  observeElementRect,
  type VirtualItem,
  Virtualizer,
} from '@tanstack/virtual-core';
import type { ComponentChildren, HTMLAttributes } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import './VirtualList.css';

interface VirtualListProps extends Omit<HTMLAttributes<HTMLDivElement>, 'children'> {
  /** The number of all rows. */
  count: number;
  /** The height of each row in pixels; an estimate where rows are measured. */
  rowHeight: number;
  /** Row heights depend on their content. */
  measured?: boolean;
  /** Stays scrolled to the end when rows turn out higher than estimated. */
  staysAtEnd?: boolean;
  /** Scrolls to this row whenever it changes. */
  reveal?: number;
  /** Called with the visible rows, the last one included. */
  onRange?(first: number, last: number): void;
  children(index: number): ComponentChildren;
}

/** A list that renders only visible rows, each in an element positioned by it. */
export function VirtualList({
  count,
  rowHeight,
  measured,
  staysAtEnd,
  reveal,
  onRange,
  children,
  ...rest
}: VirtualListProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const [, redraw] = useState(0);
  const held = useRef<Virtualizer<HTMLDivElement, HTMLDivElement> | undefined>(undefined);
  const options = {
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 8,
    ...(staysAtEnd && { anchorTo: 'end' as const }),
    scrollToFn: elementScroll,
    observeElementRect,
    observeElementOffset,
    onChange: () => redraw(number => number + 1),
  };
  held.current ??= new Virtualizer(options);
  const list = held.current;
  list.setOptions(options);
  useLayoutEffect(() => list._didMount(), [list]);
  useLayoutEffect(() => list._willUpdate());
  // The rows around it turn out higher or lower when they are loaded, so it is revealed until the user scrolls.
  const revealed = useRef<number | undefined>(undefined);
  useLayoutEffect(() => {
    revealed.current = reveal;
  }, [reveal, count]);
  const size = list.getTotalSize();
  useLayoutEffect(() => {
    const { current } = revealed;
    if (current === undefined || current < 0 || current >= count) return;
    const isHigh = (list.measurementsCache[current]?.size ?? 0) > (list.scrollRect?.height ?? 0);
    list.scrollToIndex(current, { align: isHigh ? 'start' : 'auto' });
  }, [reveal, count, size]);
  const stopRevealing = () => {
    revealed.current = undefined;
  };
  const items = list.getVirtualItems();
  const first = items[0]?.index ?? 0;
  const last = items.at(-1)?.index ?? -1;
  useLayoutEffect(() => {
    if (last >= first) onRange?.(first, last);
  }, [first, last, onRange]);
  return (
    <div
      {...rest}
      ref={scroller}
      onWheel={stopRevealing}
      onPointerDown={stopRevealing}
      onTouchMove={stopRevealing}
      class={`virtual-list ${rest.class ?? ''}`}
    >
      <div class="virtual-space" role="presentation" style={{ height: `${size}px` }}>
        {items.map(item => (
          <Row key={item.key} item={item} measure={measured ? list.measureElement : undefined}>
            {children(item.index)}
          </Row>
        ))}
      </div>
    </div>
  );
}

interface RowProps {
  item: VirtualItem;
  measure: ((element: HTMLDivElement | null) => void) | undefined;
  children: ComponentChildren;
}

function Row({ item, measure, children }: RowProps) {
  const size = measure ? {} : { height: `${item.size}px` };
  return (
    <div
      {...(measure && { ref: measure })}
      role="presentation"
      data-index={item.index}
      class="virtual-row"
      style={{ transform: `translateY(${item.start}px)`, ...size }}
    >
      {children}
    </div>
  );
}
