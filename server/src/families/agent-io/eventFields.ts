import declaration from '../../generated/agent-io.declaration';
import type { Kind } from '../../model/kind';

/** The field pointers of events of any dialect, also used for entries of a response's trace. */
export const EVENT_FIELDS: Kind['fieldPointers'] = declaration.kinds.event.fieldPointers;
