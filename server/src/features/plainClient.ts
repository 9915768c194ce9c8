import type { CompletionItem, DocumentSymbol, Hover, SymbolInformation } from 'vscode-languageserver-types';
import { unescapeMarkdown } from '../text/markdown/escapeMarkdown';

/** Whether Markdown is none of the formats of text that a client lists; one that lists none takes plain text alone. */
export function isPlain(formats: readonly string[] | undefined): boolean {
  return !formats?.includes('markdown');
}

/** A completion item whose documentation is plain text. */
export function withPlainText(item: CompletionItem): CompletionItem {
  const { documentation } = item;
  if (typeof documentation !== 'object') return item;
  return { ...item, documentation: { kind: 'plaintext', value: plainText(documentation.value) } };
}

/** A hover in plain text. */
export function plainHover(found: Hover): Hover {
  const { contents } = found;
  if (typeof contents !== 'object' || !('kind' in contents)) return found;
  return { ...found, contents: { kind: 'plaintext', value: plainText(contents.value) } };
}

/** The text of our Markdown without its marks; lines stay. */
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

/** An outline for a client that knows no nested symbols: each one names what contains it. */
export function flatSymbols(symbols: readonly DocumentSymbol[], uri: string, container?: string): SymbolInformation[] {
  return symbols.flatMap(({ name, kind, range, children = [] }) => [
    { name, kind, location: { uri, range }, ...(container !== undefined && { containerName: container }) },
    ...flatSymbols(children, uri, name),
  ]);
}
