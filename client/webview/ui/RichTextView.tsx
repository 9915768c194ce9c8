import type { ComponentChildren } from 'preact';
import type { RichElement, RichText } from '../../../server/src/shared/protocol';
import './RichTextView.css';

interface RichTextViewProps {
  text: RichText;
  /** Follows a link; without it, links are text. */
  follow?: ((href: string) => void) | undefined;
}

/** Formatted text as elements. A link does nothing but call `follow`, and nothing is loaded. */
export function RichTextView({ text, follow }: RichTextViewProps) {
  return (
    <div class="rich-text">
      <Pieces text={text} follow={follow} />
    </div>
  );
}

function Pieces({ text, follow }: RichTextViewProps) {
  return (
    <>
      {text.map((piece, index) =>
        typeof piece === 'string' ? piece : <Element key={index} element={piece} follow={follow} />,
      )}
    </>
  );
}

function Element({ element, follow }: { element: RichElement; follow: RichTextViewProps['follow'] }) {
  const { is, number, href = '' } = element;
  const inner = <Pieces text={element.inner} follow={follow} />;
  switch (is) {
    case 'heading':
      return (
        <p class="rich-heading" data-level={number} dir="auto">
          {inner}
        </p>
      );
    case 'quote':
      return <blockquote>{inner}</blockquote>;
    case 'list':
      return <ul>{inner}</ul>;
    case 'ordered':
      return <ol start={number}>{inner}</ol>;
    case 'item':
      return <li dir="auto">{inner}</li>;
    case 'code-block':
      return (
        <pre class="rich-code">
          <code>{inner}</code>
        </pre>
      );
    case 'table':
      return (
        <div class="rich-table">
          <table>
            <tbody>{inner}</tbody>
          </table>
        </div>
      );
    case 'row':
      return <tr>{inner}</tr>;
    case 'head-cell':
      return <th>{inner}</th>;
    case 'cell':
      return <td>{inner}</td>;
    case 'rule':
      return <hr />;
    case 'emphasis':
      return <em>{inner}</em>;
    case 'strong':
      return <strong>{inner}</strong>;
    case 'struck':
      return <del>{inner}</del>;
    case 'code':
      return <code>{inner}</code>;
    case 'break':
      return <br />;
    case 'link':
      return (
        <Link href={href} follow={follow}>
          {inner}
        </Link>
      );
    default:
      return <p dir="auto">{inner}</p>;
  }
}

interface LinkProps {
  href: string;
  follow: RichTextViewProps['follow'];
  children: ComponentChildren;
}

function Link({ href, follow, children }: LinkProps) {
  if (!follow || !/^https?:\/\//i.test(href)) {
    return (
      <span class="rich-link" title={href.slice(0, LONGEST_TITLE)}>
        {children}
      </span>
    );
  }
  return (
    <button type="button" class="link-button" title={href.slice(0, LONGEST_TITLE)} onClick={() => follow(href)}>
      {children}
    </button>
  );
}

const LONGEST_TITLE = 500;
