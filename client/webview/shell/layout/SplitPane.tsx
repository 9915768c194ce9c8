import type { ComponentChild } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import './SplitPane.css';

interface SplitProps {
  /** What the first pane is, for who hears the page. */
  name: string;
  direction: 'down' | 'across';
  /** Pixels of the first pane, as long as nobody moves the border. */
  size: number;
  /** It takes no more than this part of the room by itself. */
  share: number;
  /** Pixels of the first pane at least. */
  least: number;
  /** Pixels that the other pane needs: the first gives way. */
  rest: number;
  children: [ComponentChild, ComponentChild];
}

const STEP = 16;

/** Two panes with a border between them that can be moved, by the keys too. */
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
    // With these, keys are VS Code's.
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
