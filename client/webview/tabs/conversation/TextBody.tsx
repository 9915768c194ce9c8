import { useEffect, useState } from 'preact/hooks';
import type { RichText, SaidPart, SaidResult, SaidText } from '../../../../server/src/shared/protocol';
import { type AnswerCache, useLoad } from '../../model/answerCache';
import { useReplayModel } from '../../model/replayModel';
import { Icon } from '../../ui/Icon';
import { RichTextView } from '../../ui/RichTextView';
import { lineSegments } from '../envelope/lineSegments';
import { ErrorText, NameText } from '../TabPage';
import { type ReadableLine, readableLines } from './readableLines';
import '../ArtifactTexts.css';
import '../envelope/envelopeBox.css';
import './TextBody.css';
import './ToolCall.css';

interface TextBodyProps {
  step: number;
  said: SaidText;
  /** The text is a value: shown as written, JSON in colours. */
  isValue?: boolean;
  /** What was found in its message: if it is beyond what is shown, more is loaded. */
  words: string;
}

/** The number of further characters per request. */
const MORE = 50_000;
/** What is beyond is read in its file. */
const LONGEST_SHOWN = 100_000;

/** A text of any length: its beginning, and more on request. */
export function TextBody({ step, said, isValue, words }: TextBodyProps) {
  const { answers, host } = useReplayModel();
  const [wanted, setWanted] = useState(0);
  const { message, part, size } = said;
  const isBeyond = words !== '' && size > said.text.length && !said.text.toLowerCase().includes(words.toLowerCase());
  useEffect(() => {
    if (isBeyond) setWanted(LONGEST_SHOWN);
  }, [isBeyond]);
  const key = wanted > 0 ? JSON.stringify([answers.revision.value, step, message, part, wanted]) : undefined;
  const { value, fault } = useLoad(key, () => loadSaid(answers, { step, message, part }, wanted));
  if (fault !== undefined) return <ErrorText text={fault} />;
  const { text, rich } = value ?? said;
  const left = size - text.length;
  return (
    <>
      {rich ? (
        <RichTextView
          text={rich}
          follow={host.is === 'editor' ? href => host.send({ type: 'openLink', href }) : undefined}
        />
      ) : isValue || looksLikeJson(text) ? (
        <JsonText text={text} isValue={isValue} />
      ) : (
        <p class="said-words" dir="auto">
          {text}
        </p>
      )}
      {left > 0 && text.length >= LONGEST_SHOWN && (
        <p class="quiet">{left.toLocaleString('en')} more characters are in the file.</p>
      )}
      {left > 0 && text.length < LONGEST_SHOWN && (
        <button
          type="button"
          class="link-button said-more"
          onClick={() => setWanted(Math.min(text.length + MORE, LONGEST_SHOWN))}
        >
          Show More: {left.toLocaleString('en')} of {size.toLocaleString('en')} characters are left
        </button>
      )}
    </>
  );
}

function looksLikeJson(text: string): boolean {
  return /^\s{0,20}(?:\{\s{0,20}["}]|\[\s{0,20}[[{"\]\d-])/.test(text);
}

const MOST_COLOURED = 400;

/** JSON in colours, a value made for reading; any other text as it is. */
function JsonText({ text, isValue }: { text: string; isValue: boolean | undefined }) {
  const lines = text.split('\n', MOST_COLOURED + 1);
  if (lines.length > MOST_COLOURED || !looksLikeJson(text)) {
    return (
      <pre class="plain-text" dir="auto">
        {text}
      </pre>
    );
  }
  const readable = isValue ? readableLines(lines) : undefined;
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

/** Lines of a text of several lines, and of an edit, stand below each other in a block. */
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
  part: Extract<SaidPart, { is: 'call' | 'result' }>;
  /** What was found in its message; empty where nothing was. */
  words: string;
  /** Its result may stand further on. */
  isOpen?: boolean | undefined;
}

/** A call of a tool and its result side by side, under a heading that folds them. */
export function ToolCall({ step, part, words, isOpen }: ToolCallProps) {
  const [open, setOpen] = useState(true);
  const result: SaidResult | undefined = part.is === 'call' ? part.result : part;
  return (
    <div class={`tool-call ${result?.isError ? 'failed' : ''}`}>
      <button type="button" class="tool-head" aria-expanded={open} onClick={() => setOpen(!open)}>
        <Icon name={open ? 'chevron-down' : 'chevron-right'} />
        <Icon name="tools" />
        <NameText text={part.name ?? 'tool result'} class="tool-name" />
        {part.id !== undefined && <span class="mono quiet tool-id">{part.id}</span>}
        {result && (
          <span class={`tool-outcome ${result.isError ? 'bad' : 'good'}`}>
            <Icon name={result.isError ? 'error' : 'check'} tone={result.isError ? 'bad' : 'good'} />
            <span class="read-aloud">{result.isError ? 'failed' : 'answered'}</span>
          </span>
        )}
      </button>
      {open && <ToolSides step={step} part={part} words={words} isOpen={isOpen} />}
    </div>
  );
}

/** The arguments of a call and its result side by side. */
export function ToolSides({ step, part, words, isOpen }: ToolCallProps) {
  const result: SaidResult | undefined = part.is === 'call' ? part.result : part;
  return (
    <div class="tool-sides">
      {part.is === 'call' && (
        <section class="tool-side" aria-label="Arguments">
          <TextBody step={step} said={part.arguments} words={words} isValue />
        </section>
      )}
      {result && (
        <section class="tool-side" aria-label="Result">
          <TextBody step={step} said={result} words={words} isValue />
        </section>
      )}
      {!result && !isOpen && <p class="tool-side quiet">No result here.</p>}
    </div>
  );
}

/** A text that a step said. */
interface SaidAt {
  step: number;
  message: number;
  part: number;
}

/** Loads the characters of a text, up to a number; with its Markdown where one answer has all of them. */
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
