import type { StepExchange } from '../../../../server/src/shared/protocol';
import { numberText } from '../metrics/numberTexts';
import './CallFacts.css';

const MOST_PARAMETERS = 8;

/** The facts of a model call in one line: model, parameters, tokens, and how it ended. */
export function CallFacts({ call }: { call: NonNullable<StepExchange['call']> }) {
  const { model, answeredBy, provider, parameters = {}, tokens = {}, cost, finishReason, tools = [] } = call;
  const facts: [name: string, value: string | undefined, about?: string][] = [
    ...Object.entries(parameters)
      .slice(0, MOST_PARAMETERS)
      .map(([name, value]): [string, string] => [name, String(value)]),
    ['in', amount(tokens.input), 'Input tokens'],
    ['out', amount(tokens.output), 'Output tokens'],
    ['cached', amount(tokens.cached), 'Input tokens from the cache'],
    ['reasoning', amount(tokens.reasoning), 'Output tokens for reasoning'],
    ['total', tokens.input === undefined && tokens.output === undefined ? amount(tokens.total) : undefined, 'Tokens'],
    ['cost', cost === undefined ? undefined : numberText(cost), 'Cost as told'],
    ['finish', finishReason],
    ['tools', tools.length === 0 ? undefined : String(tools.length), tools.join(', ')],
  ];
  return (
    <p class="call-facts" data-testid="call-facts">
      {model !== undefined && <strong>{model}</strong>}
      {answeredBy !== undefined && <span title="The model that answered">{answeredBy}</span>}
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
