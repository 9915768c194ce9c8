import { useRef } from 'preact/hooks';
import { useReplayModel } from '../../model/replayModel';
import { useAnswer } from '../../model/useAnswer';
import { commands } from '../../shell/commands';
import { Icon } from '../../ui/Icon';
import { PlaceLink } from '../envelope/PlaceLink';
import { CallFacts } from './CallFacts';
import { ExchangeView } from './ExchangeView';
import { FindBar } from './FindBar';
import { RunConversation } from './RunConversation';
import { useFound } from './useFound';
import { useHighlight } from './useHighlight';
import './ConversationTab.css';

const SCOPES = [
  { scope: 'step', title: 'This Step' },
  { scope: 'run', title: 'Whole Run' },
] as const;

const FIND = `${commands.find.title} (${commands.find.keys[0]})`;

/** What the shown step said, or what all steps said. */
export function ConversationTab() {
  const { answers, step, overview, conversationScope, conversationSoFar, conversationWords, wrapsValues } =
    useReplayModel();
  const section = useRef<HTMLElement>(null);
  const { value: exchange } = useAnswer(answers, 'exchange', { step: step.value, count: 0 });
  const { value: run } = useAnswer(answers, 'conversation', { count: 0 });
  const { value: view } = useAnswer(answers, 'step', { step: step.value });
  const has = { step: (exchange?.total ?? 0) > 0, run: (run?.total ?? 0) > 0 };
  const wanted = conversationScope.value ?? overview.value?.has.conversation ?? 'run';
  const scope = has[wanted] ? wanted : has.step ? 'step' : 'run';
  const found = useFound(scope);
  useHighlight(section, found.words);
  const [source] = view?.sources ?? [];
  return (
    <section ref={section} class={`conversation-tab ${wrapsValues.value ? '' : 'unwrapped'}`} aria-label="Conversation">
      {(has.step || has.run || exchange?.call) && (
        <header class="conversation-head">
          {exchange?.call ? <CallFacts call={exchange.call} /> : <span class="call-facts" />}
          {source && <PlaceLink step={step.value} source={0} place={source} />}
          {has.step && has.run && (
            <div class="switch" role="group" aria-label="Show the conversation of">
              {SCOPES.map(({ scope: one, title }) => (
                <button
                  key={one}
                  type="button"
                  class="plain-button"
                  aria-pressed={scope === one}
                  data-testid={`conversation-of-${one}`}
                  onClick={() => {
                    conversationScope.value = one;
                  }}
                >
                  {title}
                </button>
              ))}
            </div>
          )}
          {scope === 'run' && has.run && (
            <button
              type="button"
              class="plain-button so-far"
              data-testid="so-far"
              aria-pressed={conversationSoFar.value}
              title="Only What Was Said up to This Step"
              onClick={() => {
                conversationSoFar.value = !conversationSoFar.value;
              }}
            >
              So Far
            </button>
          )}
          <span class="conversation-tools">
            <button
              type="button"
              class="plain-button"
              data-testid="find-open"
              aria-pressed={conversationWords.value !== undefined}
              aria-label={FIND}
              title={FIND}
              onClick={() => {
                conversationWords.value = conversationWords.value === undefined ? '' : undefined;
              }}
            >
              <Icon name="search" />
            </button>
            <button
              type="button"
              class="plain-button"
              data-testid="wrap"
              aria-pressed={wrapsValues.value}
              aria-label="Wrap Long Lines"
              title="Wrap Long Lines"
              onClick={() => {
                wrapsValues.value = !wrapsValues.value;
              }}
            >
              <Icon name="word-wrap" />
            </button>
          </span>
        </header>
      )}
      {/* Also while the rest loads: what is typed next belongs to it. */}
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
