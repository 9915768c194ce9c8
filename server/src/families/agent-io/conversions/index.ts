import type { Conversion } from '../../../model/conversion';
import { errorFromResponse } from './errorFromResponse';

/** Conversions from this protocol, which is the more detailed one about errors. */
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
