import type { Outcome, ShownStatus } from '../model/run';
import { t } from './l10n';

/** Returns the word that users see for the status of a workflow run, or the outcome of a step. */
export function statusWord(status: ShownStatus | Outcome): string {
  return WORDS[status];
}

const WORDS: Readonly<Record<ShownStatus | Outcome, string>> = {
  running: t`running`,
  unfinished: t`unfinished`,
  succeeded: t`succeeded`,
  failed: t`failed`,
  blocked: t`blocked`,
  cancelled: t`cancelled`,
  unknown: t`unknown`,
  ok: t`ok`,
  pending: t`pending`,
};

/** Returns the state of an approval in words. An unknown state is the file's own word, and is returned unchanged. */
export function approvalWord(state: string): string {
  return Object.hasOwn(APPROVALS, state) ? (APPROVALS[state] as string) : state;
}

const APPROVALS: Readonly<Record<string, string>> = {
  requested: t`requested`,
  approved: t`approved`,
  rejected: t`rejected`,
};
