import { useId, useState } from 'preact/hooks';
import { useReplayModel } from '../../model/replayModel';
import { useAnswer } from '../../model/useAnswer';
import { useRowWindow } from '../../ui/useRowWindow';
import { VirtualList } from '../../ui/VirtualList';
import { ErrorText } from '../common/TabPage';
import { TranscriptRow } from './TranscriptRow';
import type { Found } from './useFound';
import './Conversation.css';

const PAGE = 8;
const ROWS_AT_ONCE = 25;

/** What was said in the run as one transcript, with the step of the playhead marked; or only what was said up to it. */
export function RunConversation({ found }: { found: Found }) {
  const replay = useReplayModel();
  const { answers, step, conversationSoFar } = replay;
  const id = useId();
  const said = useRowWindow(answers, 'conversation', {}, ROWS_AT_ONCE);
  const { value: place } = useAnswer(answers, 'conversationPlace', { step: step.value });
  // The keyboard cursor; on the step itself until it is moved.
  const [chosen, choose] = useState<{ step: number; row: number }>();
  const [opened, setOpened] = useState<ReadonlySet<number>>(NONE);
  const { total } = said;
  if (said.fault !== undefined) return <ErrorText text={said.fault} />;
  if (total === undefined || place === undefined) return <div class="tab-page" aria-busy="true" />;
  const isSoFar = conversationSoFar.value;
  const count = isSoFar ? Math.min(total, place + 1) : total;
  if (count === 0) return <p class="nothing">{total === 0 ? 'No messages in this run.' : 'No messages yet.'}</p>;

  const last = count - 1;
  const own = chosen?.step === step.value ? Math.min(chosen.row, last) : Math.min(Math.max(0, place), last);
  const active = found.row === undefined ? own : Math.min(found.row, last);
  const press = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    // Keys of a button in a row are its own.
    if (event.target !== event.currentTarget && event.key === 'Enter') return;
    const row = target(event.key, active, last);
    const here = said.row(active);
    if (event.key === 'Enter' && here) replay.goTo(here.step);
    else if (row !== undefined) choose({ step: step.value, row });
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <VirtualList
      class="conversation"
      role="group"
      aria-label={isSoFar ? 'Conversation up to this step' : 'Conversation of the run'}
      aria-activedescendant={`${id}-${active}`}
      tabIndex={0}
      data-testid="conversation"
      count={count}
      rowHeight={90}
      measured
      staysAtEnd={isSoFar}
      reveal={active}
      onRange={said.onRange}
      onKeyDown={press}
    >
      {index => {
        const row = said.row(index);
        return (
          <TranscriptRow
            id={`${id}-${index}`}
            said={row}
            isActive={index === active}
            isCurrent={row?.step === step.value}
            isWhole={row !== undefined && opened.has(row.step)}
            words={index === found.row ? found.words : ''}
            show={() => row && setOpened(new Set([...opened, row.step]))}
            goTo={replay.goTo}
          />
        );
      }}
    </VirtualList>
  );
}

const NONE: ReadonlySet<number> = new Set();

/** The target row of a key. */
function target(key: string, row: number, last: number): number | undefined {
  const rows: Record<string, number> = {
    ArrowDown: row + 1,
    ArrowUp: row - 1,
    PageDown: row + PAGE,
    PageUp: row - PAGE,
    Home: 0,
    End: last,
  };
  const wanted = rows[key];
  return wanted === undefined ? undefined : Math.min(Math.max(0, wanted), last);
}
