import { useCallback, useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import type { GraphLayout, Point } from './curves';
import { clampView, fitAll, panToReveal, type Size, type ViewTransform, zoomAround } from './viewTransform';

/** The drawing's transform in its panel, changed in place: moving it renders nothing again. */
export interface PanZoom {
  set(change: (now: ViewTransform) => ViewTransform): void;
  /** Scrolls a node into view. */
  reveal(node: number): void;
  /** Whether the pointer dragged: then it was no click. */
  wasMoved(): boolean;
  /** Listens on an ancestor: an element with focus handlers would become focusable. */
  onFocusIn(event: FocusEvent): void;
  handlers: {
    onWheel(event: WheelEvent): void;
    onPointerDown(event: PointerEvent): void;
    onPointerMove(event: PointerEvent): void;
    onPointerUp(event: PointerEvent): void;
  };
}

export function usePanZoom(
  panel: { current: SVGSVGElement | null },
  layout: GraphLayout | undefined,
  size: Size | undefined,
): PanZoom {
  const view = useRef<ViewTransform>({ x: 0, y: 0, scale: 1 });
  // A view chosen by the user is kept when the panel is resized.
  const isChosen = useRef(false);
  const last = useRef<{ layout: GraphLayout; size: Size } | undefined>(undefined);
  const apply = (now: ViewTransform) => {
    view.current = now;
    const { x, y, scale } = now;
    panel.current
      ?.querySelector('.graph-viewport')
      ?.setAttribute('transform', `translate(${x.toFixed(2)} ${y.toFixed(2)}) scale(${scale.toFixed(4)})`);
  };
  const show = (node: number) => {
    const box = last.current?.layout.nodes[node];
    // Shows the whole drawing until the user chooses another view.
    if (!box || !last.current || !isChosen.current) return;
    const now = panToReveal(view.current, box, last.current.size);
    if (now !== view.current) apply(now);
  };
  useLayoutEffect(() => {
    if (!layout || !size) return;
    if (last.current?.layout !== layout) isChosen.current = false;
    last.current = { layout, size };
    apply(isChosen.current ? clampView(view.current, layout, size) : fitAll(layout, size));
  }, [layout, size]);
  const reveal = useCallback(show, []);
  const drag = useRef<{ at: Point; moved: boolean; id: number } | undefined>(undefined);
  const moved = useRef(false);
  const set = (change: (now: ViewTransform) => ViewTransform) => {
    if (!last.current) return;
    isChosen.current = true;
    apply(clampView(change(view.current), last.current.layout, last.current.size));
  };
  const handlers = useMemo<PanZoom['handlers']>(
    () => ({
      onWheel(event) {
        const box = panel.current?.getBoundingClientRect();
        if (!box || !last.current) return;
        if (event.ctrlKey || event.metaKey) {
          event.preventDefault();
          const around = { x: event.clientX - box.left, y: event.clientY - box.top };
          set(now => zoomAround(now, Math.exp(-event.deltaY / 300), around));
        } else if (isLarger(view.current, last.current)) {
          event.preventDefault();
          set(({ x, y, scale }) => ({ x: x - event.deltaX, y: y - event.deltaY, scale }));
        }
      },
      onPointerDown(event) {
        moved.current = false;
        if (event.button === 0)
          drag.current = { at: { x: event.clientX, y: event.clientY }, moved: false, id: event.pointerId };
      },
      onPointerMove(event) {
        // The button was released outside the panel.
        if (!(event.buttons & 1)) drag.current = undefined;
        const held = drag.current;
        if (!held) return;
        const by = { x: event.clientX - held.at.x, y: event.clientY - held.at.y };
        if (!held.moved && Math.hypot(by.x, by.y) < 4) return;
        // Captured only now, since a click must reach its node.
        if (!held.moved) panel.current?.setPointerCapture(held.id);
        held.moved = true;
        moved.current = true;
        held.at = { x: event.clientX, y: event.clientY };
        set(({ x, y, scale }) => ({ x: x + by.x, y: y + by.y, scale }));
      },
      onPointerUp() {
        drag.current = undefined;
      },
      onPointerCancel() {
        drag.current = undefined;
      },
    }),
    [],
  );
  const onFocusIn = (event: FocusEvent) => {
    const found = event.target instanceof Element ? event.target.closest<SVGGElement>('[data-node]') : null;
    if (found?.matches(':focus-visible')) show(Number(found.dataset['node']));
  };
  return { set, reveal, wasMoved: () => moved.current, onFocusIn, handlers };
}

function isLarger({ scale }: ViewTransform, { layout, size }: { layout: GraphLayout; size: Size }): boolean {
  return layout.width * scale > size.width + 1 || layout.height * scale > size.height + 1;
}
