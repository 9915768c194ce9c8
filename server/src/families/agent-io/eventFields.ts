import declaration from '../../generated/agent-io.declaration';
import type { Kind } from '../../model/kind';

/** The field pointers of agent-io events in any dialect, also used for the events in a response's trace. */
export const EVENT_FIELDS: Kind['fieldPointers'] = declaration.kinds.event.fieldPointers;
