const BANDS = [
  { from: 0.9, says: 'very confident: proceed' },
  { from: 0.7, says: 'confident: proceed, and note the assumptions' },
  { from: 0.5, says: 'uncertain: ask, or have it reviewed' },
  { from: 0, says: 'low: stop and ask the user' },
] as const;

/** The meaning of a confidence, by the bands of the Agent Message Protocol ("Confidence Guidelines"). */
export function confidenceBand(confidence: number): string {
  if (confidence < 0 || confidence > 1) return 'outside of 0 to 1';
  return (BANDS.find(({ from }) => confidence >= from) ?? BANDS[3]).says;
}

/** An example confidence of each band, with its meaning. */
export const CONFIDENCE_EXAMPLES = [0.95, 0.8, 0.6, 0.3].map(value => ({ value, about: confidenceBand(value) }));
