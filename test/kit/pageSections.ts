/** A piece of a rule's page: prose, or a labelled block. */
export type PageSection = { text: string } | PageBlock;

export interface PageBlock {
  label: PageLabel;
  /** The label stands right before it. */
  isFirst: boolean;
  /** The name of the file that it shows. */
  name: string;
  language: string;
  fence: string;
  /** Source lines and drawn problems. */
  content: string;
}

export type PageLabel = 'Good' | 'Bad' | 'Fixed' | 'Catalogue' | 'Protocol';

/** Takes a page apart at its blocks. What follows no label is prose, blocks included. */
export function pageSections(text: string): PageSection[] {
  const sections: PageSection[] = [];
  let label: PageLabel | undefined;
  let end = 0;
  for (const { index, 0: whole, 1: fence = '', 2: language = '', 3: content = '' } of text.matchAll(BLOCK)) {
    const before = text.slice(end, index);
    const paragraph =
      before
        .trim()
        .split(/\n\s*\n/)
        .at(-1) ?? '';
    const labelled = LABEL.exec(paragraph)?.[1] as PageLabel | undefined;
    // Prose of more than a paragraph ends what the label before began.
    label = labelled ?? (before.trim() === paragraph ? label : undefined);
    sections.push({ text: before });
    const name = FILE_NAME.exec(paragraph)?.[1] ?? DEFAULT_NAMES[language] ?? `example.${language}`;
    sections.push(
      label === undefined
        ? { text: whole }
        : { label, isFirst: labelled !== undefined, name, language, fence, content },
    );
    end = index + whole.length;
  }
  return [...sections, { text: text.slice(end) }];
}

export function isBlock(section: PageSection): section is PageBlock {
  return 'label' in section;
}

/** The page of these sections. */
export function joinSections(sections: readonly PageSection[]): string {
  return sections.map(one => (isBlock(one) ? blockText(one) : one.text)).join('');
}

function blockText({ fence, language, content }: PageBlock): string {
  return `${fence}${language}\n${content}\n${fence}`;
}

const BLOCK = /^(`{3,})(\w+)\n([\s\S]*?)\n\1$/gm;
const LABEL = /^\*\*(Good|Bad|Fixed|Catalogue|Protocol):\*\*/;
// `a.json` alone in its paragraph, or "in `a.json`".
const FILE_NAME = /(?:^|\bin )`([\w./-]+\.(?:jsonc?|jsonl|md))`/;
const DEFAULT_NAMES: Readonly<Record<string, string>> = {
  json: 'example.json',
  jsonl: 'example.jsonl',
  markdown: 'specs/012-invoice-export/.workflow/state.md',
};
