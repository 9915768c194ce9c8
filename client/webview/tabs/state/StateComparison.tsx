import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { t } from '../../../../server/src/shared/l10n';
import type { NowRow, StateBetweenRow, StateSectionId, StateSide } from '../../../../server/src/shared/lspExtensions';
import { type AnswerCache, useAnswer, useLoad } from '../../model/answerCache';
import { useReplayModel } from '../../model/replayModel';
import { Icon } from '../../ui/Icon';
import { numberText } from '../../ui/numberTexts';
import { PressButton } from '../../ui/PressButton';
import { ChangeMark, ToneIcon } from '../ChangeMark';
import { ErrorText, NameText, StepLink } from '../TabPage';
import '../stateRow.css';
import './StateComparison.css';

interface ComparedSteps {
  /** The indexes of the steps whose states are compared: `one` is the earlier step, `other` the later one. */
  one: number;
  other: number;
  only: 'all' | 'different';
}

const SECTIONS: readonly [StateSectionId, string][] = [
  ['documents', t`Documents`],
  ['gaps', t`Gaps`],
  ['artifacts', t`Artifacts`],
  ['decisions', t`Decisions`],
  ['questions', t`Questions`],
  ['notes', t`Notes`],
];

const LINK = '\u0000';

/**
 * Shows the states of a workflow run after two of its steps, side by side.
 *
 * @param held the index of the step that stays while the user moves on; the other step is the shown one
 */
export function StateComparison({ held }: { held: number }) {
  const { step, otherStep } = useReplayModel();
  const [only, show] = useState<ComparedSteps['only']>('different');
  // Text with two links in it.
  const [before, amid, after] = t`State at ${LINK} and ${LINK}`.split(LINK);
  const between = { one: Math.min(step.value, held), other: Math.max(step.value, held), only };
  return (
    <section class="state-between" aria-labelledby="between-title" data-testid="state-between">
      <header class="between-head">
        <h2 id="between-title">
          {before}
          <StepLink step={between.one} />
          {amid}
          <StepLink step={between.other} />
          {after}
        </h2>
        <span class="spring" />
        <PressButton isPressed={only === 'different'} press={() => show(only === 'different' ? 'all' : 'different')}>
          {t`Only what differs`}
        </PressButton>
        <button
          type="button"
          class="plain-button"
          aria-label={t`Show Only This Step (b)`}
          title={t`Show Only This Step (b)`}
          onClick={() => {
            otherStep.value = undefined;
          }}
        >
          <Icon name="close" />
        </button>
      </header>
      {between.one === between.other && (
        <p class="nothing">{t`Go to another step, or hold Shift and click one on the timeline or in the list of steps.`}</p>
      )}
      <NowBetween {...between} />
      {SECTIONS.map(([id, title]) => (
        <SectionBetween key={id} id={id} title={title} {...between} />
      ))}
    </section>
  );
}

function NowBetween({ only, ...steps }: ComparedSteps) {
  const { answers } = useReplayModel();
  const { value: one, fault } = useAnswer(answers, 'state', { step: steps.one });
  const { value: other, fault: broken = fault } = useAnswer(answers, 'state', { step: steps.other });
  if (broken !== undefined) return <ErrorText text={broken} />;
  if (!one || !other) return null;
  const valueIn = (rows: readonly NowRow[], name: string) => rows.find(row => row.name === name)?.value;
  const names = [...new Set([...one.now, ...other.now].map(({ name }) => name))];
  const rows = names
    .map(name => ({ name, one: valueIn(one.now, name), other: valueIn(other.now, name) }))
    .filter(row => only === 'all' || row.one !== row.other);
  if (rows.length === 0) return null;
  return (
    <Table title={t`Now`} {...steps}>
      {rows.map(row => (
        <tr key={row.name} class={row.one === row.other ? '' : 'changed'}>
          <th scope="row">
            <ChangeMark change={row.one === row.other ? undefined : 'changed'} isBetween />
            {row.name}
          </th>
          <td>{row.one === undefined ? <Nothing /> : <NameText text={row.one} />}</td>
          <td>{row.other === undefined ? <Nothing /> : <NameText text={row.other} />}</td>
        </tr>
      ))}
    </Table>
  );
}

/** The number of rows at first, and of further rows per request. */
const AT_ONCE = 100;

function SectionBetween({ id, title, ...between }: ComparedSteps & { id: StateSectionId; title: string }) {
  const { answers } = useReplayModel();
  const [wanted, setWanted] = useState(AT_ONCE);
  const key = JSON.stringify([answers.revision.value, id, between, wanted]);
  const { value } = useLoad(key, () => firstRows(answers, { ...between, section: id }, wanted));
  if (!value || value.total === 0) return null;
  const left = value.total - value.rows.length;
  return (
    <>
      <Table title={title} note={between.only === 'different' ? sameText(value.same) : undefined} {...between}>
        {value.rows.map((row, place) => (
          <Row key={place} row={row} isCoded={id !== 'decisions' && id !== 'notes'} />
        ))}
      </Table>
      {left > 0 && (
        <button type="button" class="link-button" onClick={() => setWanted(wanted + AT_ONCE)}>
          {t`show more: ${numberText(left)} are left`}
        </button>
      )}
    </>
  );
}

async function firstRows(
  answers: AnswerCache,
  asked: ComparedSteps & { section: StateSectionId },
  wanted: number,
): Promise<{ rows: StateBetweenRow[]; total: number; same: number }> {
  const rows: StateBetweenRow[] = [];
  for (;;) {
    const answer = await answers.ask('stateBetween', { ...asked, from: rows.length, count: wanted - rows.length });
    rows.push(...answer.rows);
    if (rows.length >= Math.min(wanted, answer.total) || answer.rows.length === 0) return { ...answer, rows };
  }
}

function Row({ row: { name, change, one, other }, isCoded }: { row: StateBetweenRow; isCoded: boolean }) {
  return (
    <tr class={change === 'same' ? '' : change}>
      <th scope="row">
        <ChangeMark change={change === 'same' ? undefined : change} isBetween />
        <NameText text={name} class={isCoded ? 'mono' : ''} />
      </th>
      <td>{one ? <Side side={one} /> : <Nothing />}</td>
      <td>
        <Side side={other} />
      </td>
    </tr>
  );
}

function Side({ side: { text, status, tone, agent, step, times } }: { side: StateSide }) {
  return (
    <span class="between-side">
      <ToneIcon tone={tone} />
      {status !== undefined && status !== '' && <NameText text={status} class={`status ${tone}`} />}
      {times !== undefined && times > 1 && <span class="quiet">×{times}</span>}
      {text !== undefined && text !== '' && <NameText text={text} class="state-text" />}
      {agent !== undefined && <NameText text={agent} class="quiet" />}
      <StepLink step={step} />
    </span>
  );
}

function Nothing() {
  return (
    <span class="quiet">
      <span aria-hidden="true">–</span>
      <span class="read-aloud">{t`nothing yet`}</span>
    </span>
  );
}

interface TableProps {
  title: string;
  note?: string | undefined;
  one: number;
  other: number;
  children: ComponentChildren;
}

function Table({ title, note, one, other, children }: TableProps) {
  return (
    <table class="between-table">
      <caption>
        {title}
        {note !== undefined && <span class="count quiet">{note}</span>}
      </caption>
      <thead>
        <tr>
          <td />
          <th scope="col">{t`step ${one + 1}`}</th>
          <th scope="col">{t`step ${other + 1}`}</th>
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}

function sameText(same: number): string | undefined {
  return same === 0 ? undefined : t`${numberText(same)} as before`;
}
