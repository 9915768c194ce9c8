import type { Effect, Outcome, RunStatus, ShownStatus } from '../../model/run';
import type { TreeNode } from '../../shared/protocol';
import type { StepIcon } from '../../shared/replay';

type Icon = NonNullable<TreeNode['icon']>;

// Colours that every theme has, high contrast ones too. They say how something went and nothing else; none of them says what
// the form does not say.
const GOOD = 'testing.iconPassed';
const BAD = 'notificationsErrorIcon.foreground';
const WARN = 'notificationsWarningIcon.foreground';
const BUSY = 'notificationsInfoIcon.foreground';
const QUIET = 'testing.iconSkipped';

/** What became of a run; where it still goes on before one's eyes it turns. */
export function statusIcon(status: ShownStatus, isLive = false): Icon {
  const icon = STATUS[status];
  return isLive && (status === 'running' || status === 'unknown') ? { id: 'sync~spin', color: BUSY } : icon;
}

const STATUS: Readonly<Record<ShownStatus, Icon>> = {
  running: { id: 'sync', color: BUSY },
  unfinished: { id: 'sync-ignored', color: QUIET },
  succeeded: { id: 'pass', color: GOOD },
  failed: { id: 'error', color: BAD },
  blocked: { id: 'warning', color: WARN },
  cancelled: { id: 'circle-slash', color: QUIET },
  unknown: { id: 'question', color: QUIET },
};

/** What kind of step it is, in the colour of its outcome; one that failed or waits shows that before all else. */
export function stepIcon(kind: string, outcome: Outcome, effects: readonly Effect[]): Icon {
  if (outcome === 'failed') return { id: 'error', color: BAD };
  if (outcome === 'pending') return { id: 'clock', color: BUSY };
  const id = kindIcon(kind, effects);
  return outcome === 'ok' ? { id, color: GOOD } : { id };
}

/** What kind of step it is, whatever came of it. */
export function kindIcon(kind: string, effects: readonly Effect[]): StepIcon {
  const word = kind.slice(Math.max(kind.indexOf('/'), kind.lastIndexOf(':')) + 1);
  // No symbol of code: those have colours of their own.
  const named = KINDS.find(([pattern]) => pattern.test(word))?.[1];
  return named ?? (effects.some(effect => effect.do === 'call') ? 'tools' : 'zap');
}

// By words that protocols and tracers call their kinds by.
const KINDS: readonly (readonly [RegExp, StepIcon])[] = [
  [/tool|call|function/i, 'tools'],
  [/agent/i, 'hubot'],
  [/generation|llm|chat|model/i, 'sparkle'],
  [/retriev|embed|search|memory/i, 'search'],
  [/checkpoint|approval/i, 'person'],
  [/message/i, 'comment'],
  [/registry|decision/i, 'law'],
  [/trace/i, 'lightbulb'],
  [/chain|workflow|task/i, 'list-tree'],
  [/request|input/i, 'play'],
];

/** What was done to a file. */
export function writeIcon(operation: string): Icon {
  if (/delet|remov/i.test(operation)) return { id: 'trash' };
  return { id: /creat|propos|new|add/i.test(operation) ? 'new-file' : 'edit' };
}

/**
 * How a document stands. What a registry says of it and what the disk says may be two things: undefined where that is not
 * known.
 */
export function documentIcon(status: string, agrees: boolean | undefined): Icon {
  // What is wrong is counted at it, as a problem.
  if (agrees === false) return { id: 'warning' };
  if (status === 'present') return agrees ? { id: 'pass', color: GOOD } : { id: 'file' };
  if (status === 'absent') return { id: 'circle-outline' };
  return { id: 'circle-large-outline', color: BUSY };
}

/** A gap, by how much it matters; one that is closed is done with. */
export function gapIcon(isOpen: boolean, priority: string | undefined): Icon {
  if (!isOpen) return { id: 'issue-closed', color: GOOD };
  return { id: /^critical$/i.test(priority ?? '') ? 'flame' : 'issues', color: BUSY };
}

export function questionIcon(isOpen: boolean): Icon {
  return isOpen ? { id: 'question', color: BUSY } : { id: 'pass', color: GOOD };
}

/** How far a workflow has come, in the words of its registry. */
export function workflowIcon(word: string): Icon {
  const status = WORKFLOW.get(word);
  return status ? STATUS[status] : { id: 'circle-outline' };
}

const WORKFLOW: ReadonlyMap<string, RunStatus> = new Map([
  ['in_progress', 'running'],
  ['completed', 'succeeded'],
  ['blocked', 'blocked'],
  ['terminated', 'cancelled'],
]);
