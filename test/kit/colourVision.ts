// How colours look to readers, and how far apart they look.

export type Rgb = readonly [number, number, number];
type Lab = readonly [number, number, number];

/** Severe dichromacy after Machado, Oliveira and Fernandes (2009): matrices of linear RGB. */
const VISIONS = {
  trichromacy: [1, 0, 0, 0, 1, 0, 0, 0, 1],
  protanopia: [0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998],
  deuteranopia: [0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.01182, 0.04294, 0.968881],
  tritanopia: [1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.3039],
} as const;

export type Vision = keyof typeof VISIONS;
export const visions = Object.keys(VISIONS) as Vision[];

/** @param text `#rrggbb` */
export function rgbOf(text: string): Rgb {
  const part = (start: number) => Number.parseInt(text.slice(start, start + 2), 16);
  return [part(1), part(3), part(5)];
}

/** How different two colours look to a reader: CIEDE2000, where 1 is barely seen. */
export function colourDistance(one: Rgb, other: Rgb, vision: Vision): number {
  return ciede2000(seenAs(one, vision), seenAs(other, vision));
}

function seenAs(colour: Rgb, vision: Vision): Lab {
  const [red, green, blue] = colour.map(linear) as [number, number, number];
  const rows = [0, 3, 6].map(row => {
    const [toRed, toGreen, toBlue] = VISIONS[vision].slice(row, row + 3) as [number, number, number];
    return Math.min(1, Math.max(0, toRed * red + toGreen * green + toBlue * blue));
  });
  return labOf(rows as [number, number, number]);
}

function linear(part: number): number {
  const share = part / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}

/** @param colour linear RGB, under D65 */
function labOf([red, green, blue]: readonly [number, number, number]): Lab {
  const x = curved((0.4124564 * red + 0.3575761 * green + 0.1804375 * blue) / 0.95047);
  const y = curved(0.2126729 * red + 0.7151522 * green + 0.072175 * blue);
  const z = curved((0.0193339 * red + 0.119192 * green + 0.9503041 * blue) / 1.08883);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

function curved(share: number): number {
  return share > 216 / 24389 ? Math.cbrt(share) : ((24389 / 27) * share + 16) / 116;
}

/** As Sharma, Wu and Dalal (2005) write it out. */
export function ciede2000([light1, a1, b1]: Lab, [light2, a2, b2]: Lab): number {
  const meanChroma = (Math.hypot(a1, b1) + Math.hypot(a2, b2)) / 2;
  const stretch = 1.5 - 0.5 * Math.sqrt(meanChroma ** 7 / (meanChroma ** 7 + 25 ** 7));
  const chroma1 = Math.hypot(a1 * stretch, b1);
  const chroma2 = Math.hypot(a2 * stretch, b2);
  const hue1 = hueOf(a1 * stretch, b1);
  const hue2 = hueOf(a2 * stretch, b2);
  const isGrey = chroma1 * chroma2 === 0;
  const turn = isGrey ? 0 : ((hue2 - hue1 + 540) % 360) - 180;
  const meanHue = isGrey ? hue1 + hue2 : (hue1 + turn / 2 + 360) % 360;
  const light = (light1 + light2) / 2 - 50;
  const chroma = (chroma1 + chroma2) / 2;
  const weight =
    1 -
    0.17 * cosine(meanHue - 30) +
    0.24 * cosine(2 * meanHue) +
    0.32 * cosine(3 * meanHue + 6) -
    0.2 * cosine(4 * meanHue - 63);
  const lightPart = (light2 - light1) / (1 + (0.015 * light ** 2) / Math.sqrt(20 + light ** 2));
  const chromaPart = (chroma2 - chroma1) / (1 + 0.045 * chroma);
  const huePart = (2 * Math.sqrt(chroma1 * chroma2) * sine(turn / 2)) / (1 + 0.015 * chroma * weight);
  const spread = 30 * Math.exp(-(((meanHue - 275) / 25) ** 2));
  const rotation = -sine(2 * spread) * 2 * Math.sqrt(chroma ** 7 / (chroma ** 7 + 25 ** 7));
  return Math.sqrt(lightPart ** 2 + chromaPart ** 2 + huePart ** 2 + rotation * chromaPart * huePart);
}

function hueOf(a: number, b: number): number {
  return a === 0 && b === 0 ? 0 : ((Math.atan2(b, a) * 180) / Math.PI + 360) % 360;
}

function cosine(degrees: number): number {
  return Math.cos((degrees * Math.PI) / 180);
}

function sine(degrees: number): number {
  return Math.sin((degrees * Math.PI) / 180);
}
