// node tools/setup.mjs
// Installs what the other scripts need: packages, a VS Code without a desktop, a browser. They run it themselves.
// Uses only built-in modules of Node: this runs before `npm ci`.
import { copyFileSync, existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Refusal, root, run, runAsScript, runNpm, say } from './command.mjs';
import { ensureCodeServer } from './installCodeServer.mjs';

const oldestNode = 20;

/** Installs the packages of package-lock.json, unless they are installed. */
export async function ensureDependencies() {
  ensureNode();
  if (dependenciesAreInstalled()) return;
  say('Installing packages (npm ci)…');
  // The user's NODE_ENV or npm configuration may omit the development packages; everything here needs them. The script `prepare` would build the
  // command line, which whoever calls this builds next.
  await runNpm(['ci', '--include=dev', '--ignore-scripts'], 'The packages');
}

/**
 * Installs some packages of package.json with their dependencies, in the versions of package-lock.json; keeps all
 * installed ones.
 * @param {readonly string[]} names
 */
export async function ensurePackages(names) {
  ensureNode();
  if (names.every(name => existsSync(path.join(root, 'node_modules', name, 'package.json')))) return;
  say('Installing what the command line is built of…');
  const folder = mkdtempSync(path.join(root, '.install-'));
  try {
    const manifest = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
    writeFileSync(path.join(folder, 'package.json'), JSON.stringify(withoutOthers(manifest, names)));
    copyFileSync(path.join(root, 'package-lock.json'), path.join(folder, 'package-lock.json'));
    await runNpm(['ci', '--omit=dev', '--ignore-scripts'], 'The packages', { cwd: folder });
    rmSync(path.join(root, 'node_modules'), { recursive: true, force: true });
    renameSync(path.join(folder, 'node_modules'), path.join(root, 'node_modules'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A manifest with only the named packages as dependencies: all others become development ones. */
export function withoutOthers(manifest, names) {
  const all = Object.entries(manifest.devDependencies);
  const some = wanted => Object.fromEntries(all.filter(([name]) => names.includes(name) === wanted));
  return { ...manifest, scripts: {}, dependencies: some(true), devDependencies: some(false) };
}

/**
 * The path of a Chromium or Chrome: the one in CHROMIUM, an installed one, or Debian's, installed now.
 * @returns {Promise<string>}
 */
export async function ensureChromium() {
  const named = process.env.CHROMIUM;
  if (named) {
    if (existsSync(named)) return named;
    throw new Refusal(`CHROMIUM names ${named}, which does not exist.`);
  }
  const installed = (await installedChromium()) ?? (await installDebianChromium());
  if (installed) return installed;
  throw new Refusal(
    'A Chromium is missing: install Chromium or Chrome, or run `npx playwright-core install chromium`, or name one in the variable CHROMIUM.',
  );
}

/** The first file of this name on PATH. */
export function onPath(name) {
  const endings = process.platform === 'win32' ? ['.exe', '.cmd'] : [''];
  const folders = (process.env.PATH ?? '').split(path.delimiter).filter(Boolean);
  return folders.flatMap(folder => endings.map(ending => path.join(folder, name + ending))).find(existsSync);
}

function ensureNode() {
  if (Number.parseInt(process.versions.node, 10) >= oldestNode) return;
  throw new Refusal(
    `Node.js ${oldestNode} or newer is missing: this is ${process.versions.node}. See https://nodejs.org.`,
  );
}

/**
 * Compares versions, not times: a checkout updates package-lock.json without changing it, and `npm install` writes it a
 * moment after the list in node_modules. Optional packages may be absent: they are for other platforms.
 */
function dependenciesAreInstalled() {
  const wanted = lockedPackages('package-lock.json');
  const present = lockedPackages('node_modules/.package-lock.json');
  if (!wanted || !present) return false;
  return Object.entries(wanted).every(([place, { version, optional }]) => {
    if (place === '') return true; // the repository itself
    return present[place] ? present[place].version === version : optional === true;
  });
}

function lockedPackages(file) {
  try {
    return JSON.parse(readFileSync(path.join(root, file), 'utf8')).packages;
  } catch {
    return undefined;
  }
}

async function installedChromium() {
  const names = ['chromium', 'google-chrome', 'google-chrome-stable', 'chromium-browser', 'chrome'];
  const places = [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    `${process.env.PROGRAMFILES}\\Google\\Chrome\\Application\\chrome.exe`,
  ];
  const found = names.map(onPath).find(Boolean) ?? places.find(existsSync);
  if (found) return found;
  const { chromium } = await import('playwright-core');
  return [chromium.executablePath()].find(existsSync);
}

async function installDebianChromium() {
  if (!existsSync('/etc/debian_version') || process.getuid?.() !== 0 || !onPath('apt-get')) return undefined;
  say('Installing Chromium (apt-get)…');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const quiet = { env, stdio: ['ignore', 'ignore', 'inherit'] };
  await run('apt-get', ['update', '-qq'], quiet);
  // Without a font the workbench has no text.
  await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium', 'fonts-dejavu-core'], quiet);
  return onPath('chromium');
}

await runAsScript(import.meta.url, async () => {
  await ensureDependencies();
  await ensureCodeServer();
  await ensureChromium();
});
