import { useId, useState } from 'preact/hooks';
import { useReplayModel } from '../../model/replayModel';
import { useRowWindow } from '../../ui/useRowWindow';
import { VirtualList } from '../../ui/VirtualList';
import { ErrorText } from '../common/TabPage';
import { MessageRow } from './MessageRow';
import type { Found } from './useFound';
import './Conversation.css';

const PAGE = 8;

/** The messages up to the step. */
export function RunConversation({ found }: { found: Found }) {
  const replay = useReplayModel();
  const { answers, step } = replay;
  const id = useId();
  const said = useRowWindow(answers, 'conversation', { step: step.value });
  // The keyboard cursor; on the step itself until it is moved.
  const [chosen, choose] = useState<{ step: number; row: number }>();
  const { total } = said;
  if (said.fault !== undefined) return <ErrorText text={said.fault} />;
  if (total === undefined) return <div class="tab-page" aria-busy="true" />;
  if (total === 0) return <p class="nothing">No messages yet.</p>;

  const last = total - 1;
  const own = chosen?.step === step.value ? Math.min(chosen.row, last) : last;
  const active = found.row ?? own;
  const press = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
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
      role="listbox"
      aria-label="Conversation up to this step"
      aria-activedescendant={`${id}-${active}`}
      tabIndex={0}
      data-testid="conversation"
      count={total}
      rowHeight={64}
      measured
      staysAtEnd
      reveal={active}
      onRange={said.onRange}
      onKeyDown={press}
    >
      {index => (
        <MessageRow
          id={`${id}-${index}`}
          said={said.row(index)}
          isActive={index === active}
          isCurrent={said.row(index)?.step === step.value}
          goTo={replay.goTo}
        />
      )}
    </VirtualList>
  );
}

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
