import { useId, useState } from 'preact/hooks';
import { t } from '../../../../server/src/shared/l10n';
import type { Said, SaidMessage } from '../../../../server/src/shared/lspExtensions';
import { useAnswer } from '../../model/answerCache';
import { useReplayModel } from '../../model/replayModel';
import { Icon, type IconName } from '../../ui/Icon';
import { laneClasses } from '../../ui/laneClasses';
import { numberText } from '../../ui/numberTexts';
import { useRowWindow, VirtualList } from '../../ui/VirtualList';
import { OutcomeIcon } from '../ChangeMark';
import { ErrorText, NameText } from '../TabPage';
import { Clamped, LONG_INPUT, Piece, sizeOfPieces } from './ExchangeMessage';
import type { Found } from './FindBar';
import { ToolSides } from './MessageText';
import './ToolCall.css';
import './ExchangeMessage.css';
import './Conversation.css';

const PAGE = 8;
const ROWS_AT_ONCE = 25;

/** Shows all messages of a workflow run as one transcript, with a mark at the shown step. The user can limit it to the messages up to that step. */
export function RunConversation({ found }: { found: Found }) {
  const replay = useReplayModel();
  const { answers, step, conversationSoFar } = replay;
  const id = useId();
  const said = useRowWindow(answers, 'conversation', {}, ROWS_AT_ONCE);
  const { value: place, fault = said.fault } = useAnswer(answers, 'conversationPlace', { step: step.value });
  // The keyboard cursor; on the step itself until it is moved.
  const [chosen, choose] = useState<{ step: number; row: number }>();
  const [opened, setOpened] = useState<ReadonlySet<number>>(NONE);
  const { total } = said;
  if (fault !== undefined) return <ErrorText text={fault} />;
  if (total === undefined || place === undefined) return <div class="tab-page" aria-busy="true" />;
  const isSoFar = conversationSoFar.value;
  const count = isSoFar ? Math.min(total, place + 1) : total;
  if (count === 0) return <p class="nothing">{total === 0 ? t`No messages in this run.` : t`No messages yet.`}</p>;

  const last = count - 1;
  const own = chosen?.step === step.value ? Math.min(chosen.row, last) : Math.min(Math.max(0, place), last);
  const active = found.row === undefined ? own : Math.min(found.row, last);
  const press = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    // A button in a row handles its own keys.
    if (event.target !== event.currentTarget && event.key === 'Enter') return;
    const row = target(event.key, active, last);
    const here = said.row(active);
    if (event.key === 'Enter' && here) replay.goTo(here.step);
    else if (row !== undefined) choose({ step: step.value, row });
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <VirtualList
      class="conversation"
      role="group"
      aria-label={isSoFar ? t`Conversation up to this step` : t`Conversation of the run`}
      aria-activedescendant={`${id}-${active}`}
      tabIndex={0}
      data-testid="conversation"
      count={count}
      rowHeight={90}
      measured
      staysAtEnd={isSoFar}
      reveal={active}
      onRange={said.onRange}
      onKeyDown={press}
    >
      {index => {
        const row = said.row(index);
        return (
          <TranscriptRow
            id={`${id}-${index}`}
            said={row}
            isActive={index === active}
            isCurrent={row?.step === step.value}
            isWhole={row !== undefined && opened.has(row.step)}
            words={index === found.row ? found.words : ''}
            show={() => row && setOpened(new Set([...opened, row.step]))}
            goTo={replay.goTo}
          />
        );
      }}
    </VirtualList>
  );
}

const NONE: ReadonlySet<number> = new Set();

/** The target row of a key. */
function target(key: string, row: number, last: number): number | undefined {
  const rows: Record<string, number> = {
    ArrowDown: row + 1,
    ArrowUp: row - 1,
    PageDown: row + PAGE,
    PageUp: row - PAGE,
    Home: 0,
    End: last,
  };
  const wanted = rows[key];
  return wanted === undefined ? undefined : Math.min(Math.max(0, wanted), last);
}

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
  /** The words found in the row; empty if none. */
  words: string;
  show(): void;
  goTo(step: number): void;
}

const ICONS: Partial<Record<Said['is'], IconName>> = { call: 'tools', answer: 'reply' };
/** In characters. Calls, results and system prompts are clamped to less than other messages, which matter more. */
const LONG_CALL = 400;

/** A message that a step adds to the conversation, with its speaker. Tool calls look quieter than other messages. */
function TranscriptRow({ id, said, isActive, isCurrent, isWhole, words, show, goTo }: TranscriptRowProps) {
  if (!said) {
    return (
      <div id={id} class="said waiting" aria-busy="true">
        …
      </div>
    );
  }
  const { step, from, to, lane, is, title, messages, text, outcome, time, confidence } = said;
  const icon = ICONS[is];
  const place = t`Step ${step + 1}`;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list around it hears the keys
    <article
      id={id}
      aria-label={`${place}, ${from || t`nobody`}`}
      aria-current={isCurrent ? 'step' : undefined}
      class={`said ${is} ${laneClasses(lane)} ${isActive ? 'active' : ''} ${isCurrent ? 'current' : ''}`}
      onClick={event => {
        // Opening a text or selecting in it does not navigate.
        const isOwn = event.target instanceof Element && event.target.closest('button, summary') !== null;
        if (!isOwn && (globalThis.getSelection?.()?.isCollapsed ?? true)) goTo(step);
      }}
    >
      <header class="said-head">
        {icon ? <Icon name={icon} tone="quiet" /> : <span class="dot" aria-hidden="true" />}
        <span class="said-who">
          <NameText text={from} class="from" or={t`(nobody)`} />
          {to !== undefined && (
            <>
              <span aria-hidden="true"> → </span>
              <span class="read-aloud"> {t`to`} </span>
              <NameText text={to} or={t`(nobody)`} />
            </>
          )}
        </span>
        {(!messages || is === 'call') && <NameText text={title} class="said-title" />}
        <span class="said-facts quiet">
          <OutcomeIcon outcome={outcome} />
          {confidence !== undefined && (
            <span class={confidence < 0.7 ? 'unsure' : ''} title={t`Confidence`}>
              {confidence.toFixed(2)}
            </span>
          )}
          {time !== undefined && <span>{time}</span>}
          <button
            type="button"
            class="plain-button said-step"
            title={t`Go to Step ${step + 1}`}
            onClick={() => goTo(step)}
          >
            {t`step ${step + 1}`}
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
  /** The message is the only one of its step, whose heading names the speaker. */
  isAlone: boolean;
}

function Body({ step, message, isCall, isAlone, isWhole, words, show }: BodyProps) {
  const { role, name, side, pieces, morePieces } = message;
  const [first] = pieces;
  const isOneCall = isCall && pieces.length === 1 && (first?.is === 'call' || first?.is === 'result');
  const isContext = isCall || side === 'input' || role === 'tool';
  const size = isContext ? sizeOfPieces(pieces) : 0;
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
          <ToolSides step={step} piece={first} words={words} />
        ) : (
          pieces.map((piece, index) => <Piece key={index} step={step} piece={piece} words={words} isOpen />)
        )}
      </Clamped>
      {morePieces !== undefined && <p class="quiet">{t`${numberText(morePieces)} more parts are in the file.`}</p>}
    </div>
  );
}
