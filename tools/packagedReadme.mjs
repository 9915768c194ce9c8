// Adapts the README to the extension's page in an editor, as long as no public repository has its links and pictures. That page resolves no
// relative addresses, and VS Code removes all pictures that are not on the web, data URIs too.

/**
 * Makes a README independent of the files beside it: its first picture becomes text, other pictures and the addresses
 * of relative links are removed.
 * @param {string} readme Markdown
 * @param {string} shown the plain text that replaces the first picture
 * @returns {string} Markdown without relative addresses
 */
export function packagedReadme(readme, shown) {
  let pictures = 0;
  return readme
    .replace(/^!\[[^\]]*\]\((?!https:)[^)]+\)\n\n/gm, () =>
      pictures++ === 0 ? `\`\`\`\n${shown.trimEnd()}\n\`\`\`\n\n` : '',
    )
    .replace(/(?<!!)\[([^\]]+)\]\((?!https?:)[^)]+\)/g, '$1');
}
