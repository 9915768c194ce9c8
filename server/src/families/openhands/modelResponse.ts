import { isObject } from '../../text/pointer';
import { type ApiResponse, apiResponse } from '../drafts/apiResponse';

/** The response of the model that asked for an action. Several actions of one response repeat it. */
export function modelResponse({ tool_call_metadata: metadata }: Record<string, unknown>): ApiResponse {
  return apiResponse(isObject(metadata) ? metadata['model_response'] : undefined);
}
