import { readFileSync } from 'node:fs';

/** @typedef {'dark' | 'light' | 'contrast' | 'contrastLight'} Theme */

const themes = JSON.parse(readFileSync(new URL('themes.json', import.meta.url), 'utf8'));

/**
 * The style sheet of a theme: what VS Code gives to a page.
 * @param {string} name a Theme
 */
export function themeStyle(name) {
  const variables = Object.entries(themes[name] ?? {}).map(([variable, value]) => `  ${variable}: ${value};\n`);
  return `:root {\n${variables.join('')}}\nbody { padding: 0 20px; }\n`;
}
