import type { Kind } from '../../model/kind';

/** The field pointers of events of any dialect, also used for entries of a response's trace. */
export const EVENT_FIELDS: Kind['fieldPointers'] = {
  run: ['/trace_id'],
  agent: ['/component'],
  at: ['/timestamp_iso', '/timestamp'],
  title: ['/event', '/event_type', '/stage'],
  status: ['/status', '/level'],
  text: ['/message', '/error_message'],
};
