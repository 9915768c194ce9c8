/**
 * Finds the edges that close a cycle when edges are added in order: those to a node from which their source was
 * reachable before. 1 for each such edge. For very many nodes only the first are examined in full; an edge between
 * others closes a cycle where its reverse existed.
 */
export function backEdges(edges: readonly { from: number; to: number }[], nodes: number): Uint8Array {
  const closing = new Uint8Array(edges.length);
  const size = Math.min(nodes, MOST_NODES);
  const words = Math.ceil(size / 32);
  // One row per node: a bit for each node reachable from it.
  const leads = new Uint32Array(size * words);
  const has = (from: number, to: number) => ((leads[from * words + (to >> 5)] as number) >>> (to & 31)) & 1;
  const direct = new Set<number>();
  for (const [index, { from, to }] of edges.entries()) {
    if (from >= size || to >= size) {
      closing[index] = direct.has(to * PLACES + from) ? 1 : 0;
      direct.add(from * PLACES + to);
      continue;
    }
    closing[index] = has(to, from);
    if (has(from, to)) continue;
    for (let node = 0; node < size; node++) {
      if ((node !== from && !has(node, from)) || has(node, to)) continue;
      for (let word = 0; word < words; word++) {
        const at = node * words + word;
        leads[at] = (leads[at] as number) | (leads[to * words + word] as number);
      }
      const bit = node * words + (to >> 5);
      leads[bit] = (leads[bit] as number) | (1 << (to & 31));
    }
  }
  return closing;
}

const MOST_NODES = 1024;
const PLACES = 2 ** 26;
