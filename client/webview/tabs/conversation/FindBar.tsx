import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { partitionPoint } from '../../../../server/src/shared/arrays';
import { t } from '../../../../server/src/shared/l10n';
import { useAnswer } from '../../model/answerCache';
import { useReplayModel } from '../../model/replayModel';
import { Icon, type IconName } from '../../ui/Icon';
import { numberText } from '../../ui/numberTexts';
import './FindBar.css';

/** The text field that finds words in the conversation of a workflow run; Enter goes from place to place, Escape closes it. */
export function FindBar({ found }: { found: Found }) {
  const { conversationWords } = useReplayModel();
  const input = useRef<HTMLInputElement>(null);
  // Focuses before the next key, which is the first typed character.
  useLayoutEffect(() => input.current?.focus(), []);
  const close = () => {
    conversationWords.value = undefined;
  };
  const press = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === 'Enter') found.move(event.shiftKey ? -1 : 1);
    else if (event.key === 'Escape') close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <search class="find-bar">
      <input
        ref={input}
        id="find"
        type="text"
        data-testid="find"
        aria-label={t`Find in the conversation`}
        placeholder={t`Find in the conversation`}
        spellcheck={false}
        value={conversationWords.value}
        onInput={event => {
          conversationWords.value = event.currentTarget.value;
        }}
        onKeyDown={press}
      />
      <span class="quiet" role="status" data-testid="find-count">
        {found.words === '' ? '' : countText(found)}
      </span>
      <Act icon="chevron-up" title={t`Previous Match (Shift+Enter)`} act={() => found.move(-1)} />
      <Act icon="chevron-down" title={t`Next Match (Enter)`} act={() => found.move(1)} />
      <Act icon="close" title={t`Close (Escape)`} act={close} />
    </search>
  );
}

function Act({ icon, title, act }: { icon: IconName; title: string; act(): void }) {
  return (
    <button type="button" class="plain-button" aria-label={title} title={title} onClick={act}>
      <Icon name={icon} />
    </button>
  );
}

function countText({ rows, at, more }: Found): string {
  if (rows.length === 0) return t`not found`;
  const all = `${numberText(rows.length)}${more ? '+' : ''}`;
  return t`${numberText(at + 1)} of ${all}`;
}

/** The rows that contain the searched words, and the current one. */
export interface Found {
  words: string;
  rows: readonly number[];
  /** Further rows were not searched. */
  more: boolean;
  /** The index of the current row in `rows`; -1 if there is none. */
  at: number;
  /** The current row; undefined if there is none. */
  row: number | undefined;
  move(by: 1 | -1): void;
}

/** Finds words in the conversation of a step or of the run: the words of the find field, or of the page's search if it is closed. */
export function useFound(scope: 'step' | 'run'): Found {
  const { answers, step, overview, conversationSoFar, conversationWords, search } = useReplayModel();
  const words = conversationWords.value ?? plainWords(search.query.value);
  const last = Math.max(0, (overview.value?.run.steps ?? 1) - 1);
  const end = scope === 'run' && !conversationSoFar.value ? last : step.value;
  const asked = words.trim() === '' ? undefined : { step: end, in: scope, words };
  const { value, fresh } = useAnswer(answers, 'findSaid', asked);
  const [place, setPlace] = useState(0);
  // Each step and each word begins with its first place.
  useEffect(() => setPlace(0), [words, scope, end]);
  const rows = asked && fresh ? (value?.rows ?? NONE) : NONE;
  const at = rows.length === 0 ? -1 : place % rows.length;
  return {
    words: asked ? words : '',
    rows,
    more: value?.more === true,
    at,
    row: rows[at],
    move: by => rows.length > 0 && setPlace((at + by + rows.length) % rows.length),
  };
}

const NONE: readonly number[] = [];

/** The words of a search query, without its filters. */
function plainWords(query: string): string {
  return query
    .replace(/-?[a-z]+[:<>=]+(?:"[^"]*"|\S*)/gi, '')
    .replaceAll('"', '')
    .trim();
}

/** Highlights words in an element, also in content that is rendered later. */
export function useHighlight(element: { current: HTMLElement | null }, words: string): void {
  useEffect(() => {
    const { current } = element;
    // An exported page may be in an older browser, which only goes to the messages and highlights nothing.
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
    // If lower case has another length, offsets would be wrong.
    text += lower.length === node.data.length ? lower : node.data;
  }
  const wanted = words.toLowerCase();
  const ranges: Range[] = [];
  // Words may span several nodes, such as bold and plain text.
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
