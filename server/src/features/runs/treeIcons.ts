import { familiesForReading } from '../../families/familiesForReading';
import { SHIPPED_READERS } from '../../generated/shippedReaders';
import type { Effect, Outcome, RunStatus, RunSummary, ShownStatus } from '../../model/run';
import { callsTool } from '../../runs/columnarSteps';
import { t } from '../../shared/l10n';
import type { TreeNode } from '../../shared/lspExtensions';
import type { StepIcon } from '../../shared/replay/index';
import { statusWord } from '../../shared/statusWord';
import { agoText, dayOf } from './treeNodeTexts';

type Icon = NonNullable<TreeNode['icon']>;

// Colours that every theme has, including high contrast. A colour repeats the outcome that the icon's shape shows.
const GOOD = 'testing.iconPassed';
const BAD = 'notificationsErrorIcon.foreground';
const WARN = 'notificationsWarningIcon.foreground';
const BUSY = 'notificationsInfoIcon.foreground';
const QUIET = 'testing.iconSkipped';

/** Returns the icon of a workflow run's status; spinning while the run goes on. */
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

/** Returns the icon of a step's kind in the colour of its outcome; a special icon for a failed or pending step. */
export function stepIcon(kind: string, outcome: Outcome, effects: readonly Effect[]): Icon {
  if (outcome === 'failed') return { id: 'error', color: BAD };
  if (outcome === 'pending') return { id: 'clock', color: BUSY };
  const id = kindIcon(kind, callsTool(effects));
  return outcome === 'ok' ? { id, color: GOOD } : { id };
}

/** Returns the icon of a step's kind, whatever its outcome. */
export function kindIcon(kind: string, isCaller: boolean): StepIcon {
  const word = kind.slice(Math.max(kind.indexOf('/'), kind.lastIndexOf(':')) + 1);
  // No `symbol-*` icons: those have colours of their own.
  const named = KINDS.find(([pattern]) => pattern.test(word))?.[1];
  return named ?? (isCaller ? 'tools' : 'zap');
}

// Matches the words of protocols and tracers for their kinds.
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

/** Returns the icon of a file operation. */
export function writeIcon(operation: string): Icon {
  if (/delet|remov/i.test(operation)) return { id: 'trash' };
  return { id: /creat|propos|new|add/i.test(operation) ? 'new-file' : 'edit' };
}

/**
 * Returns the icon of a document's status.
 *
 * @param agrees whether the disk agrees with the registry; undefined if unknown
 */
export function documentIcon(status: string, agrees: boolean | undefined): Icon {
  // The disagreement is also counted as a problem of the node.
  if (agrees === false) return { id: 'warning' };
  if (status === 'present') return agrees ? { id: 'pass', color: GOOD } : { id: 'file' };
  if (status === 'absent') return { id: 'circle-outline' };
  return { id: 'circle-large-outline', color: BUSY };
}

/** Returns the icon of a gap, by its priority if the gap is open. */
export function gapIcon(isOpen: boolean, priority: string | undefined): Icon {
  if (!isOpen) return { id: 'issue-closed', color: GOOD };
  return { id: /^critical$/i.test(priority ?? '') ? 'flame' : 'issues', color: BUSY };
}

export function questionIcon(isOpen: boolean): Icon {
  return isOpen ? { id: 'question', color: BUSY } : { id: 'pass', color: GOOD };
}

/** Returns the icon of an evaluation. */
export function evaluationIcon(isGood: boolean | undefined): Icon {
  if (isGood === undefined) return { id: 'checklist' };
  return isGood ? { id: 'pass', color: GOOD } : { id: 'error', color: BAD };
}

/** Returns the icon of a workflow's status, a word of the registry. */
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

/**
 * Returns the displayed status of a run: "unfinished" instead of "running" if the run plausibly no longer runs. Depends on
 * the clock, so callers never store it.
 *
 * @param now in milliseconds since 1970
 */
export function shownStatus(summary: Pick<RunSummary, 'status' | 'changedAt' | 'endedAt'>, now: number): ShownStatus {
  return summary.status === 'running' && !mayStillRun(summary, now) ? 'unfinished' : summary.status;
}

/** Returns the status in the user's words. For a session, whose end no log records: the time of its last step. */
export function statusText(
  summary: Pick<RunSummary, 'status' | 'changedAt' | 'endedAt' | 'family'>,
  now: number,
): string {
  return lastStepText(summary, now) ?? statusWord(shownStatus(summary, now));
}

/** Returns `last step 8 h ago`; undefined for a run whose end the log would record. */
export function lastStepText(
  summary: Pick<RunSummary, 'status' | 'changedAt' | 'endedAt' | 'family'>,
  now: number,
): string | undefined {
  const { endedAt, family } = summary;
  if (endedAt === undefined || !OPEN_ENDED.has(family) || shownStatus(summary, now) !== 'unfinished') return undefined;
  const at = Number(endedAt / 1_000_000n);
  // For a time long ago, a date is easier to read.
  return t`last step ${now - at < MOST_DAYS * DAY ? agoText(at, now) : dayOf(endedAt)}`;
}

const OPEN_ENDED: ReadonlySet<string> = new Set(
  [...familiesForReading, ...SHIPPED_READERS].filter(({ isOpenEnded }) => isOpenEnded).map(({ id }) => id),
);

/** Returns whether a run changed within the last minute. Clocks of other machines may be slightly ahead. */
export function isLive(summary: Pick<RunSummary, 'changedAt' | 'endedAt'>, now: number): boolean {
  return Math.abs(now - summary.changedAt) < MINUTE && !endedLongAgo(summary, now);
}

function mayStillRun(summary: Pick<RunSummary, 'changedAt' | 'endedAt'>, now: number): boolean {
  return (now - summary.changedAt < HOUR && !endedLongAgo(summary, now)) || isLive(summary, now);
}

// The run's own end time takes precedence over the time of its file, which may be a new copy of an old run. A time without
// a zone may be off by half a day.
function endedLongAgo({ endedAt }: Pick<RunSummary, 'endedAt'>, now: number): boolean {
  return endedAt !== undefined && now - Number(endedAt / 1_000_000n) >= DAY;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const MOST_DAYS = 30;
