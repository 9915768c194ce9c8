// A real VS Code for tests: the server from tools/codeServer.mjs, shown in a Chromium that Playwright drives.
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { chromium } from 'playwright-core';
import { startCodeServer } from '../../tools/codeServer.mjs';
import { ensureChromium } from '../../tools/setup.mjs';

/**
 * @typedef {object} Host
 * @property {(where?: string, options?: OpenOptions) => Promise<import('playwright-core').Page>} open opens a folder in a new page
 * @property {(tests: HostTests) => Promise<number>} runTests runs a suite in the extension host; resolves to its exit code
 * @property {string} home the home folder of VS Code, empty at the start
 * @property {() => Promise<void>} stop
 *
 * @typedef {object} OpenOptions
 * @property {object} [settings] besides the quiet ones
 * @property {number} [worker] each has a browser of its own, since a page that opens takes the focus from the others of its browser, and
 *   with the focus go their lists and boxes
 * @property {boolean} [isApart] whether the page shares nothing with others: once one of two pages is closed, webviews of the other stay
 *   empty
 *
 * @typedef {object} HostTests
 * @property {string} [where] the folder to open
 * @property {string[]} extensions folders of extensions under development; VS Code wants at least one
 * @property {string} tests the module whose `run` is the suite: a file, not its folder
 * @property {string} [screenshot] where to draw the workbench after a failure
 * @property {(args: unknown[]) => void} [onLog] is given what the extension host logs
 */

/**
 * Starts VS Code and the browser.
 * @param {Parameters<typeof startCodeServer>[0]} [options]
 * @returns {Promise<Host>}
 */
export async function startHost(options = {}) {
  const executablePath = await ensureChromium();
  // Without this a built workbench ignores extensionTestsPath: no error, the tests just never start.
  const flags = ['--vscode-option', 'enable-smoke-test-driver'];
  const home = mkdtempSync(path.join(os.tmpdir(), 'agent-envelopes-home-'));
  const server = await startCodeServer({ ...options, flags, home });
  /** @type {Map<number, ReturnType<typeof startBrowser>>} by worker */
  const browsers = new Map();
  const browserOf = worker => {
    if (!browsers.has(worker)) browsers.set(worker, startBrowser(executablePath));
    return browsers.get(worker);
  };

  // A window reads the settings while it opens: the next one must not write its own meanwhile.
  let opening = Promise.resolve();
  const open = async (where, settings, worker, isApart) => {
    server.writeSettings(settings);
    const { browser, context } = await browserOf(worker);
    const page = await (isApart ? await newContext(browser) : context).newPage();
    page.workspaceFolder = where;
    page.setDefaultTimeout(60_000);
    await page.goto(server.address(where), { timeout: 60_000 });
    await page.waitForSelector('.monaco-workbench .part.statusbar', { timeout: 60_000 });
    // Until its themes are loaded the workbench is drawn in a stopgap's colours.
    await page.waitForSelector('.monaco-workbench[class*="vscode-theme-"]');
    // Beside another window, two of five such workspaces open without their folders, and stay so. The extension is not yet asked anything.
    while (where?.endsWith('.code-workspace') && !(await showsFolders(page))) await page.reload();
    return page;
  };

  return {
    home,
    open(where, { settings = {}, worker = 0, isApart = false } = {}) {
      const opened = opening.then(() => open(where, settings, worker, isApart));
      opening = opened.then(
        () => {},
        () => {},
      );
      return opened;
    },
    runTests: async tests => runTests((await browserOf(0)).context, server, tests),
    async stop() {
      await Promise.allSettled([...browsers.values()].map(async started => (await started).browser.close()));
      await server.stop();
      rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    },
  };
}

async function showsFolders(page) {
  const rows = page.locator('.explorer-folders-view .monaco-list-row');
  const none = page
    .locator('.explorer-viewlet, .sidebar')
    .getByText('You have not yet added a folder to the workspace');
  await rows.or(none).first().waitFor();
  return (await rows.count()) > 0;
}

async function startBrowser(executablePath) {
  const browser = await chromium.launch({ executablePath, args: browserArguments });
  return { browser, context: await newContext(browser) };
}

function newContext(browser) {
  return browser.newContext({
    viewport: { width: 1280, height: 800 },
    reducedMotion: 'reduce', // no half-faded widgets in pictures
    permissions: ['clipboard-read', 'clipboard-write'],
  });
}

const browserArguments = [
  '--no-sandbox', // as root, and in most containers, there is none
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

async function runTests(context, server, { where, extensions, tests, screenshot, onLog }) {
  const page = await context.newPage();
  const remote = file => `vscode-remote://127.0.0.1:${server.port}${path.resolve(file)}`;
  const payload = [
    ...extensions.map(folder => ['extensionDevelopmentPath', remote(folder)]),
    ['extensionTestsPath', remote(tests)],
    ['skipWelcome', 'true'],
  ];
  let end;
  const ended = new Promise(resolve => {
    end = resolve;
  });
  const tooLong = setTimeout(() => end(124), 300_000);
  page.on('crash', () => end(125));
  // The two functions by which the workbench speaks to whoever drives it.
  await page.exposeFunction('codeAutomationExit', code => end(code));
  await page.exposeFunction('codeAutomationLog', (_level, args) => onLog?.(args));
  await page.goto(server.address(where, payload));
  const code = await ended;
  clearTimeout(tooLong);
  // Little of the extension shows here, its host being gone; for pictures use the UI tests.
  if (code !== 0 && screenshot) await page.screenshot({ path: screenshot }).catch(() => {});
  await page.close();
  return code;
}
