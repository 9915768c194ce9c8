import { useEffect } from 'preact/hooks';
import type { ReplayModel } from '../model/replayModel';
import { availableCommands, type Command } from './commands';

/** Handles keys anywhere on the page, except those that the focused element handles. */
export function useShortcuts(replay: ReplayModel): void {
  useEffect(() => {
    const byKey = new Map(
      availableCommands(replay.host).flatMap(command => command.keys.map(key => [key, command] as const)),
    );
    const press = (event: KeyboardEvent) => {
      const command = commandOf(event, byKey);
      if (!command || !replay.overview.value || isTaken(event, replay)) return;
      event.preventDefault();
      void command.run(replay);
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [replay]);
}

const NAMES: Readonly<Record<string, string>> = {
  ' ': 'Space',
  ArrowRight: '→',
  ArrowLeft: '←',
  ArrowUp: '↑',
  ArrowDown: '↓',
};

function commandOf(
  { key, shiftKey, ctrlKey, altKey, metaKey }: KeyboardEvent,
  byKey: ReadonlyMap<string, Command>,
): Command | undefined {
  // With these modifiers, keys belong to VS Code.
  if (ctrlKey || altKey || metaKey) return undefined;
  const name = NAMES[key] ?? key;
  // A key with Shift may produce another character: `?`, `>`.
  const isLetter = /^[a-z]$/i.test(name);
  const spelled =
    shiftKey && (isLetter || name.length > 1 || name === '→' || name === '←')
      ? `Shift+${isLetter ? name.toUpperCase() : name}`
      : isLetter
        ? name.toLowerCase()
        : name;
  return byKey.get(spelled);
}

const TYPING = 'input, select, textarea, [contenteditable]';

function isTaken(event: KeyboardEvent, { dialog }: ReplayModel): boolean {
  if (event.defaultPrevented) return true;
  // A dialog blocks other keys; `?` closes the one that it opened.
  if (dialog.value !== undefined) return !(dialog.value === 'keys' && event.key === '?');
  const target = event.target instanceof Element ? event.target : undefined;
  if (!target) return false;
  if (target.closest(TYPING)) return true;
  return event.key === ' ' && target.closest('button, a, summary, [role=button], [role=tab]') !== null;
}
