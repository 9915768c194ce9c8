import type { Part } from '../model/part';
import type { SourceFile } from '../model/text';
import { parseMarkdown } from '../text/markdown';
import { blockParts } from './blockParts';
import { jsonParts } from './jsonParts';
import { lineParts } from './lineParts';
import { rootPart } from './rootPart';

/**
 * The parts of a file: of JSON its root, or each element of a root array; of JSONL each line, blank ones too; of Markdown
 * each fenced block of JSON (and each line of a fenced block of JSONL). What is broken in one hides no other.
 */
export function split(file: SourceFile): Part[] {
  switch (file.lang) {
    case 'json':
    case 'jsonc':
      return jsonParts(file);
    case 'jsonl':
      return lineParts(file);
    case 'markdown':
      return markdownParts(file);
  }
}

function markdownParts(file: SourceFile): Part[] {
  if (!file.lines.some(line => FENCE.test(line))) return [];
  const root = rootPart(file, 'markdown');
  return blockParts(root, parseMarkdown(root.text));
}

// Parsing is dear where a folder full of documents is walked.
const FENCE = /(```|~~~)\s*(json|ndjson)/i;
