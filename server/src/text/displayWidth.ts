let segmenter: Intl.Segmenter | undefined;

/** The width of a text in columns of a monospaced font: East Asian letters and emoji take two, combining marks none. */
export function displayWidth(text: string): number {
  if (PLAIN.test(text)) return text.length;
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  let width = 0;
  for (const { segment } of segmenter.segment(text)) width += UNSEEN.test(segment) ? 0 : WIDE.test(segment) ? 2 : 1;
  return width;
}

const PLAIN = /^[\x20-\x7E]*$/;
const UNSEEN = /^[\p{M}\p{Cf}]+$/u;
const WIDE =
  /^(?:\p{Emoji_Presentation}|\p{Extended_Pictographic}\uFE0F|[\u1100-\u115F\u2E80-\u303E\u3041-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF01-\uFF60\uFFE0-\uFFE6]|[\u{20000}-\u{3FFFD}])/u;
