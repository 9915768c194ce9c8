import type { Said } from '../../../../server/src/shared/protocol';
import { Icon, type IconName } from '../../ui/Icon';
import { laneColour } from '../../ui/laneColour';
import { NameText } from '../common/NameText';
import { OutcomeIcon } from '../common/OutcomeIcon';
import '../common/stateRow.css';
import './Conversation.css';

interface MessageRowProps {
  id: string;
  /** Undefined while loading. */
  said: Said | undefined;
  /** The keyboard cursor is on it. */
  isActive: boolean;
  /** It belongs to the shown step. */
  isCurrent: boolean;
  goTo(step: number): void;
}

const ICONS: Partial<Record<Said['is'], IconName>> = { call: 'tools', answer: 'reply' };

/** A message. Calls and their answers look quieter than messages between agents. */
export function MessageRow({ id, said, isActive, isCurrent, goTo }: MessageRowProps) {
  if (!said) {
    return (
      // biome-ignore lint/a11y/useFocusableInteractive: the list has the focus, and says which row is meant
      <div id={id} role="option" aria-selected={isCurrent} class="said waiting">
        …
      </div>
    );
  }
  const { step, from, to, lane, is, title, text, outcome, time, confidence } = said;
  const icon = ICONS[is];
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list around it hears the keys
    // biome-ignore lint/a11y/useFocusableInteractive: the list has the focus, and says which row is meant
    <div
      id={id}
      role="option"
      aria-selected={isCurrent}
      class={`said ${is} ${laneColour(lane)} ${isActive ? 'active' : ''} ${isCurrent ? 'current' : ''}`}
      onClick={() => {
        // Selecting text does not navigate.
        if (globalThis.getSelection?.()?.isCollapsed ?? true) goTo(step);
      }}
    >
      <div class="said-head">
        {icon ? <Icon name={icon} tone="quiet" /> : <span class="dot" aria-hidden="true" />}
        <span class="said-who">
          <NameText text={from} class="from" or="(nobody)" />
          {to !== undefined && (
            <>
              <span aria-hidden="true"> → </span>
              <span class="read-aloud"> to </span>
              <NameText text={to} or="(nobody)" />
            </>
          )}
        </span>
        <NameText text={title} class="said-title" />
        <span class="said-facts quiet">
          <OutcomeIcon outcome={outcome} />
          {confidence !== undefined && (
            <span class={confidence < 0.7 ? 'unsure' : ''} title="Confidence">
              {confidence.toFixed(2)}
            </span>
          )}
          {time !== undefined && <span>{time}</span>}
          <span>step {step + 1}</span>
        </span>
      </div>
      {text !== undefined && text !== '' && (
        <p class="said-text" dir="auto">
          {text}
        </p>
      )}
    </div>
  );
}
