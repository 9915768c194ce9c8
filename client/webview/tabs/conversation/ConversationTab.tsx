import { useReplayModel } from '../../model/replayModel';
import { useAnswer } from '../../model/useAnswer';
import { PlaceLink } from '../envelope/PlaceLink';
import { CallFacts } from './CallFacts';
import { ExchangeView } from './ExchangeView';
import { RunConversation } from './RunConversation';
import './ConversationTab.css';

const SCOPES = [
  { scope: 'step', title: 'This Step' },
  { scope: 'run', title: 'Run So Far' },
] as const;

/** What the shown step said, or what all steps said up to it. */
export function ConversationTab() {
  const { answers, step, overview, conversationScope } = useReplayModel();
  const { value: exchange } = useAnswer(answers, 'exchange', { step: step.value, count: 0 });
  const { value: run } = useAnswer(answers, 'conversation', { step: step.value, count: 0 });
  const { value: view } = useAnswer(answers, 'step', { step: step.value });
  const has = { step: (exchange?.total ?? 0) > 0, run: (run?.total ?? 0) > 0 };
  const wanted = conversationScope.value ?? overview.value?.has.conversation ?? 'run';
  const scope = has[wanted] ? wanted : has.step ? 'step' : 'run';
  if (!exchange || !run) return <div class="conversation-tab tab-page" aria-busy="true" />;
  const [source] = view?.sources ?? [];
  return (
    <section class="conversation-tab" aria-label="Conversation">
      {(has.step || exchange.call) && (
        <header class="conversation-head">
          {exchange.call ? <CallFacts call={exchange.call} /> : <span class="call-facts" />}
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
        </header>
      )}
      {scope === 'step' ? <ExchangeView /> : <RunConversation />}
    </section>
  );
}
