import { useEffect } from 'preact/hooks';
import { partitionPoint } from '../../../../server/src/shared/arrays';

/** Marks words wherever they stand in an element, also in what is rendered later. */
export function useHighlight(element: { current: HTMLElement | null }, words: string): void {
  useEffect(() => {
    const { current } = element;
    // An older browser, in which an exported page may be, only goes to the messages.
    if (!current || words.trim() === '' || typeof Highlight === 'undefined') return undefined;
    let frame = 0;
    const mark = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => CSS.highlights.set(NAME, new Highlight(...rangesIn(current, words.trim()))));
    };
    const observer = new MutationObserver(mark);
    observer.observe(current, { childList: true, characterData: true, subtree: true });
    mark();
    return () => {
      observer.disconnect();
      cancelAnimationFrame(frame);
      CSS.highlights.delete(NAME);
    };
  }, [words]);
}

const NAME = 'found-words';
const MOST_RANGES = 2000;

function rangesIn(element: HTMLElement, words: string): Range[] {
  const nodes: { node: Text; from: number }[] = [];
  let text = '';
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const node = texts.currentNode as Text;
    const lower = node.data.toLowerCase();
    nodes.push({ node, from: text.length });
    // Where lower case has another length, places would be wrong.
    text += lower.length === node.data.length ? lower : node.data;
  }
  const wanted = words.toLowerCase();
  const ranges: Range[] = [];
  // Words may begin in bold and end behind it.
  const place = (at: number) => {
    const index = partitionPoint(nodes.length, one => (nodes[one]?.from ?? 0) <= at) - 1;
    const { node, from } = nodes[index] as (typeof nodes)[number];
    return [node, at - from] as const;
  };
  for (let at = text.indexOf(wanted); at >= 0 && ranges.length < MOST_RANGES; at = text.indexOf(wanted, at + 1)) {
    const range = new Range();
    const [last, end] = place(at + wanted.length - 1);
    range.setStart(...place(at));
    range.setEnd(last, end + 1);
    ranges.push(range);
  }
  return ranges;
}
