import type { Kind } from '../../model/kind';

/** Where an event of any dialect says who, what and when; entries of a response's trace are read by it as well. */
export const EVENT_FIELDS: Kind['fieldPointers'] = {
  run: ['/trace_id'],
  agent: ['/component'],
  at: ['/timestamp_iso', '/timestamp'],
  title: ['/event', '/event_type', '/stage'],
  status: ['/status', '/level'],
  text: ['/message', '/error_message'],
};
