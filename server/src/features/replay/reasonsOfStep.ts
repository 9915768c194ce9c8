import { recognise } from '../../analysis/recognise';
import { familiesForReading } from '../../families/familiesForReading';
import { t } from '../../shared/l10n';
import type { ReplayAnswer, ReplayParams, WhySection } from '../../shared/replay/index';
import { isObject } from '../../text/jsonPointer';
import { plain } from '../runs/treeNodeTexts';
import { truncateLine } from './envelopeTextLines';
import type { ReplayedRun } from './replayedRun';
import { kindById, parsedEnvelope } from './stepFamilies';

/** Returns why an agent did a step, as its envelopes say it: texts in the sections that the protocol defines. Null if they give no reasons. */
export function reasonsOfStep(replay: ReplayedRun, { step }: ReplayParams<'why'>): ReplayAnswer<'why'> {
  const { kind, envelopes } = replay.run.step(step);
  if (!hasWhy(kind)) return null;
  for (const location of envelopes) {
    const { value } = parsedEnvelope(replay.reader.text(location));
    if (!isObject(value)) continue;
    // The step's kind, unless the envelope's `$schema` names another kind.
    const sections = recognise(value, familiesForReading, kindById(kind))?.kind.why?.(value);
    if (sections) return { sections: sections.map(bounded) };
  }
  return null;
}

/**
 * Returns whether envelopes of a kind give reasons.
 *
 * @param kind `family/kind`
 */
export function hasWhy(kind: string): boolean {
  return kindById(kind)?.why !== undefined;
}

const MOST_ROWS = 200;
const LONGEST = 2000;

function bounded({ title, rows }: WhySection): WhySection {
  const shown = rows.slice(0, MOST_ROWS).map(({ label, text, tone }) => ({
    ...(label !== undefined && { label: plain(label) }),
    text: truncateLine(text, LONGEST),
    tone,
  }));
  const more = rows.length - shown.length;
  return { title, rows: more > 0 ? [...shown, { text: t`and ${more} more`, tone: 'plain' }] : shown };
}
