import { familiesForReading } from '../../families/familiesForReading';
import type { Effect, RunSummary } from '../../model/run';
import { formatNumber, roundForDisplay, t } from '../../shared/l10n';
import { someOf, truncate, UNPRINTABLE } from '../../shared/shownText';
import { durationText } from '../../shared/times';
import { decodeUri } from '../../text/decodeUri';
import { escapeMarkdown } from '../../text/escapeMarkdown';

/** Returns text from a file as one safe line: without control, invisible or bidirectional characters. */
export function plain(text: string, most = 80): string {
  if (text.length <= most && PLAIN.test(text)) return text.trim();
  const flat = text
    .slice(0, most * 5)
    .replace(UNPRINTABLE, ' ')
    .trim();
  return truncate(flat, most);
}

// A fast path: nearly all texts are plain, and a tree shows many.
const PLAIN = /^[ -~]*$/;

/** Returns a Markdown tooltip: a title with a list of facts below. Leaves out undefined facts. */
export function tooltip(title: string, ...facts: readonly (string | undefined)[]): string {
  const lines = facts.filter(fact => fact !== undefined);
  return [`**${escaped(title)}**`, ...(lines.length > 0 ? [lines.join('  \n')] : [])].join('\n\n');
}

/** Returns a line of a tooltip; undefined without a value. */
export function fact(name: string, value: string | number | undefined): string | undefined {
  return value === undefined || value === '' ? undefined : `${name}: ${escaped(String(value))}`;
}

/** Returns a list of names for a tooltip, cut after `most` names; undefined for an empty list. */
export function listed(names: readonly string[], most = 10): string | undefined {
  return names.length === 0 ? undefined : someOf(names, name => plain(name, 40), most);
}

function escaped(text: string): string {
  return escapeMarkdown(plain(text, 500));
}

/** Returns a node's description: the truthy texts, separated by dots. */
export function described(...words: readonly (string | false | undefined)[]): { description?: string } {
  const description = words.filter(Boolean).join(' · ');
  return description === '' ? {} : { description };
}

/** Returns `1 step`, `2 steps`. */
export function stepsText(count: number): string {
  return count === 1 ? t`1 step` : t`${formatNumber(count)} steps`;
}

/** Returns `1 run`, `2 runs`. */
export function runsText(count: number): string {
  return count === 1 ? t`1 run` : t`${formatNumber(count)} runs`;
}

/** The label of an evaluation with its score, or either: `fail (0.2)`. */
export function verdictText({ label, score }: Pick<Extract<Effect, { do: 'evaluation' }>, 'label' | 'score'>): string {
  if (score === undefined) return label ?? t`evaluated`;
  return label === undefined ? String(score) : `${label} (${score})`;
}

/** Formats a cost in dollars: `$0.0124`, `$12,346`. */
export function costText(cost: number): string {
  return `$${formatNumber(roundForDisplay(cost))}`;
}

/** Returns the time between `at` and now in words: `3 h ago`. Both times are in milliseconds since 1970. */
export function agoText(at: number, now: number): string {
  const ms = Math.round(now - at);
  if (Math.abs(ms) < 60_000) return t`just now`;
  // The largest unit is precise enough.
  const text = durationText(BigInt(ms) * 1_000_000n).replace(/^(\d+ \w+) .*/, '$1');
  return ms > 0 ? t`${text} ago` : t`in ${text}`;
}

/** Formats nanoseconds since 1970 as local time of day: `10:46:12`, or `10:46:12.799` to the millisecond. Empty if out of range. */
export function timeOfDay(at: bigint, to: 'second' | 'millisecond' = 'second'): string {
  const date = dateOf(at);
  if (!date) return '';
  const time = [date.getHours(), date.getMinutes(), date.getSeconds()].map(two).join(':');
  return to === 'second' ? time : `${time}.${String(date.getMilliseconds()).padStart(3, '0')}`;
}

/** Names the local time zone at a time: `UTC`, `UTC+5:30`. */
export function zoneOf(at = 0n): string {
  const ahead = -(dateOf(at)?.getTimezoneOffset() ?? 0);
  const minutes = Math.abs(ahead) % 60;
  const hours = (Math.abs(ahead) - minutes) / 60;
  return ahead === 0 ? 'UTC' : `UTC${ahead < 0 ? '-' : '+'}${hours}${minutes > 0 ? `:${two(minutes)}` : ''}`;
}

/** Names the local time zone at these times, once: where clocks are changed, both. */
export function zonesOf(times: readonly (bigint | undefined)[]): string {
  return [...new Set(times.flatMap(at => (at === undefined ? [] : zoneOf(at))))].join(', ');
}

/** Formats nanoseconds since 1970 as local date: `2026-11-21`. Empty if out of range. */
export function dayOf(at: bigint): string {
  const date = dateOf(at);
  return date ? isoDay(date) : '';
}

/** Formats nanoseconds since 1970 as local date and time, `2026-11-21 10:46`; today, only the time. Empty if out of range. */
export function dayAndTime(at: bigint, now: number): string {
  const date = dateOf(at);
  if (!date) return '';
  const time = [date.getHours(), date.getMinutes()].map(two).join(':');
  const day = isoDay(date);
  return day === isoDay(new Date(now)) ? time : `${day} ${time}`;
}

/** Returns a date's display name: `Today`, `Yesterday`, otherwise the date. */
export function dayTitle(day: string, now: number): string {
  const date = new Date(now);
  if (day === isoDay(date)) return t`Today`;
  date.setDate(date.getDate() - 1);
  return day === isoDay(date) ? t`Yesterday` : day;
}

function dateOf(at: bigint): Date | undefined {
  const date = new Date(Number(at / 1_000_000n));
  return Number.isNaN(date.getTime()) ? undefined : date;
}

function isoDay(date: Date): string {
  return `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}

/** Says how many records of a run's logs no reader knows, and their types; undefined if there are none. */
export function unknownText({ unknown }: Pick<RunSummary, 'unknown'>): string | undefined {
  const types = Object.entries(unknown ?? {}).sort(([, one], [, other]) => other - one);
  const total = types.reduce((sum, [, count]) => sum + count, 0);
  if (total === 0) return undefined;
  const list = someOf(
    types.map(([type, count]) => (count === 1 ? type : `${type} (${formatNumber(count)})`)),
    type => plain(type, 40),
    5,
  );
  return total === 1
    ? t`1 record of a kind that is not known: ${list}`
    : t`${formatNumber(total)} records of kinds that are not known: ${list}`;
}

/** Returns the title of a run's family; its id if the family no longer exists. */
export function familyTitle({ family, protocol }: Pick<RunSummary, 'family' | 'protocol'>): string {
  return protocol ?? TITLES.get(family) ?? family;
}

const TITLES: ReadonlyMap<string, string> = new Map(familiesForReading.map(({ id, title }) => [id, title]));

/** Returns the path of a run's file in its workspace folder, for display; the file's decoded URI if it is elsewhere. */
export function pathInFolder(folder: RunSummary['folder'], file: string): string {
  return decodeUri(folder !== '' && file.startsWith(`${folder}/`) ? file.slice(folder.length + 1) : file);
}
