import type {
  CompletionItem,
  DocumentSymbol,
  Hover,
  InsertTextFormat,
  InsertTextMode,
  SymbolInformation,
} from 'vscode-languageserver-types';
import type { Part, Span } from '../../model/text';
import { rangeOf } from '../../parts/positions';
import { partTree } from '../../parts/rootPart';
import { expandSnippet } from '../../slots/expandSnippet';
import { escapeSnippet } from '../../slots/schemaSnippet';
import { yamlCursor } from '../../slots/yamlCursor';
import { unescapeMarkdown } from '../../text/escapeMarkdown';
import { indentAt, indentUnit } from '../formatting';

const SNIPPET: InsertTextFormat = 2;
const AS_IS: InsertTextMode = 1;

type Inserted = Pick<CompletionItem, 'textEdit' | 'insertTextFormat' | 'insertTextMode' | 'additionalTextEdits'>;

/** Returns the LSP properties of a completion item that replaces a span of the text by a snippet, indented like the text around it. */
export function completionInsertion(part: Part, at: Span, snippet: string): Inserted {
  return {
    textEdit: { range: rangeOf(part, at), newText: indentSnippet(part, at.start, snippet) },
    insertTextFormat: SNIPPET,
    insertTextMode: AS_IS,
  };
}

/** Like `completionInsertion`, for a member of an object or array. Adds missing commas around the member where the notation needs them. */
export function memberInsertion(part: Part, at: Span, snippet: string): Inserted {
  if (part.lang === 'yaml' && !yamlCursor(part.text, at.start, partTree(part))?.isFlow)
    return completionInsertion(part, at, snippet);
  const before = commaBefore(part.text, at.start);
  const whole = (before === at.start ? ',' : '') + snippet + commaAfter(part.text, at.end);
  if (before === undefined || before === at.start) return completionInsertion(part, at, whole);
  const comma = { range: rangeOf(part, { start: before, end: before }), newText: ',' };
  return { ...completionInsertion(part, at, whole), additionalTextEdits: [comma] };
}

/** Adapts a snippet to the part's indentation and line prefixes. A tab in the snippet stands for one level. */
export function indentSnippet(part: Part, offset: number, snippet: string): string {
  const unit = indentUnit(part);
  const indent = part.lang === 'yaml' ? columnAt(part, offset) : indentAt(part, offset);
  return encoded(part, snippet.replace(/^\t+/gm, tabs => unit.repeat(tabs.length)).replaceAll('\n', `\n${indent}`));
}

// In YAML, the lines of a value are indented from its key, also behind a dash.
function columnAt({ text }: Part, offset: number): string {
  return text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset).replace(/[^\t ]/g, ' ');
}

// Decodes a snippet's escapes before encoding its text for the part: a JSON string may escape the same characters.
function encoded(part: Part, snippet: string): string {
  const pieces = snippet.split(/\\([\\$}])/);
  return pieces
    .map((piece, index) => (index % 2 > 0 ? escapeSnippet(part.encode(piece)) : part.encode(piece)))
    .join('');
}

// Returns the missing comma between an insertion at `offset` and the member that follows.
function commaAfter(text: string, offset: number): string {
  const next = /\S/.exec(text.slice(offset, offset + 1000))?.[0];
  return next === undefined || /[,}\]:/]/.test(next) ? '' : ',';
}

// Returns the offset of a missing comma before an insertion at `offset`: directly after the previous member.
function commaBefore(text: string, offset: number): number | undefined {
  const before = text.slice(0, offset).trimEnd();
  const last = before.at(-1);
  return last === undefined || /[,{[:]/.test(last) ? undefined : before.length;
}

const PLAIN: InsertTextFormat = 1;

/** Converts completion items for a client without snippet support: to the text that remains after tabbing through. */
export function plainItems(items: readonly CompletionItem[]): CompletionItem[] {
  return items.map(item => {
    const { insertTextFormat, textEdit } = item;
    if (insertTextFormat !== SNIPPET || !textEdit) return item;
    const newText = expandSnippet(textEdit.newText, () => undefined);
    return { ...item, insertTextFormat: PLAIN, textEdit: { ...textEdit, newText } };
  });
}

/** Returns whether a client shows plain text only: its list of text formats is missing, or lacks Markdown. */
export function isPlain(formats: readonly string[] | undefined): boolean {
  return !formats?.includes('markdown');
}

/** Converts the documentation of a completion item to plain text. */
export function withPlainText(item: CompletionItem): CompletionItem {
  const { documentation } = item;
  if (typeof documentation !== 'object') return item;
  return { ...item, documentation: { kind: 'plaintext', value: plainText(documentation.value) } };
}

/** Converts a hover to plain text. */
export function plainHover(found: Hover): Hover {
  const { contents } = found;
  if (typeof contents !== 'object' || !('kind' in contents)) return found;
  return { ...found, contents: { kind: 'plaintext', value: plainText(contents.value) } };
}

/** Removes the marks from Markdown that this server generates; keeps the lines. */
export function plainText(markdown: string): string {
  return markdown
    .split('\n')
    .filter(line => !/^(?:```|---$|\| ?---)/.test(line))
    .map(line =>
      unescapeMarkdown(
        line
          .replace(LINK, '$1')
          .replace(/\*\*|`|^#+ |^_(?=.*_$)/g, '')
          .replace(/_$/, ''),
      ),
    )
    .join('\n');
}

const LINK = /\[([^\][]{1,300})\]\([^()\s]{1,2000}\)/g;

/** Flattens an outline for a client without support for nested symbols: each symbol names its container. */
export function flatSymbols(symbols: readonly DocumentSymbol[], uri: string, container?: string): SymbolInformation[] {
  return symbols.flatMap(({ name, kind, range, children = [] }) => [
    { name, kind, location: { uri, range }, ...(container !== undefined && { containerName: container }) },
    ...flatSymbols(children, uri, name),
  ]);
}
