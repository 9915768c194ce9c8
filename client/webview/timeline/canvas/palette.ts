import { LANE_COLOURS } from '../../ui/laneClasses';

/** The colours of the editor's theme, as the canvas of the timeline needs them. */
export interface Palette {
  font: string;
  smallFont: string;
  ground: string;
  /** The colour with the most contrast on the background. */
  bright: string;
  text: string;
  quiet: string;
  line: string;
  bad: string;
  /** The colour of problem counters, distinct from outcomes. */
  badge: string;
  match: string;
  /** The text colour on `bad`, and on `badge`. */
  onBad: string;
  onBadge: string;
  /** High contrast: bars are distinguished by their outlines. */
  outlined: boolean;
  /** By lane index, cyclic. */
  bars: BarPaint[];
  /** Pending steps. */
  pending: BarPaint[];
}

/** The colours that a step's bar is painted with. */
export interface BarPaint {
  fill: string;
  text: string;
  edge: string;
}

const DARK: Rgb = [17, 17, 17];
const LIGHT: Rgb = [255, 255, 255];
/** The share of the lane's colour in a pending bar. */
const PENDING = 0.3;

/** Reads the colours that apply to an element. */
export function readPalette(element: Element): Palette {
  const style = getComputedStyle(element);
  const forced = matchMedia('(forced-colors: active)').matches;
  const opaque = opaqueReader(element);
  const ground = opaque(forced ? 'Canvas' : style.getPropertyValue('--vscode-editor-background'), LIGHT);
  const text = opaque(forced ? 'CanvasText' : style.color, ground);
  // Uses the text colour if the theme lacks a colour, and with forced colours, which allow no other colours.
  const colour = (name: string) => (forced ? text : opaque(style.getPropertyValue(name).trim() || style.color, ground));
  const outlined = document.body.classList.contains('vscode-high-contrast') || forced;
  const lanes = Array.from({ length: LANE_COLOURS }, (_, lane) => colour(`--lane-${lane}`));
  const paint = (lane: Rgb, share: number): BarPaint => {
    const fill = outlined ? ground : blend(lane, ground, share);
    return { fill: css(fill), text: css(outlined ? text : readableOn(fill, DARK, LIGHT)), edge: css(lane) };
  };
  const size = Number.parseFloat(style.fontSize) || 13;
  const small = Math.max(10, size * 0.85);
  const [bad, badge] = [colour('--bad'), colour('--vscode-badge-background')];
  const line = style.getPropertyValue('--line').trim();
  return {
    font: `${small + 0.5}px ${style.fontFamily}`,
    smallFont: `${small}px ${style.fontFamily}`,
    ground: css(ground),
    bright: css(forced ? opaque('Highlight', ground) : readableOn(ground, LIGHT, [0, 0, 0])),
    text: css(text),
    quiet: css(colour('--quiet')),
    line: line && line !== 'transparent' && !forced ? css(opaque(line, ground)) : css(blend(text, ground, 0.15)),
    bad: css(bad),
    badge: css(badge),
    match: css(colour('--match')),
    onBad: css(readableOn(bad, DARK, LIGHT)),
    onBadge: css(readableOn(badge, DARK, LIGHT)),
    outlined,
    bars: lanes.map(lane => paint(lane, 1)),
    pending: lanes.map(lane => paint(lane, PENDING)),
  };
}

export function paintOf(paints: readonly BarPaint[], lane: number): BarPaint {
  return paints[lane % paints.length] as BarPaint;
}

/** Resolves any CSS colour on a background by painting it and reading the pixel. */
function opaqueReader(element: Element): (colour: string, ground: Rgb) => Rgb {
  const canvas = document.createElement('canvas');
  canvas.width = 1;
  canvas.height = 1;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  return (colour, ground) => {
    if (!context || !colour.trim()) return ground;
    const resolved = resolvedColour(element, colour.trim());
    context.fillStyle = css(ground);
    context.fillRect(0, 0, 1, 1);
    // An invalid colour has no effect: the background stays.
    context.fillStyle = resolved;
    context.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data;
    return [red, green, blue];
  };
}

/** Resolves the colour by a style, since a canvas does not know system colours. */
function resolvedColour(element: Element, colour: string): string {
  const probe = document.createElement('span');
  probe.style.setProperty('forced-color-adjust', 'none');
  probe.style.color = colour;
  element.append(probe);
  const resolved = getComputedStyle(probe).color;
  probe.remove();
  return resolved;
}

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
  const channel = (index: 0 | 1 | 2) => Math.round(over[index] * share + under[index] * (1 - share));
  return [channel(0), channel(1), channel(2)];
}

export function css([red, green, blue]: Rgb, alpha = 1): string {
  return `rgb(${red} ${green} ${blue} / ${alpha})`;
}

function luminance([red, green, blue]: Rgb): number {
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

function linear(channel: number): number {
  const share = channel / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}
