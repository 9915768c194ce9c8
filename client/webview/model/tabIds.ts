/** The tabs of a step, in order. */
export const tabIds = ['envelope', 'state', 'changes', 'conversation', 'why', 'metrics', 'compare'] as const;
export type TabId = (typeof tabIds)[number];
