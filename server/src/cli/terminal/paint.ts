export type Style = keyof typeof STYLES;

export type Paint = (text: string, style: Style) => string;

/** Creates a function that styles text with escape codes, or returns it unchanged if `colour` is false. */
export function painter(colour: boolean): Paint {
  return colour ? painted : plain;
}

const STYLES = {
  bold: [1, 22],
  dim: [2, 22],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  blue: [34, 39],
  cyan: [36, 39],
} as const;

/** Not util.styleText: since Node 22 it decides itself whether to use colour. */
function painted(text: string, style: Style): string {
  const [on, off] = STYLES[style];
  return `\u001b[${on}m${text}\u001b[${off}m`;
}

function plain(text: string): string {
  return text;
}
