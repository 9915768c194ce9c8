/** Of VS Code's API what is tested without VS Code: texts, in English or as a test translates them. */

let translate = (text: string) => text;

export const l10n = {
  /** As VS Code does: replaces `{0}` by the first value. */
  t(text: string, ...values: readonly (string | number | boolean)[]): string {
    return translate(text).replace(/\{(\d+)\}/g, (place, index) => String(values[Number(index)] ?? place));
  },
};

/** Translates texts until the result is called. */
export function translateTexts(into: (text: string) => string): () => void {
  translate = into;
  return () => {
    translate = text => text;
  };
}
