import type { ModelCall } from '../../model/exchange';
import { atPointer } from '../../text/pointer';
import { apiResponse } from '../drafts/apiResponse';
import { totalAmount } from '../drafts/usageEffects';

/** What a message says of the response that it was: its model, tokens and cost. */
export function messageResponse({ extra }: Record<string, unknown>): Pick<ModelCall, 'model' | 'tokens' | 'cost'> {
  const { id: _id, ...response } = apiResponse(atPointer(extra, '/response'));
  const cost = totalAmount([atPointer(extra, '/cost')], []);
  return { ...response, ...(cost !== undefined && { cost }) };
}
