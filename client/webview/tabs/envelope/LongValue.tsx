import { useState } from 'preact/hooks';
import type { EnvelopeAt } from '../../../../server/src/shared/protocol';
import type { AnswerCache } from '../../model/answerCache';
import { useReplayModel } from '../../model/replayModel';
import { useLoad } from '../../model/useLoad';
import { ErrorText } from '../common/TabPage';
import type { Path } from './pathText';
import '../common/textBox.css';
import './LongValue.css';

/** The number of characters at first, and of further ones per request. */
const AT_ONCE = 5_000;

/** A long text of an envelope, loaded in pieces. */
export function LongValue({ at, path }: { at: EnvelopeAt; path: Path }) {
  const { answers } = useReplayModel();
  const [wanted, setWanted] = useState(AT_ONCE);
  const key = JSON.stringify([answers.revision.value, at, path, wanted]);
  const { value, fault } = useLoad(key, () => firstCharacters(answers, at, path, wanted));
  if (fault !== undefined) return <ErrorText text={fault} />;
  if (!value) return null;
  const left = value.total - value.text.length;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keeps what happens in it from the row around it
    <div
      class="long-value"
      onClick={event => event.stopPropagation()}
      onDblClick={event => event.stopPropagation()}
      onKeyDown={event => event.stopPropagation()}
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keys */}
      <pre tabIndex={0} dir="auto">
        {value.text}
      </pre>
      {left > 0 && (
        <button type="button" class="link-button" onClick={() => setWanted(value.text.length + AT_ONCE * 4)}>
          show more: {left.toLocaleString('en')} characters are left
        </button>
      )}
    </div>
  );
}

async function firstCharacters(
  answers: AnswerCache,
  at: EnvelopeAt,
  path: Path,
  wanted: number,
): Promise<{ text: string; total: number }> {
  let text = '';
  for (;;) {
    const answer = await answers.ask('value', { ...at, path, from: text.length, count: wanted - text.length });
    text += answer.text;
    const isAll = text.length >= Math.min(wanted, answer.total);
    if (isAll || answer.text === '') return { text, total: answer.text === '' ? text.length : answer.total };
  }
}
