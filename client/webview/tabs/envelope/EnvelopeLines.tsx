import { useEffect, useRef, useState } from 'preact/hooks';
import { t } from '../../../../server/src/shared/l10n';
import type { EnvelopeAt, EnvelopeText } from '../../../../server/src/shared/lspExtensions';
import type { AnswerCache } from '../../model/answerCache';
import { useReplayModel } from '../../model/replayModel';
import { numberText } from '../../ui/numberTexts';
import { useRowWindow, VirtualList } from '../../ui/VirtualList';
import { ErrorText } from '../TabPage';
import { lineSegments } from './lineSegments';
import './envelopeBox.css';
import './EnvelopeLines.css';

/** Shows an envelope as formatted text, with problems underlined. */
export function EnvelopeLines({ at, name }: { at: EnvelopeAt; name: string }) {
  const { answers, envelopeView } = useReplayModel();
  const lines = useRowWindow(answers, 'envelope', at, 200);
  const fault = lines.current?.fault ?? lines.fault;
  const box = useRef<HTMLDivElement>(null);
  const [revealed, setReveal] = useState<{ of: string; line: number }>();
  const own = `${at.step} ${at.envelope}`;
  const reveal = revealed?.of === own ? revealed.line : undefined;

  const wanted = envelopeView.reveal.value;
  const isWanted = wanted?.step === at.step && wanted.envelope === at.envelope;
  useEffect(() => {
    if (!isWanted) return;
    const finding = findLine(answers, at, wanted.message).catch(() => undefined);
    void finding.then(line => {
      // The tree shows every location, or why it can't; the text may be truncated.
      if (line === undefined) {
        envelopeView.as.value = 'tree';
        return;
      }
      envelopeView.reveal.value = undefined;
      setReveal({ of: own, line });
      box.current?.querySelector<HTMLElement>('.envelope-lines')?.focus();
    });
  }, [isWanted, wanted]);

  return (
    <div ref={box} class={`tree-box ${lines.fresh ? '' : 'stale'}`}>
      {fault !== undefined && <ErrorText text={fault} />}
      {lines.total !== undefined && lines.total > 0 && (
        <VirtualList
          class="envelope-lines mono"
          role="group"
          aria-label={t`${name || t`envelope`} as text`}
          tabIndex={0}
          count={lines.total}
          rowHeight={20}
          {...(reveal !== undefined && { reveal })}
          onRange={lines.onRange}
          onKeyDown={scroll}
        >
          {index => (
            <Line
              index={index}
              text={lines.row(index) ?? ''}
              problems={lines.answerOf(index)?.problems.filter(({ line }) => line === index) ?? []}
              isShown={index === reveal}
            />
          )}
        </VirtualList>
      )}
    </div>
  );
}

// Stops the page's own keys, which go through the steps.
function scroll(event: KeyboardEvent): void {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  if (['ArrowDown', 'ArrowUp', 'Home', 'End'].includes(event.key)) event.stopPropagation();
}

interface LineProps {
  index: number;
  text: string;
  problems: EnvelopeText['problems'];
  isShown: boolean;
}

function Line({ index, text: line, problems, isShown }: LineProps) {
  const { segments, cut } = lineSegments(line, problems);
  return (
    <div class={`text-line ${isShown ? 'shown' : ''}`} data-line={index + 1}>
      <code>
        {segments.map(({ text, token = '', problem }, number) =>
          problem ? (
            <span
              key={number}
              class={`${token} wrong ${problem.severity}`}
              title={`${problem.message} (${problem.rule})`}
            >
              {text}
              <span class="read-aloud"> ({problem.message}) </span>
            </span>
          ) : (
            <span key={number} class={token}>
              {text}
            </span>
          ),
        )}
      </code>
      {cut > 0 && <span class="quiet">… {t`${numberText(cut)} more characters`}</span>}
    </div>
  );
}

/** The number of lines searched per request, and in all. */
const AT_ONCE = 1_000;
const MOST = 20_000;

/** The first line of an envelope with a problem; undefined if it is too far from the beginning. */
export async function findLine(answers: AnswerCache, at: EnvelopeAt, message: string): Promise<number | undefined> {
  for (let from = 0, total = 1; from < Math.min(total, MOST); ) {
    const answer = await answers.ask('envelope', { ...at, from, count: AT_ONCE });
    const found = answer.problems.find(problem => problem.message === message);
    if (found) return found.line;
    if (answer.rows.length === 0) return undefined;
    total = answer.total;
    from += answer.rows.length;
  }
  return undefined;
}
