import { embeddedJson } from '../../text/json/embeddedJson';
import { isObject } from '../../text/pointer';
import { parseInstant } from '../../text/time/instant';
import { identifier, shortLine, spokenLine } from '../drafts/draft';
import { requestWords } from '../exchanges/requestWords';
import { exchange } from './exchange';

/** What a trace is about: what was asked, as it tells it, else the first of its observations that does, from the root on; else its name. */
export function traceTitle(trace: Record<string, unknown>, observations: readonly unknown[] = []): string | undefined {
  const rank = ({ parentObservationId, startTime }: Record<string, unknown>) =>
    identifier(parentObservationId) === undefined ? -1n : (parseInstant(startTime) ?? 0n);
  const first = observations
    .filter(isObject)
    // The arguments of a tool are no request.
    .filter(({ type }) => type !== 'TOOL' && type !== 'EVENT')
    .map(observation => ({ observation, at: rank(observation) }))
    .sort((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0))
    .slice(0, MOST_TRIED);
  for (const { observation } of [{ observation: { input: trace['input'], type: 'GENERATION' } }, ...first]) {
    const input = plainInput(observation['input']);
    const words = requestWords(exchange({ ...observation, input }, 'langfuse/observation'));
    if (words !== undefined) return words;
  }
  return shortLine(trace['name']) ?? spokenLine(trace['input']);
}

const MOST_TRIED = 30;

/** An input may be the JSON of a text, or of the JSON of one. */
function plainInput(input: unknown): unknown {
  let value = input;
  for (let level = 0; level < 2 && typeof value === 'string' && value.startsWith('"'); level++) {
    try {
      value = JSON.parse(value);
    } catch {
      return value;
    }
  }
  return embeddedJson(value) ?? value;
}
