import type { TokenCounts } from '../../model/exchange';
import { isObject } from '../../text/pointer';
import { apiTokens } from '../drafts/apiTokens';
import { shortLine } from '../drafts/draft';

/** The response of the model that asked for an action. Several actions of one response repeat it. */
export interface ModelResponse {
  id?: string;
  model?: string;
  tokens?: TokenCounts;
}

export function modelResponse({ tool_call_metadata: metadata }: Record<string, unknown>): ModelResponse {
  const response = isObject(metadata) ? metadata['model_response'] : undefined;
  if (!isObject(response)) return {};
  const id = shortLine(response['id']);
  const model = shortLine(response['model']);
  const tokens = apiTokens(response['usage']);
  return { ...(id !== undefined && { id }), ...(model !== undefined && { model }), ...(tokens && { tokens }) };
}
