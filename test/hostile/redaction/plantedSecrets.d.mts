/** Something in a run that must not leave in an export. */
export interface PlantedSecret {
  name: string;
  kind: 'vendor' | 'named' | 'personal' | 'encoded' | 'split' | 'property';
  /** What stands in an envelope, at a place that says nothing. */
  value: unknown;
  /** Texts of which none may be left. */
  secrets: string[];
  /** Why it is out of reach. */
  survives?: string;
}

export const plantedSecrets: readonly PlantedSecret[];

/** Files of one run each, by the protocol, in each of which all secrets are planted. */
export function plantedRuns(): { file: string; text: string }[];

/** The secrets of which something is left in a text, however its quotes and backslashes are escaped. */
export function survivorsIn(text: string): PlantedSecret[];

/** Characters of an alphabet in no order, the same for equal seeds. */
export function generator(seed: number): (alphabet: string, length: number) => string;
