import type { Said, SaidMessage } from '../../../../server/src/shared/protocol';
import { Icon, type IconName } from '../../ui/Icon';
import { laneColour } from '../../ui/laneColour';
import { NameText } from '../common/NameText';
import { OutcomeIcon } from '../common/OutcomeIcon';
import { Clamped, LONG_INPUT, Part, sizeOfParts } from './ExchangeMessage';
import { ToolSides } from './ToolCall';
import './ExchangeMessage.css';
import './ToolCall.css';
import './Conversation.css';

interface TranscriptRowProps {
  id: string;
  /** Undefined while loading. */
  said: Said | undefined;
  /** The keyboard cursor is on it. */
  isActive: boolean;
  /** The playhead is at its step. */
  isCurrent: boolean;
  /** All of a long text is shown. */
  isWhole: boolean;
  /** What was found in it; empty where nothing was. */
  words: string;
  show(): void;
  goTo(step: number): void;
}

const ICONS: Partial<Record<Said['is'], IconName>> = { call: 'tools', answer: 'reply' };
/** Of a call and its result, and of a system prompt, fewer characters are in view: what is said is read first. */
const LONG_CALL = 400;

/** What a step adds to the conversation: who says it, and all of it. A call of a tool looks quieter than what is said. */
export function TranscriptRow({ id, said, isActive, isCurrent, isWhole, words, show, goTo }: TranscriptRowProps) {
  if (!said) {
    return (
      <div id={id} class="said waiting" aria-busy="true">
        …
      </div>
    );
  }
  const { step, from, to, lane, is, title, messages, text, outcome, time, confidence } = said;
  const icon = ICONS[is];
  const place = `Step ${step + 1}`;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list around it hears the keys
    <article
      id={id}
      aria-label={`${place}, ${from || 'nobody'}`}
      aria-current={isCurrent ? 'step' : undefined}
      class={`said ${is} ${laneColour(lane)} ${isActive ? 'active' : ''} ${isCurrent ? 'current' : ''}`}
      onClick={event => {
        // Opening a text or selecting in it does not navigate.
        const isOwn = event.target instanceof Element && event.target.closest('button, summary') !== null;
        if (!isOwn && (globalThis.getSelection?.()?.isCollapsed ?? true)) goTo(step);
      }}
    >
      <header class="said-head">
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
        {(!messages || is === 'call') && <NameText text={title} class="said-title" />}
        <span class="said-facts quiet">
          <OutcomeIcon outcome={outcome} />
          {confidence !== undefined && (
            <span class={confidence < 0.7 ? 'unsure' : ''} title="Confidence">
              {confidence.toFixed(2)}
            </span>
          )}
          {time !== undefined && <span>{time}</span>}
          <button type="button" class="plain-button said-step" title={`Go to ${place}`} onClick={() => goTo(step)}>
            step {step + 1}
          </button>
        </span>
      </header>
      {messages?.map((message, index) => (
        <Body
          key={index}
          step={step}
          message={message}
          isCall={is === 'call'}
          isAlone={messages.length === 1}
          isWhole={isWhole}
          words={words}
          show={show}
        />
      ))}
      {text !== undefined && text !== '' && (
        <p class="said-words" dir="auto">
          {text}
        </p>
      )}
    </article>
  );
}

interface BodyProps extends Pick<TranscriptRowProps, 'isWhole' | 'words' | 'show'> {
  step: number;
  message: SaidMessage;
  isCall: boolean;
  /** The only message of its step, whose heading tells who says it. */
  isAlone: boolean;
}

function Body({ step, message, isCall, isAlone, isWhole, words, show }: BodyProps) {
  const { role, name, side, parts, moreParts } = message;
  const [first] = parts;
  const isOneCall = isCall && parts.length === 1 && (first?.is === 'call' || first?.is === 'result');
  const isContext = isCall || side === 'input' || role === 'tool';
  const size = isContext ? sizeOfParts(parts) : 0;
  const most = isCall || role === 'system' ? LONG_CALL : LONG_INPUT;
  return (
    <div class={`said-body ${isAlone ? '' : `message role-${role} ${side}`}`}>
      {!isAlone && (
        <p class="said-role">
          <NameText text={role} /> {name !== undefined && <NameText text={name} class="quiet" />}
        </p>
      )}
      <Clamped size={size} most={most} isWhole={isWhole || words !== ''} show={show}>
        {isOneCall && first ? (
          <ToolSides step={step} part={first} words={words} />
        ) : (
          parts.map((part, index) => <Part key={index} step={step} part={part} words={words} isOpen />)
        )}
      </Clamped>
      {moreParts !== undefined && <p class="quiet">{moreParts.toLocaleString('en')} more parts are in the file.</p>}
    </div>
  );
}
