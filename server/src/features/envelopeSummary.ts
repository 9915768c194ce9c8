import type { Kind } from '../model/kind';
import { t } from '../shared/l10n';
import { truncate } from '../shared/shownText';
import { escapeMarkdown } from '../text/escapeMarkdown';
import { atPointer } from '../text/jsonPointer';

/** Summarises an envelope in one line of Markdown: sender, receiver, subject, outcome, time. */
export function envelopeSummary(value: unknown, kind: Kind): string {
  return summary(value, kind, escapeMarkdown, '**');
}

/** Summarises an envelope in one line of plain text, for an outline. */
export function plainEnvelopeSummary(value: unknown, kind: Kind): string {
  return summary(value, kind, text => text.replace(/\s+/g, ' '), '');
}

function summary(value: unknown, kind: Kind, write: (text: string) => string, strong: string): string {
  const field = (what: keyof Kind['fieldPointers']) => {
    const found = kind.fieldPointers[what]?.map(pointer => atPointer(value, pointer)).find(isTold);
    return found === undefined ? '' : write(said(what, found));
  };
  const name = (text: string) => text && `${strong}${text}${strong}`;
  const [agent, peer] = [name(field('agent')), name(field('peer'))];
  const who = [agent, peer && `→ ${peer}`].filter(Boolean).join(' ');
  return [who || name(write(kind.title)), field('title'), field('status'), field('at')].filter(Boolean).join(' · ');
}

function isTold(value: unknown): value is string | number | boolean {
  return (typeof value === 'string' && value.trim() !== '') || typeof value === 'number' || typeof value === 'boolean';
}

function said(what: string, value: string | number | boolean): string {
  if (typeof value === 'boolean') return value ? t`ok` : t`failed`;
  if (what === 'status' && typeof value === 'number') return t`confidence ${value}`;
  const text = String(value);
  return truncate(text, 80, 77);
}

const BANDS = [
  { from: 0.9, says: t`very confident: proceed`, advice: t`proceed` },
  { from: 0.7, says: t`confident: proceed, and note the assumptions`, advice: t`proceed, and note the assumptions` },
  { from: 0.5, says: t`uncertain: ask, or have it reviewed`, advice: t`ask, or have it reviewed` },
  { from: 0, says: t`low: stop and ask the user`, advice: t`stop and ask the user` },
] as const;

/** Returns the meaning of a confidence, by the bands of the Agent Message Protocol ("Confidence Guidelines"). */
export function confidenceBand(confidence: number): string {
  if (confidence < 0 || confidence > 1) return t`outside of 0 to 1`;
  return bandOf(confidence).says;
}

/** Returns what to do at a confidence from 0 to 1, without its name. */
export function confidenceAdvice(confidence: number): string {
  return bandOf(confidence).advice;
}

function bandOf(confidence: number) {
  return BANDS.find(({ from }) => confidence >= from) ?? BANDS[3];
}

/** An example confidence of each band, with its meaning. */
export const CONFIDENCE_EXAMPLES = [0.95, 0.8, 0.6, 0.3].map(value => ({ value, about: confidenceBand(value) }));
