import { fromMarkdown } from 'mdast-util-from-markdown';
import { editorLinks } from '../kit/editorLinks';

/** What a text of a file is made of that wants to be more than text, wherever it is shown; each begins what it would lead to with `evil`. */
export const PAYLOADS = [
  '[x](command:evil)',
  '[x](https://evil.example "t")',
  '\\](command:evil) [',
  '\\\\](command:evil) [x](command:evil)',
  '<https://evil.example>',
  'https://evil.example',
  'www.evil.example',
  'a@evil.example',
  '![i](https://evil.example/i.png)',
  '<a href="https://evil.example">x</a>',
  '`x` [y](command:evil) `` z',
  '\n\n[x]: https://evil.example\n\n[x]\n',
  '```\n[x](command:evil)',
  '| [x](command:evil) |',
  '** _ [x](command:evil) _ **',
  '$(sync~spin) [x](command:evil)',
  '&#91;x](command:evil)',
];

interface Node {
  type: string;
  url?: string | null;
  value?: string;
  children?: Node[];
  position?: { start: { offset?: number }; end: { offset?: number } };
}

/** What of a Markdown text is rendered as a link, an image or HTML, and leads where a payload wants it to. */
export function renderedLinks(markdown: string): string[] {
  return linksIn(fromMarkdown(markdown) as Node, markdown);
}

function linksIn(node: Node, markdown: string): string[] {
  const source = markdown.slice(node.position?.start.offset, node.position?.end.offset);
  const own = ['link', 'image', 'definition'].includes(node.type) ? /evil/.test(node.url ?? '') : node.type === 'html';
  // The editor makes links of bare addresses, too, unless they are escaped.
  const isBare = node.type === 'text' && /(https?:\/\/|www\.|(?<!\\)@)evil/.test(source);
  // An icon, likewise.
  const isIcon = node.type === 'text' && /(?<!\\)\$\(/.test(source);
  return [
    ...(own || isBare || isIcon ? [source] : []),
    ...(node.children ?? []).flatMap(one => linksIn(one, markdown)),
  ];
}

/** The Markdown texts in what a server sends, as far as a payload stands in them. */
export function poisonedMarkdown(message: unknown): string[] {
  if (Array.isArray(message)) return message.flatMap(poisonedMarkdown);
  if (typeof message !== 'object' || message === null) return [];
  const { kind, value } = message as { kind?: unknown; value?: unknown };
  if (kind === 'markdown' && typeof value === 'string') return /evil|sync/.test(value) ? [value] : [];
  return Object.values(message).flatMap(poisonedMarkdown);
}

/** The same of a message as a notification: all texts in it. */
export function linksInMessage(message: unknown): string[] {
  return editorLinks(typeof message === 'string' ? message : textsIn(message).join('\n'));
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
