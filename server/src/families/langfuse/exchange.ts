import type { Exchange, ModelCall } from '../../model/run';
import { embeddedJson } from '../../text/json/losslessJson';
import { shortLine } from '../drafts/draft';
import { sideAttributes, spanAttributes } from '../exchanges/spanConventions';
import { modelCall, spanExchange } from '../exchanges/spanExchange';
import {
  observationAttributes,
  observationCost,
  observationMetadata,
  observationTokens,
  observationType,
} from './observationDraft';

/** Reads what an observation said: its own input and output, else the attributes of the span that it was made from. Never throws. */
export function exchange(observation: Record<string, unknown>, kind: string): Exchange | undefined {
  const metadata = observationMetadata(observation);
  // An event for ingestion names the type, its body does not.
  const [, type = observationType(observation, observationAttributes(metadata))] = kind.split(':');
  const attributes = new Map([
    ...spanAttributes(metadata['attributes'], ['metadata']),
    ...sideAttributes(observation, ['input', 'output']),
  ]);
  const { name } = observation;
  const read = spanExchange({
    word: type === 'generation' ? 'llm' : type,
    title: typeof name === 'string' ? name : '',
    attributes,
    events: [],
  });
  const own = ownCall(observation);
  if (!read)
    return Object.keys(own).length > 0 && type === 'generation' ? { input: [], output: [], ...own } : undefined;
  return { ...read, ...own };
}

function ownCall(observation: Record<string, unknown>): ModelCall {
  const model = shortLine(observation['model']) ?? shortLine(observation['providedModelName']);
  const tokens = observationTokens(observation);
  const cost = observationCost(observation);
  const written = embeddedJson(observation['modelParameters']) ?? observation['modelParameters'];
  const { parameters } = modelCall(spanAttributes({ 'llm.invocation_parameters': written }, []));
  return {
    ...(model !== undefined && { model }),
    ...(parameters && { parameters }),
    ...(tokens?.total && { tokens }),
    ...(cost && { cost }),
  };
}
