import type { Conversion } from '../../../model/conversion';
import { errorFromResponse } from './errorFromResponse';

/** Out of this protocol. Of the two it is the one that has more to say of an error. */
export const conversions: readonly Conversion[] = [
  {
    id: 'agent-io/to-error-message',
    title: 'Convert to an error message',
    from: 'agent-io/response',
    to: 'agent-message/error',
    target: 'in place',
    convert: errorFromResponse,
  },
];
