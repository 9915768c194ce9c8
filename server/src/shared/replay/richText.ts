/** Formatted text as plain data: pieces of text, and elements around them. It contains no HTML and no address that loads by itself. */
export type RichText = (string | RichElement)[];

export interface RichElement {
  is: RichName;
  inner: RichText;
  /** For a link: its target, as written. */
  href?: string;
  /** For an ordered list: its first number. For a heading: its level. */
  number?: number;
}

export type RichName =
  | 'paragraph'
  | 'heading'
  | 'quote'
  | 'list'
  | 'ordered'
  | 'item'
  | 'code-block'
  | 'table'
  | 'row'
  | 'head-cell'
  | 'cell'
  | 'rule'
  | 'emphasis'
  | 'strong'
  | 'struck'
  | 'code'
  | 'link'
  | 'break';
