/**
 * Which edges, in the order in which they came up, close a circle: those to a node from which, by the edges before, the
 * way led to where they come from. 1 for each that does. Of very many nodes only the first are looked at in full; of the
 * others an edge closes a circle where there was one the other way.
 */
export function backEdges(edges: readonly { from: number; to: number }[], nodes: number): Uint8Array {
  const closing = new Uint8Array(edges.length);
  const size = Math.min(nodes, MOST_NODES);
  const words = Math.ceil(size / 32);
  // A row a node: a bit for each node that it leads to.
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
