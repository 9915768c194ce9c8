import type { TokenCounts } from '../../model/exchange';
import { isObject } from '../../text/pointer';
import { apiTokens } from './apiTokens';
import { shortLine } from './draft';

/** What the response of a model's API states. */
export interface ApiResponse {
  id?: string;
  model?: string;
  tokens?: TokenCounts;
}

export function apiResponse(response: unknown): ApiResponse {
  if (!isObject(response)) return {};
  const id = shortLine(response['id']);
  const model = shortLine(response['model']);
  const tokens = apiTokens(response['usage']);
  return { ...(id !== undefined && { id }), ...(model !== undefined && { model }), ...(tokens && { tokens }) };
}
