/** The colour of a value. */
export type Tone = 'plain' | 'good' | 'open' | 'bad' | 'done';

/** A section of a decision trace. */
export interface WhySection {
  title: string;
  rows: { label?: string; text: string; tone: Tone }[];
}
