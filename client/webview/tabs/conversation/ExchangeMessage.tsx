import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { t } from '../../../../server/src/shared/l10n';
import type { SaidMessage, SaidPiece } from '../../../../server/src/shared/lspExtensions';
import { errorText } from '../../../../server/src/shared/shownText';
import { useReplayModel } from '../../model/replayModel';
import { Icon } from '../../ui/Icon';
import { laneClasses } from '../../ui/laneClasses';
import { numberText } from '../../ui/numberTexts';
import { NameText } from '../TabPage';
import { loadSaid, MessageText, ToolCall } from './MessageText';
import './ExchangeMessage.css';

interface ExchangeMessageProps {
  step: number;
  said: SaidMessage;
  /** The timeline lane of the agent that sent the message, which sets its colour. */
  lane: number;
  /** Whether the user opened or closed the message; undefined if neither. */
  opened: boolean | undefined;
  /** The words found in the message; empty if none. */
  words: string;
  open(isOpen: boolean): void;
}

/** Shows one message that a step received or sent. A message that was already part of the previous call of the model is folded. */
export function ExchangeMessage({ step, said, lane, opened, words, open }: ExchangeMessageProps) {
  const { host } = useReplayModel();
  const { role, name, side, pieces, morePieces, seen, place } = said;
  const size = sizeOfPieces(pieces);
  const folds = size > SHORT && (seen === true || (role === 'system' && size > LONG_SYSTEM));
  const isOpen = opened ?? !folds;
  const form = ROLES.has(role) ? role : 'other';
  return (
    <article
      class={`message role-${form} ${side} ${side === 'output' ? laneClasses(lane) : ''} ${isOpen ? '' : 'folded'}`}
      aria-label={t`${role} message`}
    >
      <header class="message-head">
        {folds ? (
          <button type="button" class="plain-button message-fold" aria-expanded={isOpen} onClick={() => open(!isOpen)}>
            <Icon name={isOpen ? 'chevron-down' : 'chevron-right'} />
            <NameText text={role} class="message-role" />
          </button>
        ) : (
          <NameText text={role} class="message-role" />
        )}
        {name !== undefined && <NameText text={name} class="quiet" />}
        {!isOpen && <span class="quiet">{t`${numberText(size)} characters`}</span>}
        <span class="message-end">
          {seen === true && <span class="quiet">{t`as in the call before`}</span>}
          {seen === false && <span class="message-new">{t`new in this call`}</span>}
          <CopyButton step={step} said={said} />
          {place && host.is === 'editor' && (
            <button
              type="button"
              class="plain-button"
              title={t`Open in Editor`}
              aria-label={t`Open in Editor`}
              onClick={() => host.send({ type: 'openEnvelope', step, envelope: place.envelope, path: [...place.path] })}
            >
              <Icon name="go-to-file" />
            </button>
          )}
        </span>
      </header>
      {isOpen && (
        <Clamped size={side === 'input' ? size : 0} isWhole={opened === true} show={() => open(true)}>
          {pieces.map((piece, index) => (
            <Piece key={index} step={step} piece={piece} words={words} />
          ))}
        </Clamped>
      )}
      {isOpen && morePieces !== undefined && (
        <p class="quiet">{t`${numberText(morePieces)} more parts are in the file.`}</p>
      )}
    </article>
  );
}

/** Shorter messages are never folded. */
const SHORT = 200;
const LONG_SYSTEM = 1_000;
/** The number of characters from which an input message shows only its first lines. */
export const LONG_INPUT = 1_200;

interface ClampedProps {
  /** In characters. */
  size: number;
  /** Texts up to this length, in characters, are always shown whole. */
  most?: number;
  isWhole: boolean;
  show(): void;
  children: ComponentChildren;
}

/** Clamps a long input to its first lines, so that the output is in view. */
export function Clamped({ size, most = LONG_INPUT, isWhole, show, children }: ClampedProps) {
  if (isWhole || size <= most) return <>{children}</>;
  return (
    <>
      <div class="message-clamped" inert>
        {children}
      </div>
      <button type="button" class="link-button" aria-expanded={false} onClick={show}>
        {t`Show All: ${numberText(size)} characters`}
      </button>
    </>
  );
}

const ROLES: ReadonlySet<string> = new Set(['system', 'user', 'assistant', 'tool', 'document']);

/** The number of characters in all texts of a message. */
export function sizeOfPieces(pieces: readonly SaidPiece[]): number {
  return pieces.reduce((sum, piece) => sum + sizeOf(piece), 0);
}

function sizeOf(piece: SaidPiece): number {
  switch (piece.is) {
    case 'call':
      return piece.arguments.size + (piece.result?.size ?? 0);
    case 'image':
    case 'file':
      return 0;
    default:
      return piece.size;
  }
}

interface PieceProps {
  step: number;
  piece: SaidPiece;
  words: string;
  /** The result of a call may be in another message. */
  isOpen?: boolean;
}

/** A piece of a message. */
export function Piece({ step, piece, words, isOpen }: PieceProps) {
  switch (piece.is) {
    case 'text':
      return <MessageText step={step} said={piece} words={words} />;
    case 'reasoning':
      return (
        <details class="message-reasoning" open={words !== ''}>
          <summary>{t`Reasoning, ${numberText(piece.size)} characters`}</summary>
          <MessageText step={step} said={piece} words={words} />
        </details>
      );
    case 'call':
    case 'result':
      return <ToolCall step={step} piece={piece} words={words} isOpen={isOpen} />;
    default:
      return piece.uri === undefined ? (
        <p class="message-file quiet">
          <Icon name="file" /> <bdi>{piece.is === 'image' ? t`Image: ${piece.about}` : piece.about}</bdi>
        </p>
      ) : (
        <img class="message-image" src={piece.uri} alt={piece.about} />
      );
  }
}

/** The maximum number of characters of a message to copy. */
const MOST_COPIED = 5_000_000;

function CopyButton({ step, said }: { step: number; said: SaidMessage }) {
  const { host, answers, announcement } = useReplayModel();
  const [copied, setCopied] = useState(false);
  const texts = said.pieces.flatMap(piece => {
    if (piece.is === 'call') return piece.result ? [piece.arguments, piece.result] : [piece.arguments];
    return 'text' in piece ? [piece] : [];
  });
  if (texts.length === 0) return null;
  const copy = async () => {
    try {
      const whole = texts.map(({ text, size, message, piece }) =>
        size === text.length
          ? text
          : loadSaid(answers, { step, message, piece }, MOST_COPIED).then(loaded => loaded.text),
      );
      host.send({ type: 'copy', text: (await Promise.all(whole)).join('\n\n') });
      setCopied(true);
      announcement.value = t`Copied.`;
    } catch (error) {
      announcement.value = errorText(error);
    }
  };
  return (
    <button
      type="button"
      class="plain-button"
      title={t`Copy Message`}
      aria-label={t`Copy Message`}
      onClick={() => void copy()}
      onBlur={() => setCopied(false)}
    >
      <Icon name={copied ? 'check' : 'copy'} />
    </button>
  );
}
