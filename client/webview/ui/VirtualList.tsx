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
  /** How many rows there are in all. */
  count: number;
  /** Pixels, of each row, or about that where rows are measured. */
  rowHeight: number;
  /** Rows are as high as what stands in them. */
  measured?: boolean;
  /** Who is at the end stays there, when rows turn out to be higher than thought. */
  staysAtEnd?: boolean;
  /** This row is brought into view when it becomes another. */
  reveal?: number;
  /** Told which rows are in view, the last one included. */
  onRange?(first: number, last: number): void;
  children(index: number): ComponentChildren;
}

/** A list of which only the rows in view are made. Each row is wrapped in an element that is placed by this. */
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
  useLayoutEffect(() => {
    if (reveal !== undefined && reveal >= 0 && reveal < count) list.scrollToIndex(reveal, { align: 'auto' });
  }, [reveal, count]);
  const items = list.getVirtualItems();
  const first = items[0]?.index ?? 0;
  const last = items.at(-1)?.index ?? -1;
  useLayoutEffect(() => {
    if (last >= first) onRange?.(first, last);
  }, [first, last, onRange]);
  return (
    <div {...rest} ref={scroller} class={`virtual-list ${rest.class ?? ''}`}>
      <div class="virtual-space" role="presentation" style={{ height: `${list.getTotalSize()}px` }}>
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
