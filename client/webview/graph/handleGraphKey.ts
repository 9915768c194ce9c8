interface GraphActions {
  choose(target: EventTarget | null): void;
  zoomBy(factor: number): void;
  showAll(): void;
}

/**
 * Handles a key in the graph.
 *
 * @returns whether the key has an effect
 */
export function handleGraphKey(event: KeyboardEvent, { choose, zoomBy, showAll }: GraphActions): boolean {
  const { key, currentTarget: panel, target } = event;
  if (!(panel instanceof Element) || event.ctrlKey || event.altKey || event.metaKey) return false;
  if (key === 'Enter' || key === ' ') choose(target);
  else if (key === '+' || key === '=') zoomBy(1.25);
  else if (key === '-') zoomBy(0.8);
  else if (key === '0') showAll();
  else return go(key, panel, target);
  return true;
}

/** Moves the focus: left and right between nodes, up and down through each node and its outgoing edges. */
function go(key: string, panel: Element, from: EventTarget | null): boolean {
  const nodes = [...panel.querySelectorAll<SVGGElement>('[data-node]')];
  const edges = [...panel.querySelectorAll<SVGGElement>('[data-edge]')];
  const all = nodes.flatMap(node => [node, ...edges.filter(edge => edge.dataset['from'] === node.dataset['node'])]);
  const now = all.indexOf(from as SVGGElement);
  const isNode = (index: number) => all[index]?.dataset['node'] !== undefined;
  const next = (by: 1 | -1, isWanted: (index: number) => boolean) => {
    let index = now + by;
    while (index >= 0 && index < all.length && !isWanted(index)) index += by;
    return all[index];
  };
  const found: Record<string, () => SVGGElement | undefined> = {
    ArrowDown: () => next(1, () => true),
    ArrowUp: () => next(-1, () => true),
    ArrowRight: () => next(1, isNode),
    ArrowLeft: () => next(-1, isNode),
    Home: () => all[0],
    End: () => all.at(-1),
  };
  const wanted = found[key];
  if (!wanted) return false;
  const goal = wanted();
  if (goal) {
    for (const one of panel.querySelectorAll('[tabindex="0"]')) one.setAttribute('tabindex', '-1');
    goal.setAttribute('tabindex', '0');
    goal.focus();
  }
  return true;
}
