import { LANE_COLOURS } from '../../ui/laneColour';
import { blend, css, type Rgb, readableOn } from './contrast';

/** How a bar is painted. */
export interface BarPaint {
  fill: string;
  text: string;
  edge: string;
}

/** The colours of the theme, as a canvas takes them. */
export interface Palette {
  font: string;
  smallFont: string;
  ground: string;
  /** What stands out most on the ground. */
  bright: string;
  text: string;
  quiet: string;
  line: string;
  bad: string;
  /** Of what counts problems: no colour of an outcome. */
  badge: string;
  match: string;
  /** On `bad`, and on `badge`. */
  onBad: string;
  onBadge: string;
  /** Bars are told by their edges: high contrast. */
  outlined: boolean;
  /** By a lane's number; lanes take turns. */
  bars: BarPaint[];
  /** Of steps that have no answer yet. */
  pending: BarPaint[];
}

const DARK: Rgb = [17, 17, 17];
const LIGHT: Rgb = [255, 255, 255];
/** How much of its lane's colour a pending bar has. */
const PENDING = 0.3;

/** The colours that hold for an element. */
export function readPalette(element: Element): Palette {
  const style = getComputedStyle(element);
  const forced = isForced();
  const opaque = opaqueReader(element);
  const ground = opaque(forced ? 'Canvas' : style.getPropertyValue('--vscode-editor-background'), LIGHT);
  const text = opaque(forced ? 'CanvasText' : style.color, ground);
  // A theme may know no such colour; then it is that of the text. Where the system chooses all colours there are no others.
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

/** A colour as it is seen on a ground, however it is written: painted, and looked at. */
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
    // What is no colour changes nothing: the ground stays.
    context.fillStyle = resolved;
    context.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data;
    return [red, green, blue];
  };
}

/** What a style makes of it: a canvas does not know what colours the system has chosen. */
function resolvedColour(element: Element, colour: string): string {
  const probe = document.createElement('span');
  probe.style.setProperty('forced-color-adjust', 'none');
  probe.style.color = colour;
  element.append(probe);
  const resolved = getComputedStyle(probe).color;
  probe.remove();
  return resolved;
}

function isForced(): boolean {
  return matchMedia('(forced-colors: active)').matches;
}
