import { Lexer, type MarkedToken, type Token, Tokenizer, type Tokens } from 'marked';
import type { ComponentChildren } from 'preact';
import './Markdown.css';

interface MarkdownProps {
  text: string;
  /** Follows a link; without it, links are text. */
  follow?: ((href: string) => void) | undefined;
}

/**
 * Markdown as elements. Nothing in it becomes HTML: tags are shown as they are written, images as links, and a link does nothing but
 * call `follow`.
 */
export function Markdown({ text, follow }: MarkdownProps) {
  return <div class="markdown">{blocks(tokensOf(text), { follow, depth: 0 })}</div>;
}

interface Rendering extends Pick<MarkdownProps, 'follow'> {
  depth: number;
}

/** Quotes in quotes and lists in lists: deeper ones are shown as they are written. */
const DEEPEST = 20;
const MOST_TOKENS = 5_000;

// Prompts are often indented as in the program that has them: that makes no code of them.
class PromptTokenizer extends Tokenizer {
  override code(): undefined {
    return undefined;
  }
}

function tokensOf(text: string): Token[] {
  try {
    return Lexer.lex(text, { gfm: true, tokenizer: new PromptTokenizer() });
  } catch {
    // It nests too deeply for the parser.
    return [{ type: 'text', raw: text, text }];
  }
}

function blocks(tokens: readonly Token[], rendering: Rendering): ComponentChildren {
  if (rendering.depth > DEEPEST) return tokens.map(({ raw }) => raw).join('');
  const inner = { ...rendering, depth: rendering.depth + 1 };
  return tokens
    .slice(0, MOST_TOKENS)
    .map((token, index) => <Block key={index} token={token as MarkedToken} inner={inner} />);
}

function Block({ token, inner }: { token: MarkedToken; inner: Rendering }) {
  switch (token.type) {
    case 'space':
    case 'def':
      return null;
    case 'heading':
      return (
        <p class="md-heading" data-depth={token.depth} dir="auto">
          {inlines(token.tokens, inner)}
        </p>
      );
    case 'paragraph':
      return <p dir="auto">{inlines(token.tokens, inner)}</p>;
    case 'text':
      return <span dir="auto">{'tokens' in token && token.tokens ? inlines(token.tokens, inner) : token.text}</span>;
    case 'code':
      return (
        <pre class="md-code">
          <code>{token.text}</code>
        </pre>
      );
    case 'blockquote':
      return <blockquote>{blocks(token.tokens, inner)}</blockquote>;
    case 'list':
      return <List list={token} inner={inner} />;
    case 'table':
      return <Table table={token} inner={inner} />;
    case 'hr':
      return <hr />;
    default:
      return <p class="md-raw">{token.raw}</p>;
  }
}

function List({ list, inner }: { list: Tokens.List; inner: Rendering }) {
  const items = list.items.slice(0, MOST_TOKENS).map((item, index) => (
    <li key={index} dir="auto">
      {item.task && <span aria-hidden="true">{item.checked ? '☑ ' : '☐ '}</span>}
      {item.task && <span class="read-aloud">{item.checked ? 'done: ' : 'open: '}</span>}
      {blocks(
        item.tokens.filter(({ type }) => type !== 'checkbox'),
        inner,
      )}
    </li>
  ));
  return list.ordered ? <ol start={list.start === '' ? 1 : list.start}>{items}</ol> : <ul>{items}</ul>;
}

function Table({ table, inner }: { table: Tokens.Table; inner: Rendering }) {
  return (
    <div class="md-table">
      <table>
        <thead>
          <tr>
            {table.header.map((cell, index) => (
              <th key={index}>{inlines(cell.tokens, inner)}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.slice(0, MOST_TOKENS).map((row, index) => (
            <tr key={index}>
              {row.map((cell, column) => (
                <td key={column}>{inlines(cell.tokens, inner)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function inlines(tokens: readonly Token[], rendering: Rendering): ComponentChildren {
  if (rendering.depth > DEEPEST) return tokens.map(({ raw }) => raw).join('');
  const inner = { ...rendering, depth: rendering.depth + 1 };
  return tokens
    .slice(0, MOST_TOKENS)
    .map((token, index) => <Inline key={index} token={token as MarkedToken} inner={inner} />);
}

function Inline({ token, inner }: { token: MarkedToken; inner: Rendering }) {
  switch (token.type) {
    case 'strong':
      return <strong>{inlines(token.tokens, inner)}</strong>;
    case 'em':
      return <em>{inlines(token.tokens, inner)}</em>;
    case 'del':
      return <del>{inlines(token.tokens, inner)}</del>;
    case 'codespan':
      return <code>{token.text}</code>;
    case 'br':
      return <br />;
    case 'link':
      return (
        <Link href={token.href} follow={inner.follow}>
          {inlines(token.tokens, inner)}
        </Link>
      );
    case 'image':
      return (
        <Link href={token.href} follow={inner.follow}>
          {token.text || token.href}
        </Link>
      );
    case 'escape':
      return <>{token.text}</>;
    case 'text':
      return <>{'tokens' in token && token.tokens ? inlines(token.tokens, inner) : unescaped(token.text)}</>;
    default:
      return <>{token.raw}</>;
  }
}

/** The parser leaves entities to a browser's HTML. */
function unescaped(text: string): string {
  return text.replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (_, name: string) => ENTITIES[name] ?? '');
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ' };

interface LinkProps {
  href: string;
  follow: MarkdownProps['follow'];
  children: ComponentChildren;
}

function Link({ href, follow, children }: LinkProps) {
  if (!follow || !/^https?:\/\//i.test(href)) {
    return (
      <span class="md-link" title={href}>
        {children}
      </span>
    );
  }
  return (
    <button type="button" class="link-button" title={href} onClick={() => follow(href)}>
      {children}
    </button>
  );
}
