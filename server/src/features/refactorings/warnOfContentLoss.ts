import { createScanner } from 'jsonc-parser';
import { t } from '../../shared/l10n';
import { type JsonNode, jsonTree } from '../../text/json/parseJson';

/** Returns a warning for each sort of content that a JSON text loses when it is parsed and written again: comments, and duplicate names. */
export function warnOfContentLoss(text: string): string[] {
  const root = jsonTree(text);
  const repeated = new Set(root ? repeatedNames(root) : []);
  return [...commentLoss(text), ...[...repeated].map(name => t`"${name}" occurs twice: only the last one is kept.`)];
}

/** Returns the losses of JSON whose tokens are kept: only comments. */
export function commentLoss(text: string): string[] {
  return text.includes('/') && hasComments(text) ? [t`Its comments are not kept.`] : [];
}

function hasComments(text: string): boolean {
  const scanner = createScanner(text, false);
  for (let kind = scanner.scan(); scanner.getTokenLength() > 0; kind = scanner.scan()) {
    if (kind === LINE_COMMENT || kind === BLOCK_COMMENT) return true;
  }
  return false;
}

const LINE_COMMENT = 12;
const BLOCK_COMMENT = 13;

function repeatedNames({ type, children = [] }: JsonNode): string[] {
  const within = children.flatMap(repeatedNames);
  if (type !== 'object') return within;
  const names = children.map(({ children: [key] = [] }) => String(key?.value));
  return [...within, ...names.filter((name, index) => names.indexOf(name) < index)];
}
