import { useEffect, useState } from 'preact/hooks';
import type { SaidText } from '../../../../server/src/shared/protocol';
import { useReplayModel } from '../../model/replayModel';
import { useLoad } from '../../model/useLoad';
import { RichTextView } from '../../ui/RichTextView';
import { ErrorText } from '../common/TabPage';
import { lineSegments } from '../envelope/lineSegments';
import { loadSaid } from './loadSaid';
import { type ReadableLine, readableLines } from './readableLines';
import '../changes/ArtifactTexts.css';
import '../envelope/envelopeBox.css';
import './TextBody.css';

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
