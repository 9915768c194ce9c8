import type { Markdown } from '../model/markdown';
import type { Part } from '../model/part';
import type { SourceFile } from '../model/text';
import { parseMarkdown } from '../text/markdown/parseMarkdown';
import { blockParts } from './blockParts';
import { jsonParts } from './jsonParts';
import { lineParts } from './lineParts';
import { rootPart } from './rootPart';

/**
 * The parts of a file: for JSON its root, each element of a root array, or each of several objects one behind another; for
 * JSONL each line, including blank ones; for Markdown each fenced JSON block (and each line of a fenced JSONL block). A syntax
 * error in one part hides no other part.
 */
export function splitIntoParts(file: SourceFile, markdown?: MarkdownFile): Part[] {
  switch (file.lang) {
    case 'json':
    case 'jsonc':
      return jsonParts(file);
    case 'jsonl':
      return lineParts(file);
    case 'markdown':
      return markdownParts(file, markdown);
  }
}

function markdownParts(file: SourceFile, markdown: MarkdownFile | undefined): Part[] {
  const { root, blocks } = markdown ?? markdownFile(file);
  return blockParts(root, blocks);
}

/** A Markdown file as a part, and its blocks. */
export interface MarkdownFile {
  root: Part;
  blocks: Markdown;
}

/** @param before the file's blocks before an edit */
export function markdownFile(file: SourceFile, before?: Markdown): MarkdownFile {
  const root = rootPart(file, 'markdown');
  return { root, blocks: parseMarkdown(root.text, before) };
}
