/** Red, green and blue, each from 0 to 255. */
export type Rgb = readonly [number, number, number];

/** The more readable of two colours on a background. */
export function readableOn(ground: Rgb, one: Rgb, other: Rgb): Rgb {
  return contrast(ground, one) >= contrast(ground, other) ? one : other;
}

/** The WCAG contrast ratio, from 1 to 21. */
export function contrast(one: Rgb, other: Rgb): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

/**
 * Blends one colour over another.
 *
 * @param share of the first, from 0 to 1
 */
export function blend(over: Rgb, under: Rgb, share: number): Rgb {
  const part = (index: 0 | 1 | 2) => Math.round(over[index] * share + under[index] * (1 - share));
  return [part(0), part(1), part(2)];
}

export function css([red, green, blue]: Rgb, alpha = 1): string {
  return `rgb(${red} ${green} ${blue} / ${alpha})`;
}

function luminance([red, green, blue]: Rgb): number {
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

function linear(part: number): number {
  const share = part / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}
