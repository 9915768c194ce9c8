import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useReplayModel } from '../model/replayModel';
import { Icon } from '../ui/Icon';
import './SearchBox.css';

/** Milliseconds between the last key and the search. */
const PAUSE = 200;

/** Finds steps by words and filters; Enter goes from match to match. */
export function SearchBox() {
  const replay = useReplayModel();
  const { query, matches, searching, fault, isOpen } = replay.search;
  const [text, setText] = useState(query.value);
  const input = useRef<HTMLInputElement>(null);
  const open = isOpen.value || text !== '';
  // The search was requested while the field was hidden. Before the next key, which is the first of what is typed.
  useLayoutEffect(() => {
    if (isOpen.value) input.current?.focus();
  }, [isOpen.value]);
  // A search may also start when a page is restored.
  useEffect(() => setText(query.value), [query.value]);
  useEffect(() => {
    if (text === query.value) return;
    const timer = setTimeout(() => {
      // What is found is marked in the list of steps.
      if (text.trim() !== '') replay.side.value = 'steps';
      void replay.search.find(text);
    }, PAUSE);
    return () => clearTimeout(timer);
  }, [text]);
  const goOn = async (direction: 'on' | 'back') => {
    if (text !== query.value) await replay.search.find(text);
    const step = replay.search.nextAfter(replay.step.value, direction);
    if (step !== undefined) replay.goTo(step);
  };
  const press = (event: KeyboardEvent) => {
    // With these modifiers, keys belong to VS Code.
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === 'Enter') void goOn(event.shiftKey ? 'back' : 'on');
    else if (event.key === 'Escape') {
      if (text === '') input.current?.blur();
      setText('');
      void replay.search.find('');
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const place = matches.value.findIndex(({ step }) => step === replay.step.value);
  return (
    <search class={open ? 'search open' : 'search'}>
      <button
        type="button"
        class="plain-button search-opener"
        data-testid="search-open"
        aria-label="Search (/)"
        title="Search (/)"
        onClick={() => (isOpen.value = true)}
      >
        <Icon name="search" />
      </button>
      <Icon name="search" tone="quiet" />
      <input
        ref={input}
        id="search"
        type="text"
        data-testid="search"
        aria-label="Search the run"
        aria-describedby="search-found"
        placeholder="Search: words, agent: tool: status: rule: confidence<0.7"
        spellcheck={false}
        value={text}
        onInput={event => setText(event.currentTarget.value)}
        onKeyDown={press}
        onFocus={() => (isOpen.value = true)}
        onBlur={() => (isOpen.value = false)}
      />
      <span
        id="search-found"
        class={`found ${fault.value ? 'bad' : 'quiet'}`}
        role="status"
        data-testid="search-found"
        title={fault.value}
      >
        {query.value === '' ? '' : (fault.value ?? foundText(matches.value.length, place, searching.value))}
      </span>
      {text !== '' && (
        <>
          <button
            type="button"
            class="plain-button"
            aria-label="Previous Match (Shift+M)"
            title="Previous Match (Shift+M)"
            onClick={() => goOn('back')}
          >
            <Icon name="chevron-up" />
          </button>
          <button
            type="button"
            class="plain-button"
            aria-label="Next Match (m)"
            title="Next Match (m)"
            onClick={() => goOn('on')}
          >
            <Icon name="chevron-down" />
          </button>
        </>
      )}
    </search>
  );
}

function foundText(count: number, place: number, searching: boolean): string {
  const all = count.toLocaleString('en');
  const found = place < 0 ? `${all} found` : `${(place + 1).toLocaleString('en')} of ${all}`;
  return searching ? `${found}…` : found;
}
