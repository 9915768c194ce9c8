import type { Step } from '../../model/run';

/**
 * Whether the time of a call passed in waiting for a person: the tool asks one, the person refused it, or an hour and more lies between
 * the call and its result in a log that states no duration. No tool that such logs tell of works that long by itself.
 */
export function mayHaveWaited({ effects, duration, isElapsed, outcome, failure = '' }: Step): boolean {
  if (!isElapsed || duration === undefined) return false;
  for (const effect of effects) {
    if (effect.do !== 'call') continue;
    if (duration > HOUR || ASKING.has(effect.tool.replace(/[_-]/g, '').toLowerCase())) return true;
    if (outcome === 'failed' && REFUSED.test(failure)) return true;
  }
  return false;
}

const HOUR = 3_600_000_000_000n;

/** The tools of coding agents that ask the user. */
const ASKING: ReadonlySet<string> = new Set([
  'askuserquestion',
  'exitplanmode',
  'requestuserinput',
  'askuser',
  'askfollowupquestion',
  'askhuman',
  'humaninput',
]);

const REFUSED = /\b(?:the user doesn't want to|rejected by (?:the )?user|user (?:rejected|declined|denied))\b/i;
