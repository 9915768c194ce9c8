// npm run release -- major|minor|patch
// Makes a release of this checkout: writes the next version into package.json, package-lock.json and CHANGELOG.md, commits, and tags the
// commit. Pushing the tag publishes (.github/workflows/release.yml).
// node tools/release.mjs --notes VERSION
// Prints what CHANGELOG.md says of a version.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Refusal, root, runAsScript, runNpm, say } from './command.mjs';

const STEPS = ['major', 'minor', 'patch'];
const UNRELEASED = '## Unreleased';

/**
 * The changelog with what is unreleased under a version; a new, empty section for what comes next is above it.
 * @param {string} text
 * @param {string} version
 * @param {string} date as 2026-11-27
 */
export function releasedChangelog(text, version, date) {
  if (changesOf(text, 'Unreleased') === '')
    throw new Refusal(
      `CHANGELOG.md says nothing under "${UNRELEASED}": a release needs a line for each thing a user notices.`,
    );
  return text.replace(`${UNRELEASED}\n`, `${UNRELEASED}\n\n## ${version} (${date})\n`);
}

/** What a changelog says of a version, without its heading; empty if it says nothing. */
export function changesOf(text, version) {
  const lines = text.split('\n');
  const start = lines.findIndex(line => /^## (\S+)/.exec(line)?.[1] === version);
  if (start < 0) return '';
  const length = lines.slice(start + 1).findIndex(line => line.startsWith('## '));
  return lines
    .slice(start + 1, length < 0 ? undefined : start + 1 + length)
    .join('\n')
    .trim();
}

async function release(step) {
  if (!STEPS.includes(step)) throw new Refusal(`Say what kind of release it is: npm run release -- ${STEPS.join('|')}`);
  if (git('status', '--porcelain') !== '')
    throw new Refusal('There are changes that are not committed. Commit them first.');
  const changelog = path.join(root, 'CHANGELOG.md');
  const before = readFileSync(changelog, 'utf8');
  // Refuses before anything is written.
  releasedChangelog(before, '', '');
  await runNpm(['version', step, '--no-git-tag-version'], 'The version');
  const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  writeFileSync(changelog, releasedChangelog(before, version, new Date().toISOString().slice(0, 10)));
  git('add', 'package.json', 'package-lock.json', 'CHANGELOG.md');
  git('commit', '--quiet', '--message', `Version ${version}`);
  git('tag', '--annotate', `v${version}`, '--message', `Version ${version}`);
  say(`Version ${version} is committed and tagged. To publish it: git push --follow-tags`);
}

function printNotes(version) {
  const changes = changesOf(readFileSync(path.join(root, 'CHANGELOG.md'), 'utf8'), version);
  if (changes === '') throw new Refusal(`CHANGELOG.md says nothing of version ${version}.`);
  say(changes);
}

function git(...args) {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
}

await runAsScript(import.meta.url, async () => {
  const [first, version = ''] = process.argv.slice(2);
  if (first === '--notes') printNotes(version.replace(/^v/, ''));
  else await release(first ?? '');
});
