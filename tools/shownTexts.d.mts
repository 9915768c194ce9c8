interface FoundText {
  file: string;
  text: string;
}
export function l10nBundle(): Record<string, string>;
export function untranslatedTexts(): FoundText[];
export function textsOf(
  file: string,
  code: string,
): { translated: (FoundText & { values: number })[]; others: FoundText[] };
export function shownFiles(): [file: string, code: string][];
export function filesWithTexts(): [file: string, code: string][];
