import { useSignal } from '@preact/signals';
import type { AlignedRow, StepBrief } from '../../../server/src/shared/protocol';
import { useReplayModel } from '../model/replayModel';
import { StepLine } from '../steps/StepLine';
import { Icon } from '../ui/Icon';
import { moveFocus } from '../ui/moveFocus';
import { useRowWindow } from '../ui/useRowWindow';
import { VirtualList } from '../ui/VirtualList';
import { changeLooks } from './changeLooks';
import { Differences } from './Differences';
import './changeSign.css';
import './AlignedSteps.css';

interface AlignedStepsProps {
  /** The key of the other run. */
  other: string;
  only: 'all' | 'different';
}

/** The aligned steps of two runs in two columns. An expanded row shows the differences below it. */
export function AlignedSteps({ other, only }: AlignedStepsProps) {
  const replay = useReplayModel();
  const rows = useRowWindow(replay.answers, 'compare', { with: other, only });
  const opened = useSignal<number | undefined>(undefined);
  const press = (event: KeyboardEvent) => {
    if (!moveFocus(event, '.aligned-row')) return;
    event.preventDefault();
    event.stopPropagation();
  };
  if (rows.fault !== undefined) return <p class="nothing">{rows.fault}</p>;
  if (rows.total === 0)
    return <p class="nothing">{only === 'all' ? 'Neither run has steps.' : 'All steps are alike.'}</p>;
  return (
    <VirtualList
      class="aligned"
      role="list"
      aria-label="Steps of both runs"
      data-testid="aligned"
      count={rows.total ?? 0}
      rowHeight={30}
      measured
      onRange={rows.onRange}
      onKeyDown={press}
    >
      {index => {
        const row = rows.row(index);
        return (
          <div role="listitem" class="aligned-item">
            {row ? (
              <Row
                row={row}
                other={other}
                isOpen={opened.value === index}
                press={() => {
                  opened.value = opened.value === index ? undefined : index;
                  if (row.one) replay.goTo(row.one.step);
                }}
              />
            ) : (
              <div class="aligned-row quiet">…</div>
            )}
          </div>
        );
      }}
    </VirtualList>
  );
}

interface RowProps {
  row: AlignedRow;
  other: string;
  isOpen: boolean;
  press(): void;
}

function Row({ row, other, isOpen, press }: RowProps) {
  const { step } = useReplayModel();
  const { sign, text } = changeLooks[row.is];
  const isShown = row.one !== undefined && row.one.step === step.value;
  return (
    <>
      <button
        type="button"
        class={`aligned-row change-${row.is}`}
        aria-expanded={isOpen}
        aria-current={isShown ? 'step' : undefined}
        onClick={press}
      >
        <Icon name={isOpen ? 'chevron-down' : 'chevron-right'} />
        <Side step={row.one} />
        <span class="change-sign" title={text}>
          <span aria-hidden="true">{sign}</span>
          <span class="read-aloud">{text}</span>
        </span>
        <Side step={row.other} />
        <span class="differs">
          {row.differs.map(what => (
            <span key={what} class="chip">
              {what}
            </span>
          ))}
        </span>
      </button>
      {isOpen && <Opened row={row} other={other} />}
    </>
  );
}

function Side({ step }: { step: StepBrief | undefined }) {
  return <span class="compare-side">{step ? <StepLine step={step} /> : <span class="no-step">—</span>}</span>;
}

function Opened({ row, other }: { row: AlignedRow; other: string }) {
  if (row.one && row.other) return <Differences other={other} one={row.one.step} beside={row.other.step} />;
  return (
    <p class="differences-none quiet">
      {row.one ? 'Only this run has this step.' : 'Only the other run has this step.'}
    </p>
  );
}
