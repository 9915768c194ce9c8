/** The actions with a corresponding mode of a workflow agent's input. */
export const MODES: ReadonlySet<string> = new Set(['create', 'update', 'validate', 'apply_answers']);

/** The parameter that keeps an action without a mode. */
export const ACTION = 'agent_action';

/** The mode nearest to an action. */
export function modeFor(action: string): string {
  if (/^(?:check|review|verify|test|lint|inspect|audit)/.test(action)) return 'validate';
  if (/^(?:change|edit|revise|refine|classify|sync|fix|resolve|merge|apply)/.test(action)) return 'update';
  return 'create';
}
