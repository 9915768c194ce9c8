import type { Conversion } from '../../../model/conversion';
import { quarantineCall } from './quarantineCall';
import { quarantineFailure } from './quarantineFailure';
import { repairCall } from './repairCall';

const QUARANTINED = 'toolcall/quarantined-call';
// Where the protocol says that they are logged.
const target = { log: 'errors/quarantine_calls.jsonl' };

/** Into quarantine and out of it. What is quarantined also stays where it was: that log tells what happened. */
export const conversions: readonly Conversion[] = [
  {
    id: 'toolcall/quarantine-failure',
    title: 'Quarantine the call that failed',
    from: 'toolcall/result',
    to: QUARANTINED,
    target,
    convert: quarantineFailure,
  },
  {
    id: 'toolcall/quarantine-call',
    title: 'Quarantine this call',
    from: 'toolcall/call',
    to: QUARANTINED,
    target,
    convert: quarantineCall,
  },
  {
    id: 'toolcall/repair',
    title: 'Repair the call',
    from: QUARANTINED,
    to: 'toolcall/call',
    target: 'to a file',
    convert: repairCall,
  },
];
