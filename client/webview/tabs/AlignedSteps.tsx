import { useSignal } from '@preact/signals';
import { useState } from 'preact/hooks';
import { t } from '../../../server/src/shared/l10n';
import type { AlignedRow, DifferenceRow, StepBrief } from '../../../server/src/shared/lspExtensions';
import { useAnswer } from '../model/answerCache';
import { useReplayModel } from '../model/replayModel';
import { StepLine } from '../steps/StepLine';
import { Icon, type IconName } from '../ui/Icon';
import { moveFocus } from '../ui/moveFocus';
import { numberText } from '../ui/numberTexts';
import { useRowWindow, VirtualList } from '../ui/VirtualList';
import './changeSign.css';
import './compareTable.css';
import './Differences.css';
import './AlignedSteps.css';

interface AlignedStepsProps {
  /** The key of the workflow run that the shown run is compared with. */
  other: string;
  only: 'all' | 'different';
}

/** Shows the steps of two workflow runs in two columns, with equal or similar steps in one row. An expanded row shows the differences below it. */
export function AlignedSteps({ other, only }: AlignedStepsProps) {
  const replay = useReplayModel();
  const rows = useRowWindow(replay.answers, 'compare', { with: other, only });
  const opened = useSignal<number | undefined>(undefined);
  if (rows.fault !== undefined) return <p class="nothing">{rows.fault}</p>;
  if (rows.total === 0)
    return <p class="nothing">{only === 'all' ? t`Neither run has steps.` : t`All steps are alike.`}</p>;
  return (
    <VirtualList
      class="aligned"
      role="list"
      aria-label={t`Steps of both runs`}
      data-testid="aligned"
      count={rows.total ?? 0}
      rowHeight={30}
      measured
      onRange={rows.onRange}
      onKeyDown={event => moveFocus(event, '.aligned-row')}
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
              {differenceName(what)}
            </span>
          ))}
        </span>
      </button>
      {isOpen && <Opened row={row} other={other} />}
    </>
  );
}

/** The name of a difference of two steps: see `differs` of `AlignedRow`. */
export function differenceName(what: string): string {
  return NAMES[what] ?? what;
}

const NAMES: Readonly<Record<string, string>> = {
  outcome: t`outcome`,
  title: t`title`,
  confidence: t`confidence`,
  peer: t`peer`,
  effects: t`effects`,
  problems: t`problems`,
  request: t`request`,
  arguments: t`arguments`,
  result: t`result`,
  answer: t`answer`,
  envelope: t`envelope`,
  order: t`order`,
};

function Side({ step }: { step: StepBrief | undefined }) {
  return <span class="compare-side">{step ? <StepLine step={step} /> : <span class="no-step">—</span>}</span>;
}

function Opened({ row, other }: { row: AlignedRow; other: string }) {
  if (row.one && row.other) return <Differences other={other} one={row.one.step} beside={row.other.step} />;
  return (
    <p class="differences-none quiet">
      {row.one ? t`Only this run has this step.` : t`Only the other run has this step.`}
    </p>
  );
}

interface DifferencesProps {
  /** The key of the other run. */
  other: string;
  /** The step in this run, and its counterpart in the other. */
  one: number;
  beside: number;
}

/** The number of rows at first, and of further rows per request. */
const PAGE = 50;

/** The differences between the envelopes of two steps. */
function Differences({ other, one, beside }: DifferencesProps) {
  const { answers } = useReplayModel();
  const [count, setCount] = useState(PAGE);
  const { value, fault } = useAnswer(answers, 'difference', { with: other, step: one, other: beside, from: 0, count });
  if (fault !== undefined) return <p class="differences-none quiet">{fault}</p>;
  if (!value) return <p class="differences-none quiet">{t`Comparing…`}</p>;
  if (value.total === 0) return <p class="differences-none quiet">{t`The envelopes do not differ.`}</p>;
  return (
    <div class="differences" data-testid="differences">
      <table>
        <thead>
          <tr>
            <th scope="col">
              <span class="read-aloud">{t`Change`}</span>
            </th>
            <th scope="col">{t`Path`}</th>
            <th scope="col">{t`This run`}</th>
            <th scope="col">{t`Other run`}</th>
          </tr>
        </thead>
        <tbody>
          {value.rows.map((row, index) => (
            <Difference key={`${index} ${row.path}`} row={row} />
          ))}
        </tbody>
      </table>
      {value.rows.length < value.total && (
        <button type="button" class="link-button" onClick={() => setCount(value.rows.length + PAGE * 4)}>
          {t`Show more (${numberText(value.total - value.rows.length)})`}
        </button>
      )}
    </div>
  );
}

function Difference({ row: { path, change, one, other } }: { row: DifferenceRow }) {
  const { sign, text } = differenceLooks[change];
  return (
    <tr class={`difference-${change}`}>
      <td class="change-sign" title={text}>
        <span aria-hidden="true">{sign}</span>
        <span class="read-aloud">{text}</span>
      </td>
      <td class="mono difference-path" dir="auto" title={path}>
        {path}
      </td>
      <Value text={one} />
      <Value text={other} />
    </tr>
  );
}

function Value({ text }: { text: string | undefined }) {
  return (
    <td class="mono difference-value" dir="auto" title={text}>
      {text ?? <span class="quiet">—</span>}
    </td>
  );
}

/** How an aligned row looks. `sign` is read by eye, `text` aloud. */
export const changeLooks: Record<AlignedRow['is'], { sign: string; icon: IconName; text: string }> = {
  same: { sign: '=', icon: 'pass', text: t`the same` },
  changed: { sign: '~', icon: 'edit', text: t`different` },
  added: { sign: '+', icon: 'add', text: t`only in the other run` },
  missing: { sign: '−', icon: 'remove', text: t`only in this run` },
};

/** How a difference between two envelopes looks. */
const differenceLooks: Record<DifferenceRow['change'], { sign: string; text: string }> = {
  added: { sign: '+', text: t`added` },
  removed: { sign: '−', text: t`removed` },
  changed: { sign: '~', text: t`changed` },
  moved: { sign: '↕', text: t`moved` },
};

/** `3 added`. */
export function countText(is: AlignedRow['is'], count: number): string {
  switch (is) {
    case 'same':
      return t`${count} same`;
    case 'changed':
      return t`${count} changed`;
    case 'added':
      return t`${count} added`;
    case 'missing':
      return t`${count} missing`;
  }
}
