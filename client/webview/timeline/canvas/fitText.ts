/** The longest text that fits; if none does, the last but one shortened. Undefined where nothing fits. */
export function fitText(texts: readonly string[], room: number, widthOf: (text: string) => number): string | undefined {
  const fits = texts.find(text => widthOf(text) <= room);
  const cut = texts.at(-2);
  // A shortened name is more useful than the number alone, if enough of it is left.
  if (fits !== undefined && (fits !== texts.at(-1) || cut === undefined || room < LEAST_CUT)) return fits;
  if (cut === undefined || room < LEAST_CUT) return undefined;
  let low = 0;
  let high = cut.length;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (widthOf(`${cut.slice(0, middle)}…`) <= room) low = middle;
    else high = middle - 1;
  }
  // Never splits a surrogate pair.
  const end = /[\uD800-\uDBFF]$/.test(cut.slice(0, low)) ? low - 1 : low;
  return `${cut.slice(0, end).trimEnd()}…`;
}

const LEAST_CUT = 56;

/** Creates a caching text measure. */
export function textMeasure(): (context: CanvasRenderingContext2D) => (text: string) => number {
  const known = new Map<string, number>();
  let font = '';
  return context => {
    if (font !== context.font || known.size > MOST) known.clear();
    font = context.font;
    return text => {
      let width = known.get(text);
      if (width === undefined) {
        width = context.measureText(text).width;
        known.set(text, width);
      }
      return width;
    };
  };
}

const MOST = 20_000;
