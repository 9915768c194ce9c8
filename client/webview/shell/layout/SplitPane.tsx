import type { ComponentChild } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import './SplitPane.css';

interface SplitProps {
  /** The first pane's name, for screen readers. */
  name: string;
  direction: 'down' | 'across';
  /** The initial size of the first pane, in pixels. */
  size: number;
  /** The maximum initial share of the room. */
  share: number;
  /** The minimum size of the first pane, in pixels. */
  least: number;
  /** The minimum size of the other pane, in pixels: takes precedence. */
  rest: number;
  children: [ComponentChild, ComponentChild];
}

const STEP = 16;

/** Two panes with a border that can be moved by pointer or keys. */
export function SplitPane({ name, direction, size, share, least, rest, children: [first, second] }: SplitProps) {
  const [wanted, setWanted] = useState<number | undefined>(undefined);
  const [room, setRoom] = useState(Number.POSITIVE_INFINITY);
  const box = useRef<HTMLDivElement>(null);
  const isDown = direction === 'down';
  useLayoutEffect(() => {
    const { current } = box;
    if (!current) return;
    const observer = new ResizeObserver(() => setRoom(isDown ? current.clientHeight : current.clientWidth));
    observer.observe(current);
    return () => observer.disconnect();
  }, [isDown]);
  const most = Math.max(least, room - rest);
  const now = Math.min(Math.max(wanted ?? Math.min(size, room * share), least), most);
  const move = (event: PointerEvent) => {
    const rect = box.current?.getBoundingClientRect();
    if (rect) setWanted(isDown ? event.clientY - rect.top : event.clientX - rect.left);
  };
  const press = (event: KeyboardEvent) => {
    // With these modifiers, keys belong to VS Code.
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const by = { ArrowUp: -STEP, ArrowLeft: -STEP, ArrowDown: STEP, ArrowRight: STEP }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    setWanted(now + by);
  };
  return (
    <div ref={box} class={`split ${direction}`}>
      <div class="pane" style={{ flexBasis: `${now}px` }}>
        {first}
      </div>
      <div
        class="sash"
        role="separator"
        tabIndex={0}
        aria-label={`Size of ${name}`}
        aria-orientation={isDown ? 'horizontal' : 'vertical'}
        aria-valuenow={Math.round(now)}
        aria-valuemin={least}
        aria-valuemax={Number.isFinite(most) ? Math.round(most) : 10_000}
        onKeyDown={press}
        onPointerDown={event => {
          event.currentTarget.setPointerCapture(event.pointerId);
          event.preventDefault();
        }}
        onPointerMove={event => event.currentTarget.hasPointerCapture(event.pointerId) && move(event)}
        onDblClick={() => setWanted(undefined)}
      />
      <div class="pane rest">{second}</div>
    </div>
  );
}
