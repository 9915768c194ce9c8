// The README as the extension's page in an editor shows it. That page resolves no relative address, and shows no picture
// that is not on the web: VS Code removes all others, data URIs too.

/**
 * Makes a README independent of the files beside it: its first picture becomes text, other pictures and the addresses of
 * relative links are left out.
 * @param {string} readme Markdown
 * @param {string} shown what stands for the first picture, as plain text
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
