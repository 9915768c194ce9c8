/** The order in which nodes are first reached, from 0; unconnected nodes come last. */
export function nodeOrder({
  nodes,
  edges,
}: {
  nodes: readonly unknown[];
  edges: readonly { from: number; to: number; first: number }[];
}): number[] {
  const order: number[] = nodes.map(() => -1);
  let next = 0;
  const arrive = (node: number) => {
    if (order[node] === -1) order[node] = next++;
  };
  for (const { from, to } of [...edges].sort((one, other) => one.first - other.first)) {
    arrive(from);
    arrive(to);
  }
  for (const node of order.keys()) arrive(node);
  return order;
}
