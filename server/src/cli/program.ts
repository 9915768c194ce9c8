/** The command's name, under which results are published, too. */
export const PROGRAM = 'agent-envelopes';
