/** The name people type, and under which results are published. */
export const PROGRAM = 'agent-envelopes';
