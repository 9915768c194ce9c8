/** The tabs at a step, in their order. */
export const tabIds = ['envelope', 'state', 'changes', 'conversation', 'why', 'metrics', 'compare'] as const;
export type TabId = (typeof tabIds)[number];
