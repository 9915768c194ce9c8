import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { contrast, readableOn } from '../../../client/webview/timeline/canvas/palette';
import { LANE_COLOURS, laneClasses } from '../../../client/webview/ui/laneClasses';
import { ciede2000, colourDistance, type Rgb, rgbOf, visions } from '../../kit/colourVision';

const styles = readFileSync('client/webview/styles/lanes.css', 'utf8');
const themes: Record<string, Record<string, string>> = JSON.parse(readFileSync('test/page/themes.json', 'utf8'));

/** The set of colours that a theme uses. */
const SETS = { dark: 'dark', contrast: 'dark', light: 'light', contrastLight: 'light' } as const;
const lanes = { dark: coloursUnder(':root'), light: coloursUnder('body.vscode-light') };

describe('lane colours', () => {
  it('are measured correctly', () => {
    // Pairs of Sharma, Wu and Dalal's published test data.
    expect(ciede2000([50, 2.6772, -79.7751], [50, 0, -82.7485])).toBeCloseTo(2.0425, 3);
    expect(ciede2000([50, 2.5, 0], [73, 25, -18])).toBeCloseTo(27.1492, 3);
    expect(ciede2000([2.0776, 0.0795, -1.135], [0.9033, -0.0636, -0.5514])).toBeCloseTo(0.9082, 3);
  });

  it.each(Object.entries(lanes))('the %s set has twelve colours', (_name, colours) => {
    expect(colours).toHaveLength(LANE_COLOURS);
    expect(new Set(colours.map(String)).size).toBe(12);
  });

  describe.each(visions)('with %s', vision => {
    it.each(Object.entries(lanes))('of the %s set are distinguishable', (_name, colours) => {
      for (const [at, one] of colours.entries()) {
        for (const other of colours.slice(at + 1)) {
          expect(colourDistance(one, other, vision), `${one} and ${other}`).toBeGreaterThan(10);
        }
      }
    });
  });

  describe.each(Object.entries(SETS))('in the theme %s', (theme, set) => {
    const values = themes[theme] ?? {};
    const ground = rgbOf(values['--vscode-editor-background'] as string);
    const errors = ['--vscode-list-errorForeground', '--vscode-errorForeground', '--vscode-editorError-foreground']
      .map(name => values[name])
      .filter(value => value !== undefined)
      .map(rgbOf);

    it('contrast with the background, and with text on them', () => {
      for (const lane of lanes[set]) {
        expect(contrast(lane, ground), `${lane} on the ground`).toBeGreaterThan(3);
        expect(contrast(lane, readableOn(lane, [17, 17, 17], [255, 255, 255])), `on ${lane}`).toBeGreaterThan(4.5);
      }
    });

    it('differ from the red of an error', () => {
      expect(errors.length).toBeGreaterThan(0);
      for (const lane of lanes[set]) {
        for (const error of errors)
          expect(colourDistance(lane, error, 'trichromacy'), `${lane} and ${error}`).toBeGreaterThan(18);
      }
    });
  });

  it('come with a pattern, so that no two of 84 lanes look alike', () => {
    const looks = Array.from({ length: 84 }, (_, lane) => laneClasses(lane));
    expect(new Set(looks).size).toBe(84);
    const forms = new Set(looks.map(look => /form-\d/.exec(look)?.[0]));
    // The first form has no CSS rule.
    for (const form of forms) expect(form === 'form-0' || styles.includes(`.${form} {`), `${form}`).toBe(true);
  });
});

function coloursUnder(selector: string): Rgb[] {
  const start = styles.indexOf(selector);
  const rule = styles.slice(start, styles.indexOf('}', start));
  return [...rule.matchAll(/--lane-\d+: (#[0-9a-f]{6});/g)].map(([, value]) => rgbOf(value as string));
}
