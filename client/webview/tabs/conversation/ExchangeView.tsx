import { useState } from 'preact/hooks';
import { useReplayModel } from '../../model/replayModel';
import { useAnswer } from '../../model/useAnswer';
import { stopScrollKeys } from '../../ui/stopScrollKeys';
import { useRowWindow } from '../../ui/useRowWindow';
import { VirtualList } from '../../ui/VirtualList';
import { ErrorText } from '../common/TabPage';
import { ExchangeMessage } from './ExchangeMessage';
import type { Found } from './useFound';

const PAGE = 50;

/** What the shown step said: the messages that went in, and those that came out. */
export function ExchangeView({ found }: { found: Found }) {
  const { answers, step } = useReplayModel();
  const at = step.value;
  const messages = useRowWindow(answers, 'exchange', { step: at }, PAGE);
  const { value: view } = useAnswer(answers, 'step', { step: at });
  const [opened, setOpened] = useState<{ step: number; rows: ReadonlyMap<number, boolean> }>();
  const isOpen = opened?.step === at ? opened.rows : NONE;
  if (messages.fault !== undefined) return <ErrorText text={messages.fault} />;
  if (messages.total === undefined) return <div class="conversation" aria-busy="true" />;
  if (messages.total === 0) return <p class="nothing">This step said nothing.</p>;
  return (
    <VirtualList
      class={`conversation exchange ${messages.fresh ? '' : 'stale'}`}
      role="group"
      aria-label={`What step ${at + 1} said`}
      tabIndex={0}
      data-testid="exchange"
      count={messages.total}
      rowHeight={120}
      measured
      {...(found.row !== undefined && { reveal: found.row })}
      onRange={messages.onRange}
      onKeyDown={stopScrollKeys}
    >
      {index => {
        const said = messages.row(index);
        return said ? (
          <ExchangeMessage
            key={`${at} ${index}`}
            step={at}
            said={said}
            lane={view?.lane ?? -1}
            // What was found in it may be where it is folded.
            opened={isOpen.get(index) ?? (index === found.row ? true : undefined)}
            words={index === found.row ? found.words : ''}
            open={isNow => setOpened({ step: at, rows: new Map([...isOpen, [index, isNow]]) })}
          />
        ) : (
          <div class="message" aria-busy="true">
            …
          </div>
        );
      }}
    </VirtualList>
  );
}

const NONE: ReadonlyMap<number, boolean> = new Map();
