/** The longest of some texts that fits, the last but one cut short where none does; undefined where none can stand. */
export function fitText(texts: readonly string[], room: number, widthOf: (text: string) => number): string | undefined {
  const fits = texts.find(text => widthOf(text) <= room);
  const cut = texts.at(-2);
  // The number alone says less than a name cut short, as long as some of it is left.
  if (fits !== undefined && (fits !== texts.at(-1) || cut === undefined || room < LEAST_CUT)) return fits;
  if (cut === undefined || room < LEAST_CUT) return undefined;
  let low = 0;
  let high = cut.length;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (widthOf(`${cut.slice(0, middle)}…`) <= room) low = middle;
    else high = middle - 1;
  }
  // Half of a pair of surrogates is no letter.
  const end = /[\uD800-\uDBFF]$/.test(cut.slice(0, low)) ? low - 1 : low;
  return `${cut.slice(0, end).trimEnd()}…`;
}

const LEAST_CUT = 56;

/** Measures texts, and remembers what it measured. */
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
