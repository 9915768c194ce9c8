// node tools/addresses.mjs
// Checks the project's public addresses in package.json before npm publishes it, and refuses placeholders. Only `repository` is written by hand;
// the other addresses follow from it.

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Refusal, root, runAsScript } from './command.mjs';

/** The owner of the repository, as long as there is none: replace it in `repository.url` of package.json, then `npm run generate`. */
export const PLACEHOLDER = 'NO-PUBLIC-ADDRESS-YET';

/**
 * The addresses of a manifest that follow from its repository's.
 * @param {{ repository: { url: string } }} manifest
 * @returns {{ homepage: string, bugs: { url: string } }}
 */
export function addressesOf({ repository: { url } }) {
  const page = url.replace(/^git\+/, '').replace(/\.git$/, '');
  return { homepage: `${page}#readme`, bugs: { url: `${page}/issues` } };
}

/**
 * What keeps a manifest from being published, a sentence each.
 * @param {any} manifest
 * @returns {string[]}
 */
export function publicationFaults(manifest) {
  const { repository, homepage, bugs } = manifest;
  const faults = [];
  if (repository.url.includes(PLACEHOLDER))
    faults.push(
      `package.json: repository.url is a placeholder (${PLACEHOLDER}). Write the address of the public repository there, and run "npm run generate": homepage and bugs follow from it.`,
    );
  const expected = addressesOf(manifest);
  if (homepage !== expected.homepage || bugs.url !== expected.bugs.url)
    faults.push('package.json: homepage and bugs do not follow from repository.url. Run "npm run generate".');
  return faults;
}

/**
 * The same of the project's own manifest.
 * @returns {string[]}
 */
export function ownPublicationFaults() {
  return publicationFaults(JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')));
}

/**
 * The error that says so.
 * @param {readonly string[]} faults
 */
export function unpublishable(faults) {
  return new Refusal(`This can't be published:\n${faults.map(fault => `  ${fault}`).join('\n')}`);
}

await runAsScript(import.meta.url, () => {
  const faults = ownPublicationFaults();
  if (faults.length > 0) throw unpublishable(faults);
});
