// Collects the licences of the packages in the bundles, which have to be distributed with the code.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Refusal, root } from './command.mjs';

/** A list of the packages whose code the compiled schemas contain, in the folder of the generated files. */
export const SCHEMA_PACKAGES = 'server/src/generated/packages.json';

/**
 * The packages whose code is in bundles.
 * @param {readonly import('esbuild').Metafile[]} metafiles
 * @returns {string[]} sorted
 */
export function bundledPackages(metafiles) {
  const names = new Set();
  for (const { outputs } of metafiles) {
    for (const { inputs } of Object.values(outputs)) {
      for (const [file, { bytesInOutput }] of Object.entries(inputs)) {
        if (bytesInOutput === 0) continue;
        const name = packageOf(file);
        if (name) names.add(name);
        if (file.startsWith(SECRET_RULES)) names.add(SECRET_RULES);
        const derived = SCHEMAS_OF[/^protocols\/([\w-]+)\.agent-protocol\.json$/.exec(file)?.[1]];
        if (derived) names.add(derived.name);
        // These contain bundled packages.
        if (file.startsWith('server/src/generated/')) for (const one of schemaPackages()) names.add(one);
      }
    }
  }
  return [...names].sort();
}

/** The innermost package of node_modules that contains a file. */
export function packageOf(file) {
  return /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(file.replaceAll('\\', '/'))?.[1];
}

function schemaPackages() {
  return JSON.parse(readFileSync(path.join(root, SCHEMA_PACKAGES), 'utf8'));
}

/**
 * The notices that the licences require: each package with its author, and each licence text once.
 * @param {readonly string[]} names
 * @param {(name: string) => Package} [read]
 * @throws {Refusal} where a package has no redistributable licence
 */
export function notices(names, read = readPackage) {
  const byText = new Map();
  for (const name of names) {
    const { title, text } = noticeOf(name, read(name));
    byText.set(text, [...(byText.get(text) ?? []), title]);
  }
  const groups = [...byText].map(([text, titles]) => `${titles.join('\n')}\n\n${text}`);
  return `Agent Envelopes contains code of these packages, under these licences.\n\n${groups.join(`\n\n${RULE}\n\n`)}\n`;
}

const RULE = '='.repeat(40);

/** @typedef {{ version: string, license?: string, author?: string | { name: string }, text?: string }} Package */

/** @param {Package} read */
function noticeOf(name, { version, license, author, text }) {
  const title = `${name === SECRET_RULES ? 'gitleaks (config/gitleaks.toml)' : name} ${version} (${license})`;
  if (license === 'MIT') return { title: [title, ...holders(name, text, author)].join('\n  '), text: MIT };
  if (license && license in BRIEF) return { title, text: BRIEF[license] };
  if (license && text !== undefined) return { title, text: text.replaceAll('\r', '').trim() };
  const lacks = license ? `no file with its licence (${license})` : 'no licence';
  throw new Refusal(`The build stopped: the package ${name} has ${lacks}, so its code can't be passed on.`);
}

/** The lines before the standard text of a licence: the copyright holders. */
function holders(name, text, author) {
  const by = typeof author === 'string' ? author : author?.name;
  const [before, , end] = (text ?? `Copyright (c) ${by ?? ''}\n${MIT}`).split(/(Permission is hereby granted)/);
  const lines = before
    .split(/\s*\n\s*/)
    .filter(line => /\w/.test(line) && !/^\W*(the )?mit( license)?\W*( \(mit\))?\W*$/i.test(line));
  if (end !== undefined && lines.some(line => /copyright .*\w/i.test(line))) return lines;
  throw new Refusal(`The build stopped: the MIT licence of the package ${name} does not say whose it is.`);
}

// The full text of this licence is twenty times as long as the attribution that it requires: the author, and a link to
// the licence.
const BRIEF = { 'CC-BY-4.0': 'Copyright (c) Microsoft Corporation\nhttps://creativecommons.org/licenses/by/4.0/' };

/**
 * A package that has no file with its licence, as its sources have, has one in tools/licences/.
 *
 * @returns {Package}
 */
function readPackage(name) {
  if (name === SECRET_RULES) return readSecretRules();
  const derived = Object.values(SCHEMAS_OF).find(one => one.name === name);
  if (derived) return { ...derived, text: readFileSync(licenceFile(name), 'utf8') };
  const folder = folderOf(name);
  const { version, license, author } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
  const file = readdirSync(folder).find(one => /^licen[cs]e(-mit)?(\.(md|txt))?$/i.test(one));
  const licence = file ? path.join(folder, file) : licenceFile(name);
  return { version, license, author, ...(existsSync(licence) && { text: readFileSync(licence, 'utf8') }) };
}

/** The folder of an installed package, which may lie within that of the only one that depends on it. */
function folderOf(name) {
  const all = path.join(root, 'node_modules');
  const outer = existsSync(path.join(all, name))
    ? []
    : readdirSync(all).map(one => path.join(all, one, 'node_modules', name));
  return outer.find(folder => existsSync(folder)) ?? path.join(all, name);
}

function licenceFile(name) {
  return path.join(root, 'tools', 'licences', `${name.replace('/', '+')}.txt`);
}

/** This file is derived from gitleaks. */
const SECRET_RULES = 'server/src/runs/redaction/secretRules/gitleaks.json';

/** The packages whose schemas are in declarations of protocols, by the ids of these. */
const SCHEMAS_OF = JSON.parse(readFileSync(path.join(root, 'tools', 'licences', 'protocols.json'), 'utf8'));

/** @returns {Package} */
function readSecretRules() {
  const folder = path.join(root, path.dirname(SECRET_RULES));
  const { version, license } = JSON.parse(readFileSync(path.join(folder, 'notice.json'), 'utf8'));
  return { version, license, text: readFileSync(path.join(folder, 'LICENSE'), 'utf8') };
}

const MIT = readFileSync(path.join(root, 'LICENSE'), 'utf8')
  .split(/\n\s*\n/)
  .slice(2)
  .join('\n\n');
