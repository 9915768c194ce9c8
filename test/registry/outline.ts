/** A section of a registry. */
export interface OutlinedSection {
  heading: string;
  blocks: Block[];
}

export interface Block {
  /** The enclosing heading of level 3. */
  subsection?: string;
  tables: { header: string[]; rows: string[][] }[];
  bullets: [name: string, value: string][];
  legends: { name: string; words: string[] }[];
}

/** The sections of a registry, read line by line: sufficient if no cell contains a pipe. */
export function outline(text: string): OutlinedSection[] {
  const sections: OutlinedSection[] = [];
  let before = '';
  for (const line of text.split('\n')) {
    const heading = /^(##|###) (.+)$/.exec(line);
    if (heading?.[1] === '##') sections.push({ heading: heading[2] as string, blocks: [block()] });
    const section = sections.at(-1);
    if (heading?.[1] === '###') section?.blocks.push(block(heading[2]));
    const last = section?.blocks.at(-1);
    if (last && !heading) readLine(line, before, last);
    before = line;
  }
  return sections;
}

function block(subsection?: string): Block {
  return { ...(subsection && { subsection }), tables: [], bullets: [], legends: [] };
}

function readLine(line: string, before: string, { tables, bullets, legends }: Block): void {
  const bullet = /^- \*\*(.+?)\*\*: (.*)$/.exec(line);
  const legend = /^\*\*(.+?)\*\*: (.*`.*)$/.exec(line);
  if (bullet) bullets.push([bullet[1] as string, bullet[2] as string]);
  else if (legend) {
    const words = [...(legend[2] as string).matchAll(/`([^`]+)`/g)].map(match => match[1] as string);
    legends.push({ name: legend[1] as string, words });
  } else if (/^\|[-| ]+\|$/.test(line)) tables.push({ header: cellsOf(before), rows: [] });
  else if (line.startsWith('|') && tables.length > 0) {
    // A table begins at its delimiter row; the line before it is the header.
    if (before.startsWith('|')) tables.at(-1)?.rows.push(cellsOf(line));
  }
}

function cellsOf(row: string): string[] {
  return row
    .replace(/^\||\|$/g, '')
    .split('|')
    .map(cell => cell.trim());
}
