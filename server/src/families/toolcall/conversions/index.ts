import type { Conversion } from '../../../model/conversion';
import { quarantineCall } from './quarantineCall';
import { quarantineFailure } from './quarantineFailure';
import { repairCall } from './repairCall';

const QUARANTINED = 'toolcall/quarantined-call';
// The log that the protocol prescribes.
const target = { log: 'errors/quarantine_calls.jsonl' };

/**
 * Conversions into and out of quarantine. A quarantined envelope also stays in its log, which records what happened.
 */
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
