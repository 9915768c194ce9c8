// node test/bench/redaction.mjs
// How many planted secrets redaction covers, beside what gitleaks and secretlint find in the same file, a secret a line. Needs the build.
// gitleaks' rules are also run as they are kept here, without what else redaction does. Of the two it runs those that it finds: `gitleaks` on the path; `secretlint` with its recommended rules in the folder that
// SECRETLINT names, made by `npm install secretlint @secretlint/secretlint-rule-preset-recommend`.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { root } from '../../tools/command.mjs';
import { plantedRuns, plantedSecrets, survivorsIn } from '../hostile/redaction/plantedSecrets.mjs';
import { bundle } from './bundle.mjs';

const FORMATS = ['html', 'json', 'jsonl', 'otlp', 'atif', 'mermaid'];
const kinds = [...new Set(plantedSecrets.map(({ kind }) => kind))];
const folder = mkdtempSync(path.join(os.tmpdir(), 'agent-envelopes-redaction-'));
const [messages] = plantedRuns();

try {
  for (const { file, text } of plantedRuns()) writeFileSync(path.join(folder, file), text);
  row('covered or found', kinds, 'all');
  row(
    'planted',
    kinds.map(kind => countOf(plantedSecrets, kind)),
    plantedSecrets.length,
  );
  for (const { file } of plantedRuns())
    for (const format of FORMATS) report(`${file} as ${format}`, covered(file, format));
  report("gitleaks' rules, kept here", await keptRules());
  report('gitleaks', gitleaks());
  report('secretlint', secretlint());
} finally {
  rmSync(folder, { recursive: true });
}

/** @param {import('../hostile/redaction/plantedSecrets.mjs').PlantedSecret[] | string} found */
function report(name, found) {
  if (typeof found === 'string') console.log(`${name}: ${found}`);
  else
    row(
      name,
      kinds.map(kind => countOf(found, kind)),
      found.length,
    );
}

function countOf(some, kind) {
  return some.filter(planted => planted.kind === kind).length;
}

function row(name, cells, last) {
  console.log([name.padEnd(28), ...cells.map(cell => String(cell).padStart(9)), String(last).padStart(6)].join(''));
}

function covered(file, format) {
  const { stdout, status } = spawnSync(
    process.execPath,
    [
      path.join(root, 'dist', 'cli.js'),
      'replay',
      file,
      '--redact',
      '--redact-personal',
      '--redact-names',
      '--format',
      format,
      '--out',
      '-',
    ],
    { cwd: folder, encoding: 'utf8', maxBuffer: 2 ** 28 },
  );
  if (status !== 0) return 'the command line failed';
  const left = new Set(survivorsIn(stdout));
  return plantedSecrets.filter(planted => !left.has(planted));
}

async function keptRules() {
  const file = await bundle('server/src/runs/redaction/vendorSecrets.ts');
  const { vendorFinders } = createRequire(import.meta.url)(file);
  const lines = messages.text.split('\n');
  const finds = line => {
    const lower = line.toLowerCase();
    return vendorFinders.some(
      ({ keywords, find }) => keywords.some(keyword => lower.includes(keyword.toLowerCase())) && find(line).length > 0,
    );
  };
  return onLines(lines.flatMap((line, index) => (finds(line) ? [index + 1] : [])));
}

function gitleaks() {
  const report = path.join(folder, 'gitleaks.json');
  const { error } = spawnSync(
    'gitleaks',
    ['dir', path.join(folder, messages.file), '--report-format', 'json', '--report-path', report, '--exit-code', '0'],
    { stdio: 'ignore' },
  );
  if (error || !existsSync(report)) return 'is not on the path';
  return onLines(JSON.parse(readFileSync(report, 'utf8')).map(({ StartLine }) => StartLine));
}

function secretlint() {
  const installed = process.env.SECRETLINT ?? root;
  const program = path.join(installed, 'node_modules', 'secretlint', 'bin', 'secretlint.js');
  if (!existsSync(program)) return 'is not in the folder that SECRETLINT names';
  const settings = path.join(folder, '.secretlintrc.json');
  writeFileSync(settings, JSON.stringify({ rules: [{ id: '@secretlint/secretlint-rule-preset-recommend' }] }));
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [program, '--secretlintrc', settings, '--format', 'json', path.join(folder, messages.file)],
    { cwd: installed, encoding: 'utf8', maxBuffer: 2 ** 28 },
  );
  if (!stdout.trim()) return `failed: ${stderr.split('\n')[0]}`;
  return onLines(JSON.parse(stdout).flatMap(({ messages }) => messages.map(({ loc }) => loc.start.line)));
}

/** Each line of the file has one secret. */
function onLines(lines) {
  const found = new Set(lines);
  return plantedSecrets.filter((_, index) => found.has(index + 1));
}
