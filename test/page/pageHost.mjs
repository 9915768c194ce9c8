// The replay page as it is built, in a Chromium, over the language server as it is built: all of a replay but VS Code.
// Faster than a whole editor, and the page can be looked into.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { chromium } from 'playwright-core';
import { root } from '../../tools/command.mjs';
import { ensureChromium } from '../../tools/setup.mjs';
import { startServer } from '../bench/server.mjs';
import { pseudoTranslation } from '../kit/pseudoLocale.mjs';
import { themeStyle } from './themes.mjs';

/** @typedef {import('playwright-core').Page} Page */

// As the extension has it; the style of the theme is VS Code's own, and stands in for it.
const policy = nonce =>
  `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'self'; img-src 'self' data:; font-src 'self'`;

/**
 * @typedef {object} PageHost
 * @property {(folder: string, options?: { isTranslated?: boolean }) => Promise<Workspace>} openFolder starts a server over a folder, and
 *   waits until it is read; `isTranslated`: both it and the page are in the language of test/kit/pseudoLocale.mjs
 * @property {(options: import('playwright-core').BrowserContextOptions) => Promise<import('playwright-core').BrowserContext>} newContext
 *   for a page that is no replay of a folder
 * @property {(close: () => Promise<void>) => void} onStop what is to be closed with the host
 * @property {() => Promise<void>} stop
 *
 * @typedef {object} Workspace
 * @property {Awaited<ReturnType<typeof startServer>>} server
 * @property {() => Promise<{ key: string, label: string, uri?: string }[]>} runs
 * @property {(run: string, options?: Options) => Promise<Page>} openRun shows a run in a page of its own
 * @property {() => Promise<void>} close
 *
 * @typedef {{ theme?: import('./themes.mjs').Theme, step?: number, size?: { width: number, height: number },
 *   zoom?: number }} Options `zoom`: as of a browser, 2 for 200 %: half the pixels of the size, drawn twice as large
 */

/** @returns {Promise<PageHost>} */
export async function startPageHost({ dist = path.join(root, 'dist') } = {}) {
  const files = createServer((request, response) => serve(dist, request, response));
  await new Promise(resolve => files.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${/** @type {import('node:net').AddressInfo} */ (files.address()).port}`;
  const browser = await chromium.launch({
    executablePath: await ensureChromium(),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--no-first-run',
      '--disable-background-networking',
      // With the page that `pageOpener` keeps open: one process for all pages, which has compiled the script once.
      '--process-per-site',
    ],
  });
  const newPage = pageOpener(browser, address);
  /** @type {(() => Promise<void>)[]} */
  const closings = [];
  return {
    openFolder: (folder, options) => openFolder(folder, { ...options, newPage, address, dist }),
    newContext: options => browser.newContext({ reducedMotion: 'reduce', ...options }),
    onStop: close => void closings.push(close),
    async stop() {
      await Promise.all(closings.map(close => close()));
      await browser.close();
      await new Promise(resolve => files.close(resolve));
    },
  };
}

/**
 * Opens pages one after the other, which is cheap: a browser starts a process for the first page of a site, and keeps it as long as one is
 * open. Pages of one zoom share a context.
 */
function pageOpener(browser, address) {
  const contexts = new Map();
  const newContext = async zoom => {
    const context = await browser.newContext({ deviceScaleFactor: zoom, reducedMotion: 'reduce' });
    await (await context.newPage()).goto(`${address}/kept`);
    return context;
  };
  return async ({ width, height }, zoom) => {
    if (!contexts.has(zoom)) contexts.set(zoom, newContext(zoom));
    const page = await (await contexts.get(zoom)).newPage();
    await page.setViewportSize({ width: Math.round(width / zoom), height: Math.round(height / zoom) });
    return page;
  };
}

const types = { '.css': 'text/css', '.js': 'text/javascript' };

function serve(dist, request, response) {
  const { pathname } = new URL(request.url ?? '/', 'http://127.0.0.1');
  const [folder, name] = [path.dirname(pathname), path.basename(pathname)];
  const answer = (type, body, headers = {}) => {
    response.writeHead(200, { 'content-type': `${type}; charset=utf-8`, ...headers });
    response.end(body);
  };
  if (pathname === '/' || pathname === TRANSLATED)
    answer('text/html', html(pathname === TRANSLATED), { 'content-security-policy': policy('test') });
  else if (pathname === '/kept') answer('text/html', '<!doctype html><title>Kept open</title>');
  else if (folder === '/theme') answer('text/css', themeStyle(path.parse(name).name));
  else if (types[path.extname(name)])
    answer(types[path.extname(name)], readFileSync(path.join(dist, name)), { 'cache-control': 'max-age=3600' });
  else {
    response.writeHead(204);
    response.end();
  }
}

/** The path of the page in another language. */
const TRANSLATED = '/translated';

// As client/src/replay/page/pageHtml.ts writes it.
function html(isTranslated) {
  const translation = isTranslated ? pseudoTranslation() : undefined;
  const data = JSON.stringify(translation)?.replaceAll('<', '\\u003c');
  return `<!doctype html><html lang="${translation?.language ?? 'en'}"><head><meta charset="utf-8"><title>Trace Replay</title>
<link id="theme" rel="stylesheet" href="/theme/dark.css"><link rel="stylesheet" href="/replay.css"></head>
<body class="vscode-dark"><div id="replay"></div>
${data === undefined ? '' : `<script type="application/json" id="agentEnvelopesTranslation">${data}</script>`}
<script nonce="test" src="/replay.js"></script></body></html>`;
}

async function openFolder(folder, { isTranslated = false, newPage, address, dist }) {
  const options = isTranslated ? { translation: pseudoTranslation() } : {};
  const server = await startServer(path.join(dist, 'server.js'), folder, options);
  await server.until(({ reading }) => !reading);
  return {
    server,
    async runs(filter = '') {
      const view = { group: 'none', sort: 'newest', filter };
      const { nodes } = await server.ask('agentEnvelopes/runs/nodes', { view });
      return nodes.filter(node => node.run).map(({ run, label }) => ({ key: run, label }));
    },
    openRun: (run, options = {}) =>
      openRun(run, options, { newPage, address: isTranslated ? `${address}${TRANSLATED}` : address, server }),
    close: () => server.stop(),
  };
}

/** Answers the page as the extension does, and keeps what else it says in `window.told`. */
async function openRun(
  run,
  { theme = 'dark', step, size = { width: 1240, height: 780 }, zoom = 1 },
  { newPage, address, server },
) {
  const page = await newPage(size, zoom);
  page.setDefaultTimeout(60_000);
  const faults = [];
  page.on('pageerror', error => faults.push(String(error)));
  page.on('console', message => message.type() === 'error' && faults.push(message.text()));
  const tell = message => page.evaluate(data => window.postMessage(data, '*'), message);
  await page.exposeFunction('askHost', async ({ id, question, params }) => {
    try {
      const value = await server.ask('agentEnvelopes/replay', { run: page.run, question, params });
      // Of other questions null says that there is no such run.
      const isGone = value === null && question !== 'why' && question !== 'next';
      return isGone ? { type: 'failed', id, message: 'This run no longer exists.' } : { type: 'answer', id, value };
    } catch (error) {
      return { type: 'failed', id, message: error.message };
    }
  });
  await page.addInitScript(
    ({ run, step }) => {
      window.told = [];
      window.asked = [];
      window.answered = 0;
      let state;
      window.acquireVsCodeApi = () => ({
        postMessage(message) {
          if (message.type === 'ask') {
            window.asked.push(message.question);
            void window.askHost(message).then(answer => {
              window.answered++;
              window.postMessage(answer, '*');
            });
          } else window.told.push(message);
          if (message.type === 'ready')
            window.postMessage({ type: 'show', run, ...(step !== undefined && { step }) }, '*');
        },
        getState: () => state,
        setState(kept) {
          state = kept;
          window.kept = kept;
        },
      });
    },
    { run, step },
  );
  page.run = run;
  page.faults = faults;
  page.tell = tell;
  // Whatever is news, as often as there is any.
  page.once(
    'close',
    server.listen(() => void tell({ type: 'changed' }).catch(() => {})),
  );
  await page.goto(address);
  if (theme !== 'dark') await setTheme(page, theme);
  await page.locator('[data-testid=step-count], [data-testid=nothing]').first().waitFor();
  return page;
}

/** Changes the colours, as VS Code does it: other variables, another class of the body. */
export async function setTheme(page, theme) {
  await page.evaluate(
    ({ name, className }) => {
      const link = document.getElementById('theme');
      return new Promise(resolve => {
        link.addEventListener('load', resolve, { once: true });
        link.href = `/theme/${name}.css`;
        document.body.className = className;
      });
    },
    { name: theme, className: bodyClasses[theme] },
  );
}

const bodyClasses = {
  dark: 'vscode-dark',
  light: 'vscode-light',
  contrast: 'vscode-high-contrast',
  contrastLight: 'vscode-high-contrast-light vscode-high-contrast',
};
