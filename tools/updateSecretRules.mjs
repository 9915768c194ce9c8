// node tools/updateSecretRules.mjs [FILE]
// Writes server/src/runs/redaction/secretRules/, by which secrets are found, from the rules of the program gitleaks: of the pinned release, or of
// a local config/gitleaks.toml.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Refusal, root, runAsScript } from './command.mjs';
import { asJavaScript, nearAndSecret } from './secretRulePattern.mjs';

const VERSION = '8.30.1';
const SOURCE = `https://raw.githubusercontent.com/gitleaks/gitleaks/v${VERSION}`;
const folder = path.join(root, 'server', 'src', 'runs', 'redaction', 'secretRules');

/** Rules left out, each with the reason. Rules that check a file's name are left out as well: a value has none. */
const LEFT_OUT = new Map([
  ['generic-api-key', 'reports every long value beside a word such as "key"; our own names are more exact'],
  ['private-key', 'ours also covers a key that is cut off'],
  ['curl-auth-header', 'takes quadratic time; ours covers the header without the command'],
  ['curl-auth-user', 'takes quadratic time; ours covers `-u name:password` of any command'],
  ['kubernetes-secret-yaml', 'takes quadratic time'],
  ['jwt', 'ours covers JSON in base64 of any shape'],
  ['jwt-base64', 'what is encoded is decoded before it is looked at'],
  ['microsoft-teams-webhook', 'begins with what every address begins with; ours is anchored at its host'],
  ['sidekiq-sensitive-url', 'ours covers passwords in every address'],
]);

/** The rules of a gitleaks configuration, each as one line of JSON. */
export function convertedRules(toml) {
  const rules = [];
  for (const { id, regex, path: file, entropy, keywords = [], secretGroup } of rulesIn(toml)) {
    if (LEFT_OUT.has(id) || file !== undefined || regex === undefined) continue;
    const near = nearAndSecret(regex);
    const words = keywords.map(word => word.toLowerCase());
    rules.push({
      // A vendor's name usually equals its keyword.
      ...(words.join() !== near?.near && { keywords: words }),
      ...(near ?? asJavaScript(regex)),
      ...(entropy !== undefined && { entropy }),
      ...(secretGroup !== undefined && { group: near ? secretGroup - near.groups : secretGroup }),
    });
  }
  return rules.map(({ groups: _, ...rule }) => rule);
}

/** Parses the subset of TOML in that file: tables of strings, numbers and lists of strings. */
function rulesIn(toml) {
  const rules = [];
  let table;
  const assignments =
    /^(\[\[?[\w.]+\]\]?)|^(\w+) = ('''[\s\S]*?'''|"(?:[^"\\]|\\.)*"|[\d.]+|\[(?:[^\]"']|"(?:[^"\\]|\\.)*"|'''[\s\S]*?''')*\])/gm;
  for (const [, header, name, value] of toml.matchAll(assignments)) {
    if (header) {
      table = header === '[[rules]]' ? {} : undefined;
      if (table) rules.push(table);
    } else if (table) table[name] = tomlValue(value);
  }
  return rules;
}

function tomlValue(text) {
  if (text.startsWith("'''")) return text.slice(3, -3);
  if (text.startsWith('[')) return [...text.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, one]) => JSON.parse(`"${one}"`));
  return JSON.parse(text);
}

async function fetchText(url) {
  const answer = await fetch(url);
  if (!answer.ok) throw new Refusal(`${url} answers ${answer.status}.`);
  return answer.text();
}

await runAsScript(import.meta.url, async () => {
  const [file] = process.argv.slice(2);
  const toml = file ? readFileSync(file, 'utf8') : await fetchText(`${SOURCE}/config/gitleaks.toml`);
  const lines = convertedRules(toml).map(rule => `  ${JSON.stringify(rule)}`);
  writeFileSync(path.join(folder, 'gitleaks.json'), `[\n${lines.join(',\n')}\n]\n`);
  if (!file) writeFileSync(path.join(folder, 'LICENSE'), await fetchText(`${SOURCE}/LICENSE`));
  const notice = {
    name: 'gitleaks (config/gitleaks.toml)',
    version: VERSION,
    license: 'MIT',
    homepage: 'https://github.com/gitleaks/gitleaks',
  };
  writeFileSync(path.join(folder, 'notice.json'), `${JSON.stringify(notice, undefined, 2)}\n`);
  process.stdout.write(`${lines.length} rules, ${LEFT_OUT.size} left out.\n`);
});
