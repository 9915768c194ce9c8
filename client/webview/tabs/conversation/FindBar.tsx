import { useLayoutEffect, useRef } from 'preact/hooks';
import { useReplayModel } from '../../model/replayModel';
import { Icon, type IconName } from '../../ui/Icon';
import type { Found } from './useFound';
import './FindBar.css';

/** The field that finds words in the conversation; Enter goes from place to place, Escape closes it. */
export function FindBar({ found }: { found: Found }) {
  const { conversationWords } = useReplayModel();
  const input = useRef<HTMLInputElement>(null);
  // Before the next key, which is the first of what is typed.
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
        aria-label="Find in the conversation"
        placeholder="Find in the conversation"
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
      <Act icon="chevron-up" title="Previous Match (Shift+Enter)" act={() => found.move(-1)} />
      <Act icon="chevron-down" title="Next Match (Enter)" act={() => found.move(1)} />
      <Act icon="close" title="Close (Escape)" act={close} />
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
  if (rows.length === 0) return 'not found';
  return `${(at + 1).toLocaleString('en')} of ${rows.length.toLocaleString('en')}${more ? '+' : ''}`;
}
