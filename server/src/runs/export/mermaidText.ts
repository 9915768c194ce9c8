/**
 * A text of a file as Mermaid shows it, in one line and not too long: nothing in it is read as Mermaid, Markdown, HTML,
 * a formula or an entity.
 */
export function mermaidText(text: string, longest: number): string {
  const line = text.replace(UNSEEN, ' ').replace(/\s+/g, ' ').trim();
  const characters = [...line];
  const short = characters.length > longest ? `${characters.slice(0, longest - 1).join('')}…` : line;
  return short.replace(READ, character => `#${character.charCodeAt(0)};`);
}

/** Controls, lone surrogates, and what reorders or hides text; not the joiners of emoji and scripts. */
const UNSEEN = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}]|(?![\u200c\u200d])\p{Cf}/gu;

// Entities and statements, directives and comments, formulas, `nowrap:`, HTML. Mermaid's entities begin with `#`.
const READ = /[#;:<>"'`&%{}$\\]/g;
