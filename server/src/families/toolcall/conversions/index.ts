import type { Conversion } from '../../../model/conversion';
import { quarantinedCall } from './quarantinedCall';
import { quarantinedFailure } from './quarantinedFailure';
import { repairedCall } from './repairedCall';

const QUARANTINED = 'toolcall/quarantined-call';
// Where the protocol says that they are logged.
const goes = { log: 'errors/quarantine_calls.jsonl' };

/** Into quarantine and out of it. What is quarantined also stays where it was: that log tells what happened. */
export const conversions: readonly Conversion[] = [
  {
    id: 'toolcall/quarantine-failure',
    title: 'Quarantine the call that failed',
    from: 'toolcall/result',
    to: QUARANTINED,
    goes,
    convert: quarantinedFailure,
  },
  {
    id: 'toolcall/quarantine-call',
    title: 'Quarantine this call',
    from: 'toolcall/call',
    to: QUARANTINED,
    goes,
    convert: quarantinedCall,
  },
  {
    id: 'toolcall/repair',
    title: 'Repair the call',
    from: QUARANTINED,
    to: 'toolcall/call',
    goes: 'to a file',
    convert: repairedCall,
  },
];
