import type { Signal } from '@preact/signals';
import { useRef, useState } from 'preact/hooks';
import { t } from '../../../../server/src/shared/l10n';
import type { StepExchange } from '../../../../server/src/shared/lspExtensions';
import { useAnswer } from '../../model/answerCache';
import { useReplayModel } from '../../model/replayModel';
import { pageCommands } from '../../shell/pageCommands';
import { Icon } from '../../ui/Icon';
import { stopScrollKeys } from '../../ui/moveFocus';
import { numberText } from '../../ui/numberTexts';
import { PressButton } from '../../ui/PressButton';
import { useRowWindow, VirtualList } from '../../ui/VirtualList';
import { ErrorText, PlaceLink } from '../TabPage';
import { ExchangeMessage } from './ExchangeMessage';
import { FindBar, type Found, useFound, useHighlight } from './FindBar';
import { RunConversation } from './RunConversation';
import './CallFacts.css';
import './ConversationTab.css';

const SCOPES = [
  { scope: 'step', title: t`This Step` },
  { scope: 'run', title: t`Whole Run` },
] as const;

const FIND = `${pageCommands.find.title} (${pageCommands.find.keys[0]})`;

/** Shows the messages of the shown step, or of all steps of the workflow run. */
export function ConversationTab() {
  const {
    answers,
    step,
    overview,
    conversationScope,
    conversationSoFar,
    conversationWords,
    wrapsValues,
    showsAsWritten,
  } = useReplayModel();
  const section = useRef<HTMLElement>(null);
  const { value: exchange, fault } = useAnswer(answers, 'exchange', { step: step.value, count: 0 });
  const { value: run } = useAnswer(answers, 'conversation', { count: 0 });
  const { value: view } = useAnswer(answers, 'step', { step: step.value });
  const has = { step: fault !== undefined || (exchange?.total ?? 0) > 0, run: (run?.total ?? 0) > 0 };
  const wanted = conversationScope.value ?? overview.value?.has.conversation ?? 'run';
  const scope = has[wanted] ? wanted : has.step ? 'step' : 'run';
  const found = useFound(scope);
  useHighlight(section, found.words);
  const [envelope] = view?.envelopes ?? [];
  return (
    <section
      ref={section}
      class={`conversation-tab ${wrapsValues.value ? '' : 'unwrapped'}`}
      aria-label={t`Conversation`}
    >
      {(has.step || has.run || exchange?.call) && (
        <header class="conversation-head">
          {exchange?.call ? <CallFacts call={exchange.call} /> : <span class="call-facts" />}
          {envelope && <PlaceLink step={step.value} envelope={0} place={envelope} />}
          {has.step && has.run && (
            <div class="switch" role="group" aria-label={t`Show the conversation of`}>
              {SCOPES.map(({ scope: one, title }) => (
                <PressButton
                  key={one}
                  id={`conversation-of-${one}`}
                  isPressed={scope === one}
                  press={() => (conversationScope.value = one)}
                >
                  {title}
                </PressButton>
              ))}
            </div>
          )}
          {scope === 'run' && has.run && (
            <PressButton {...toggle(conversationSoFar)} id="so-far" title={t`Only What Was Said up to This Step`}>
              {t`So Far`}
            </PressButton>
          )}
          <span class="conversation-tools">
            <PressButton
              id="find-open"
              title={FIND}
              isPressed={conversationWords.value !== undefined}
              press={() => (conversationWords.value = conversationWords.value === undefined ? '' : undefined)}
            >
              <Icon name="search" />
            </PressButton>
            <PressButton {...toggle(showsAsWritten)} id="as-written" title={t`Show Texts as Written`}>
              <Icon name="code" />
            </PressButton>
            <PressButton {...toggle(wrapsValues)} id="wrap" title={t`Wrap Long Lines`}>
              <Icon name="word-wrap" />
            </PressButton>
          </span>
        </header>
      )}
      {/* Shown also while the rest loads, so that it gets the next typed keys. */}
      {conversationWords.value !== undefined && <FindBar found={found} />}
      {!(exchange && run) ? (
        <div class="tab-page" aria-busy="true" />
      ) : scope === 'step' ? (
        <ExchangeView found={found} />
      ) : (
        <RunConversation found={found} />
      )}
    </section>
  );
}

function toggle(state: Signal<boolean>) {
  return { isPressed: state.value, press: () => (state.value = !state.value) };
}

const MOST_PARAMETERS = 8;

/** The facts of a model call in one line: model, parameters, tokens, and how it ended. */
function CallFacts({ call }: { call: NonNullable<StepExchange['call']> }) {
  const { model, answeredBy, provider, parameters = {}, tokens = {}, cost, finishReason, tools = [] } = call;
  const facts: [name: string, value: string | undefined, about?: string][] = [
    ...Object.entries(parameters)
      .slice(0, MOST_PARAMETERS)
      .map(([name, value]): [string, string] => [name, String(value)]),
    [t`in`, amount(tokens.input), t`Input tokens`],
    [t`out`, amount(tokens.output), t`Output tokens`],
    [t`cached`, amount(tokens.cached), t`Input tokens from the cache`],
    [t`cache write`, amount(tokens.written), t`Input tokens that the cache keeps`],
    [t`reasoning`, amount(tokens.reasoning), t`Output tokens for reasoning`],
    [t`total`, tokens.input === undefined && tokens.output === undefined ? amount(tokens.total) : undefined, t`Tokens`],
    [t`cost`, cost === undefined ? undefined : numberText(cost), t`Cost as told`],
    [t`finish`, finishReason],
    [t`tools`, tools.length === 0 ? undefined : String(tools.length), tools.join(', ')],
  ];
  return (
    <p class="call-facts" data-testid="call-facts">
      {model !== undefined && <strong>{model}</strong>}
      {answeredBy !== undefined && <span title={t`The model that answered`}>{answeredBy}</span>}
      {provider !== undefined && <span class="quiet">{provider}</span>}
      {facts.map(
        ([name, value, about]) =>
          value !== undefined && (
            <span key={name} title={about}>
              <span class="quiet">{name}</span> <bdi>{value}</bdi>
            </span>
          ),
      )}
    </p>
  );
}

function amount(count: number | undefined): string | undefined {
  return count === undefined ? undefined : numberText(count);
}

const PAGE = 50;

/** The messages in and out of the shown step. */
function ExchangeView({ found }: { found: Found }) {
  const { answers, step } = useReplayModel();
  const at = step.value;
  const messages = useRowWindow(answers, 'exchange', { step: at }, PAGE);
  const { value: view } = useAnswer(answers, 'step', { step: at });
  const [opened, setOpened] = useState<{ step: number; rows: ReadonlyMap<number, boolean> }>();
  const isOpen = opened?.step === at ? opened.rows : NONE;
  if (messages.fault !== undefined) return <ErrorText text={messages.fault} />;
  if (messages.total === undefined) return <div class="conversation" aria-busy="true" />;
  if (messages.total === 0) return <p class="nothing">{t`This step said nothing.`}</p>;
  return (
    <VirtualList
      class={`conversation exchange ${messages.fresh ? '' : 'stale'}`}
      role="group"
      aria-label={t`What step ${at + 1} said`}
      tabIndex={0}
      data-testid="exchange"
      count={messages.total}
      rowHeight={120}
      measured
      {...(found.row !== undefined && { reveal: found.row })}
      onRange={messages.onRange}
      onKeyDown={stopScrollKeys}
    >
      {index => {
        const said = messages.row(index);
        return said ? (
          <ExchangeMessage
            key={`${at} ${index}`}
            step={at}
            said={said}
            lane={view?.lane ?? -1}
            // A folded message may contain the found words.
            opened={isOpen.get(index) ?? (index === found.row ? true : undefined)}
            words={index === found.row ? found.words : ''}
            open={isNow => setOpened({ step: at, rows: new Map([...isOpen, [index, isNow]]) })}
          />
        ) : (
          <div class="message" aria-busy="true">
            …
          </div>
        );
      }}
    </VirtualList>
  );
}

const NONE: ReadonlyMap<number, boolean> = new Map();
