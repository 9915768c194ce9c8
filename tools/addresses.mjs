// The public addresses of the project. The one place that has them is `repository` in package.json; the others follow from it.

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
