// node test/page/readThemes.mjs
// Writes themes.json anew: the colours that a real VS Code gives to a page in each of four themes, of those that the page uses.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root, runAsScript } from '../../tools/command.mjs';
import { startHost } from '../host/codeHost.mjs';
import { setTheme } from '../host/ui/kit.mjs';

const themes = {
  dark: 'Default Dark Modern',
  light: 'Default Light Modern',
  contrast: 'Default High Contrast',
  contrastLight: 'Default High Contrast Light',
};

await runAsScript(import.meta.url, async () => {
  const used = usedVariables();
  const host = await startHost();
  try {
    const page = await host.open(path.join(root, 'test', 'sample'));
    const read = {};
    for (const [name, theme] of Object.entries(themes)) {
      await setTheme(page, theme);
      const all = await page.evaluate(variablesOfWorkbench);
      read[name] = Object.fromEntries(used.flatMap(variable => (variable in all ? [[variable, all[variable]]] : [])));
    }
    writeFileSync(path.join(root, 'test', 'page', 'themes.json'), `${JSON.stringify(read, undefined, 2)}\n`);
  } finally {
    await host.stop();
  }
});

function usedVariables() {
  const folder = path.join(root, 'client', 'webview');
  const files = readdirSync(folder, { recursive: true }).filter(name => /\.(css|tsx?)$/.test(String(name)));
  const found = files.flatMap(
    name => readFileSync(path.join(folder, String(name)), 'utf8').match(/--vscode-[\w-]+/g) ?? [],
  );
  return [...new Set(found)].sort();
}

/** In the workbench. */
function variablesOfWorkbench() {
  const element = document.querySelector('.monaco-workbench');
  const style = getComputedStyle(element);
  const names = [...document.styleSheets].flatMap(sheet =>
    [...sheet.cssRules].flatMap(rule =>
      rule.style ? [...rule.style].filter(name => name.startsWith('--vscode-')) : [],
    ),
  );
  const all = Object.fromEntries([...new Set(names)].map(name => [name, style.getPropertyValue(name).trim()]));
  // A page has these besides; the workbench has them otherwise.
  all['--vscode-font-family'] = style.fontFamily;
  all['--vscode-font-size'] = '13px';
  all['--vscode-editor-font-family'] = 'monospace';
  all['--vscode-editor-font-size'] = '14px';
  return all;
}
