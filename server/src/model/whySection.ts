/** How a value is coloured: by what it says of the work. */
export type Tone = 'plain' | 'good' | 'open' | 'bad' | 'done';

/** A section of a decision trace, in the order that its protocol fixes. */
export interface WhySection {
  title: string;
  rows: { label?: string; text: string; tone: Tone }[];
}
