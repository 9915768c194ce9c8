/** Names of the canonical events. */
export const CANONICAL_EVENTS = [
  'plan_created',
  'route_decision',
  'tool_call_start',
  'tool_call_complete',
  'tool_call_error',
  'budget_warning',
  'budget_exceeded',
  'approval_requested',
  'approval_received',
  'approval_timeout',
];

/** Names of the structured events: the canonical ones and six more. */
export const STRUCTURED_EVENTS = [
  ...CANONICAL_EVENTS,
  'budget_updated',
  'execution_start',
  'execution_complete',
  'execution_error',
  'memory_query',
  'memory_store',
];
