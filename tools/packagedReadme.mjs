// The README as the extension's page in an editor shows it. That page resolves no relative address: a picture must be in the
// text itself, and a link to another file of the repository leads nowhere.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './command.mjs';

/** The picture that the page shows, small enough to be carried in the text. */
export const shownPicture = 'docs/images/problems.webp';

/**
 * Makes a README independent of the files beside it: one picture is embedded, others and their links are left out.
 * @param {string} readme Markdown
 * @param {(file: string) => Buffer} [read] the content of a file of the repository
 * @returns {string} Markdown without relative addresses
 */
export function packagedReadme(readme, read = file => readFileSync(path.join(root, file))) {
  return readme
    .replace(/^!\[([^\]]*)\]\(([^):]+)\)\n\n/gm, (_, alt, file) =>
      file === shownPicture ? `![${alt}](data:image/webp;base64,${read(file).toString('base64')})\n\n` : '',
    )
    .replace(/(?<!!)\[([^\]]+)\]\((?!https?:|data:)[^)]+\)/g, '$1');
}
