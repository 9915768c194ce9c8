import type { TokenCounts } from '../../model/exchange';
import { isObject } from '../../text/pointer';
import { shortLine } from '../drafts/draft';
import { tokenCounts } from '../drafts/usageEffects';

/** The response of the model that asked for an action. Several actions of one response repeat it. */
export interface ModelResponse {
  id?: string;
  model?: string;
  tokens?: TokenCounts;
}

export function modelResponse({ tool_call_metadata: metadata }: Record<string, unknown>): ModelResponse {
  const response = isObject(metadata) ? metadata['model_response'] : undefined;
  if (!isObject(response)) return {};
  const usage = isObject(response['usage']) ? response['usage'] : {};
  const details = isObject(usage['prompt_tokens_details']) ? usage['prompt_tokens_details'] : {};
  const id = shortLine(response['id']);
  const model = shortLine(response['model']);
  const tokens = tokenCounts({
    total: [usage['total_tokens']],
    input: [usage['prompt_tokens']],
    output: [usage['completion_tokens']],
    cached: [details['cached_tokens'], usage['cache_read_input_tokens']],
    reasoning: [],
  });
  return { ...(id !== undefined && { id }), ...(model !== undefined && { model }), ...(tokens && { tokens }) };
}
