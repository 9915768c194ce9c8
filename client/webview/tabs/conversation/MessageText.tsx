import { useEffect, useState } from 'preact/hooks';
import { t } from '../../../../server/src/shared/l10n';
import type {
  RichElement,
  RichText,
  SaidPiece,
  SaidResult,
  SaidText,
} from '../../../../server/src/shared/lspExtensions';
import { type AnswerCache, useLoad } from '../../model/answerCache';
import { useReplayModel } from '../../model/replayModel';
import { Icon } from '../../ui/Icon';
import { numberText } from '../../ui/numberTexts';
import { lineSegments, type Token } from '../envelope/lineSegments';
import { ErrorText, NameText } from '../TabPage';
import '../ArtifactTexts.css';
import '../envelope/envelopeBox.css';
import './MessageText.css';
import './ToolCall.css';
import type { ComponentChildren } from 'preact';
import { differingLines } from '../ArtifactTexts';
import '../../ui/RichTextView.css';

interface TextBodyProps {
  step: number;
  said: SaidText;
  /** Whether the message text is a value, such as a tool's result: it is then shown as written, with JSON in colours. */
  isValue?: boolean;
  /** The words found in the message. If they are beyond the shown text, more is loaded. */
  words: string;
}

/** How many more characters of a long message are loaded at a time. */
const MORE = 50_000;
/** In characters. The rest of a longer text can only be read in its file. */
const LONGEST_SHOWN = 100_000;

/** The text of a message: shows its beginning, and loads more on request. */
export function MessageText({ step, said, isValue, words }: TextBodyProps) {
  const { answers, host, showsAsWritten } = useReplayModel();
  const [wanted, setWanted] = useState(0);
  const { message, piece, size } = said;
  const isBeyond = words !== '' && size > said.text.length && !said.text.toLowerCase().includes(words.toLowerCase());
  useEffect(() => {
    if (isBeyond) setWanted(LONGEST_SHOWN);
  }, [isBeyond]);
  const key = wanted > 0 ? JSON.stringify([answers.revision.value, step, message, piece, wanted]) : undefined;
  const { value, fault } = useLoad(key, () => loadSaid(answers, { step, message, piece }, wanted));
  if (fault !== undefined) return <ErrorText text={fault} />;
  const { text, rich } = value ?? said;
  const left = size - text.length;
  return (
    <>
      {rich && !showsAsWritten.value ? (
        <RichTextView
          text={rich}
          follow={host.is === 'editor' ? href => host.send({ type: 'openLink', href }) : undefined}
        />
      ) : isValue || looksLikeJson(text) ? (
        <JsonText text={text} isLaidOut={isValue === true && !showsAsWritten.value} />
      ) : (
        <p class="said-words" dir="auto">
          {text}
        </p>
      )}
      {left > 0 && text.length >= LONGEST_SHOWN && (
        <p class="quiet">{t`${numberText(left)} more characters are in the file.`}</p>
      )}
      {left > 0 && text.length < LONGEST_SHOWN && (
        <button
          type="button"
          class="link-button said-more"
          onClick={() => setWanted(Math.min(text.length + MORE, LONGEST_SHOWN))}
        >
          {t`Show More: ${numberText(left)} of ${numberText(size)} characters are left`}
        </button>
      )}
    </>
  );
}

function looksLikeJson(text: string): boolean {
  return /^\s{0,20}(?:\{\s{0,20}["}]|\[\s{0,20}[[{"\]\d-])/.test(text);
}

const MOST_COLOURED = 400;

/** JSON in colours, or laid out for reading; any other text unchanged. */
function JsonText({ text, isLaidOut }: { text: string; isLaidOut: boolean }) {
  const lines = text.split('\n', MOST_COLOURED + 1);
  if (lines.length > MOST_COLOURED || !looksLikeJson(text)) {
    return (
      <pre class="plain-text" dir="auto">
        {text}
      </pre>
    );
  }
  const readable = isLaidOut ? readableLines(lines) : undefined;
  return (
    <pre class="plain-text json-text">
      {readable
        ? readable.map((line, index) => <Readable key={index} line={line} isLast={index === readable.length - 1} />)
        : lines.map((line, index) => (
            <code key={index}>
              {lineSegments(line, []).segments.map(({ text: piece, token = '' }, number) => (
                <span key={number} class={token}>
                  {piece}
                </span>
              ))}
              {index < lines.length - 1 ? '\n' : ''}
            </code>
          ))}
    </pre>
  );
}

const SIGNS = { removed: '- ', added: '+ ', kept: '  ' };

/** A readable line. The lines of a multi-line text or of an edit form a block. */
function Readable({ line: { indent, name, text, token, change }, isLast }: { line: ReadableLine; isLast: boolean }) {
  const end = isLast ? '' : '\n';
  if (change) {
    return (
      <code class={`edit-line ${change}`}>
        {indent}
        {SIGNS[change]}
        {text}
      </code>
    );
  }
  const isBlock = text.includes('\n');
  return (
    <code>
      {indent}
      {name !== undefined && (
        <>
          <span class="name">{name}</span>
          {isBlock ? ':\n' : ': '}
        </>
      )}
      <span class={isBlock ? `text-block ${token ?? ''}` : token} dir={isBlock ? 'auto' : undefined}>
        {text}
      </span>
      {isBlock ? '' : end}
    </code>
  );
}

interface ToolCallProps {
  step: number;
  piece: Extract<SaidPiece, { is: 'call' | 'result' }>;
  /** The words found in the message; empty if none. */
  words: string;
  /** The result may be in a later message. */
  isOpen?: boolean | undefined;
}

/** A call of a tool and its result side by side, under a heading that folds them. */
export function ToolCall({ step, piece, words, isOpen }: ToolCallProps) {
  const [open, setOpen] = useState(true);
  const result: SaidResult | undefined = piece.is === 'call' ? piece.result : piece;
  return (
    <div class={`tool-call ${result?.isError ? 'failed' : ''}`}>
      <button type="button" class="tool-head" aria-expanded={open} onClick={() => setOpen(!open)}>
        <Icon name={open ? 'chevron-down' : 'chevron-right'} />
        <Icon name="tools" />
        <NameText text={piece.name ?? t`tool result`} class="tool-name" />
        {piece.id !== undefined && <span class="mono quiet tool-id">{piece.id}</span>}
        {result && (
          <span class={`tool-outcome ${result.isError ? 'bad' : 'good'}`}>
            <Icon name={result.isError ? 'error' : 'check'} tone={result.isError ? 'bad' : 'good'} />
            <span class="read-aloud">{result.isError ? t`failed` : t`answered`}</span>
          </span>
        )}
      </button>
      {open && <ToolSides step={step} piece={piece} words={words} isOpen={isOpen} />}
    </div>
  );
}

/** The arguments of a call and its result side by side. */
export function ToolSides({ step, piece, words, isOpen }: ToolCallProps) {
  const result: SaidResult | undefined = piece.is === 'call' ? piece.result : piece;
  return (
    <div class="tool-sides">
      {piece.is === 'call' && (
        <section class="tool-side" aria-label={t`Arguments`}>
          <MessageText step={step} said={piece.arguments} words={words} isValue />
        </section>
      )}
      {result && (
        <section class="tool-side" aria-label={t`Result`}>
          <MessageText step={step} said={result} words={words} isValue />
        </section>
      )}
      {!result && !isOpen && <p class="tool-side quiet">{t`No result here.`}</p>}
    </div>
  );
}

/** The location of a text in a step's messages. */
interface SaidAt {
  step: number;
  message: number;
  piece: number;
}

/** Loads a text up to a number of characters; with its Markdown if one answer has the whole text. */
export async function loadSaid(
  answers: AnswerCache,
  at: SaidAt,
  most: number,
): Promise<{ text: string; rich?: RichText }> {
  let text = '';
  for (;;) {
    const answer = await answers.ask('said', { ...at, from: text.length, count: most - text.length });
    if (text === '' && answer.text.length === Math.min(most, answer.total)) return answer;
    text += answer.text;
    if (answer.text === '' || text.length >= Math.min(most, answer.total)) return { text };
  }
}

/** A line of a value laid out for reading; `text` may itself have several lines. */
interface ReadableLine {
  indent: string;
  name?: string;
  text: string;
  token?: Token;
  /** For a line of an edit: whether the edit removes, adds or keeps the line. */
  change?: 'removed' | 'added' | 'kept';
}

/**
 * Lays out JSON with one value per line, such as the arguments of a call, for reading: without quotes, texts with their own lines, and
 * the old and new text of an edit as a diff. Undefined if a line is no JSON.
 */
export function readableLines(lines: readonly string[]): ReadableLine[] | undefined {
  const read: ReadableLine[] = [];
  // Omits the outer braces.
  const isObject = lines[0] === '{';
  const inner = isObject ? lines.slice(1, lines.at(-1) === '}' ? -1 : undefined) : lines;
  for (const [index, line] of inner.entries()) {
    const one = readableLine(isObject ? line.replace(/^ {2}/, '') : line, index === inner.length - 1);
    if (!one) return undefined;
    const before = read.at(-1);
    const edit = before && editLines(before, one);
    if (edit) read.splice(-1, 1, ...edit);
    else read.push(one);
  }
  return read;
}

const LINE = /^( *)(?:"((?:[^"\\]|\\.)*)": ?)?(.*)$/;
const SCALAR = /^(?:(-?\d[\d.eE+-]*)|(true|false)|(null)|[[\]{}…]{0,3})$/;

/** Parses a line; if `isLast`, its text may be truncated. */
function readableLine(line: string, isLast: boolean): ReadableLine | undefined {
  const [, indent = '', name, rest = ''] = LINE.exec(line) ?? [];
  const value = rest.endsWith(',') && !isCut(rest) ? rest.slice(0, -1) : rest;
  const named = { indent, ...(name !== undefined && { name }) };
  if (value.startsWith('"')) {
    const text = decoded(value) ?? (isLast ? decodedBeginning(value) : undefined);
    // Shows an empty text, so that it differs from no value.
    return text === undefined ? undefined : { ...named, text: text === '' ? '""' : text, token: 'string' };
  }
  const scalar = SCALAR.exec(value);
  if (!scalar) return undefined;
  const [, number, boolean, nothing] = scalar;
  const token = number ? 'number' : boolean ? 'boolean' : nothing ? 'null' : undefined;
  return { ...named, text: value, ...(token && { token }) };
}

/** Returns whether a string is truncated after a comma within it. */
function isCut(value: string): boolean {
  return value.startsWith('"') && !value.endsWith('",');
}

function decoded(value: string): string | undefined {
  try {
    const text: unknown = JSON.parse(value);
    return typeof text === 'string' ? text : undefined;
  } catch {
    return undefined;
  }
}

/** Decodes a truncated string, which may end in the middle of an escape. */
function decodedBeginning(value: string): string | undefined {
  return decoded(`${value}"`) ?? decoded(`${value.replace(/\\[^\\]{0,5}$/, '')}"`);
}

/** The text that an edit replaces and the new one, as a diff. */
function editLines(before: ReadableLine, after: ReadableLine): ReadableLine[] | undefined {
  const isEdit =
    before.token === 'string' &&
    after.token === 'string' &&
    before.indent === after.indent &&
    /^old/i.test(before.name ?? '') &&
    after.name?.slice(3) === before.name?.slice(3) &&
    /^new/i.test(after.name ?? '');
  if (!isEdit) return undefined;
  const [old, fresh] = [textLines(before), textLines(after)];
  const { from, beforeTo, afterTo } = differingLines(old, fresh);
  const { indent } = before;
  const told = (lines: string[], change: 'removed' | 'added' | 'kept') => lines.map(text => ({ indent, text, change }));
  return [
    ...told(old.slice(0, from), 'kept'),
    ...told(old.slice(from, beforeTo), 'removed'),
    ...told(fresh.slice(from, afterTo), 'added'),
    ...told(old.slice(beforeTo), 'kept'),
  ];
}

function textLines({ text }: ReadableLine): string[] {
  return text === '""' ? [] : text.split('\n');
}

interface RichTextViewProps {
  text: RichText;
  /** Follows a link; without it, links are text. */
  follow?: ((href: string) => void) | undefined;
}

/** Formatted text as elements. Links only call `follow`; nothing is loaded. */
function RichTextView({ text, follow }: RichTextViewProps) {
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
  const { is, number, href = '', align } = element;
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
      return <th style={{ textAlign: align }}>{inner}</th>;
    case 'cell':
      return <td style={{ textAlign: align }}>{inner}</td>;
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
