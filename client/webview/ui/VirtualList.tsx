import {
  elementScroll,
  observeElementOffset,
  observeElementRect,
  type VirtualItem,
  Virtualizer,
} from '@tanstack/virtual-core';
import type { ComponentChildren, HTMLAttributes } from 'preact';
import { useCallback, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type {
  ReplayAnswer,
  ReplayParams,
  ReplayQuestion,
  Rows,
  Window,
} from '../../../server/src/shared/lspExtensions';
import { type AnswerCache, useAnswer, useLoad } from '../model/answerCache';
import './VirtualList.css';

interface VirtualListProps extends Omit<HTMLAttributes<HTMLDivElement>, 'children'> {
  /** The number of all rows of the list, visible or not. */
  count: number;
  /** The height of each row in pixels; an estimate if rows are measured. */
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

/** A list that renders only visible rows, each in an element that the list positions. */
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
  // Loading changes the heights of rows around the revealed one, so it is revealed again until the user scrolls.
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

/** Questions whose answers are rows. */
type RowsQuestion = {
  [Q in ReplayQuestion]: ReplayAnswer<Q> extends Rows<unknown> ? (ReplayParams<Q> extends Window ? Q : never) : never;
}[ReplayQuestion];

type RowOf<Q extends RowsQuestion> = ReplayAnswer<Q> extends Rows<infer Row> ? Row : never;

interface RowWindow<Row, Answer> {
  /** The number of all rows; undefined until known. */
  total: number | undefined;
  /** Undefined while loading. */
  row(index: number): Row | undefined;
  /** The answer that contains the first visible row. */
  current: Answer | undefined;
  /** The answer that contains a row. */
  answerOf(index: number): Answer | undefined;
  /** The visible rows belong to the current parameters. */
  fresh: boolean;
  /** Passed to the list: called with the visible rows. */
  onRange(first: number, last: number): void;
  fault?: string;
}

/** The rows of a long list, loaded page by page as they become visible: two pages, or as many as cover the view. */
export function useRowWindow<Q extends RowsQuestion>(
  answers: AnswerCache,
  question: Q,
  params: Omit<ReplayParams<Q>, keyof Window> | undefined,
  pageSize = 100,
): RowWindow<RowOf<Q>, ReplayAnswer<Q>> {
  const [page, setPage] = useState(0);
  const [end, setEnd] = useState(0);
  const asked = (from: number) => params && ({ ...params, from, count: pageSize } as ReplayParams<Q>);
  const one = useAnswer(answers, question, asked(page * pageSize));
  const other = useAnswer(answers, question, asked((page + 1) * pageSize));
  const rest = Array.from({ length: Math.max(0, end - page - 1) }, (_, more) => asked((page + 2 + more) * pageSize));
  const ofRest = rest.length > 0 && params ? JSON.stringify([answers.revision.value, question, rest]) : undefined;
  const loaded = useLoad(ofRest, () => Promise.all(rest.map(window => window && answers.ask(question, window))));
  const pages = [one.value, other.value, ...rest.map(window => window && answers.known(question, window))];
  const rowIn = (page: ReplayAnswer<Q> | undefined, index: number) => {
    const rows = page as Rows<RowOf<Q>> | undefined;
    return rows?.rows[index - rows.from];
  };
  const answerOf = (index: number) => pages.find(page => rowIn(page, index) !== undefined);
  const onRange = useCallback(
    (first: number, last: number) => {
      setPage(Math.floor(first / pageSize));
      setEnd(Math.floor(last / pageSize));
    },
    [pageSize],
  );
  const fault = one.fault ?? other.fault ?? (ofRest && loaded.fault);
  return {
    total: one.value?.total,
    row: index => rowIn(answerOf(index), index),
    current: one.value,
    answerOf,
    fresh: one.fresh,
    onRange,
    ...(fault !== undefined && { fault }),
  };
}
