import { useState } from 'preact/hooks';
import { t } from '../../../server/src/shared/l10n';
import type { ChangeRow, Rows, Window } from '../../../server/src/shared/lspExtensions';
import { useLoad } from '../model/answerCache';
import { TABS, useReplayModel } from '../model/replayModel';
import { numberText } from '../ui/numberTexts';
import { ArtifactTexts } from './ArtifactTexts';
import { ChangeMark, ToneIcon } from './ChangeMark';
import { NameText, TabPage } from './TabPage';
import './ChangesTab.css';
import './stateRow.css';

/** The number of changes that the tab lists at first, and that each click on the button below adds. */
const AT_ONCE = 200;
/** If a step made at most this many changes, they are shown expanded. */
const FEW = 3;

/** Shows what a step changed in the state of a workflow run. */
export function ChangesTab() {
  const { answers, step } = useReplayModel();
  const [wanted, setWanted] = useState(AT_ONCE);
  const shown = step.value;
  const { value, fresh, fault } = useLoad(`${answers.revision.value} ${shown} ${wanted}`, async () => ({
    step: shown,
    ...(await firstRows(window => answers.ask('changes', { step: shown, ...window }), wanted)),
  }));
  const left = value ? value.total - value.rows.length : 0;
  return (
    <TabPage name={TABS.changes} class="changes-tab" fresh={fresh} fault={fault}>
      {value?.rows.length === 0 && <p class="nothing">{t`No known changes at this step.`}</p>}
      {value &&
        changeGroups(value.rows).map(({ title, rows }) => (
          <section key={title} class="change-group" aria-label={title}>
            <h2>{title}</h2>
            <ul>
              {rows.map((row, number) => (
                <ChangeLine key={`${value.step} ${number}`} row={row} step={value.step} isAlone={rows.length <= FEW} />
              ))}
            </ul>
          </section>
        ))}
      {left > 0 && (
        <button type="button" class="link-button" onClick={() => setWanted(wanted + AT_ONCE)}>
          … {t`${numberText(left)} more changes`}
        </button>
      )}
    </TabPage>
  );
}

/** Changes named by a path or an id. */
const CODED: readonly ChangeRow['does'][] = ['write', 'document', 'gap', 'question', 'call', 'result'];

interface ChangeLineProps {
  row: ChangeRow;
  step: number;
  /** There are few other changes, so this one may show more. */
  isAlone: boolean;
}

/** A change by a step: the value before and after. */
function ChangeLine({ row, step, isAlone }: ChangeLineProps) {
  const { host } = useReplayModel();
  const { does, change, name, before, after, text, tone, artifact } = row;
  const isOther = before !== undefined && before !== after;
  return (
    <li class={`change-row ${change === 'said' ? '' : change}`}>
      <div class="state-row">
        <ChangeMark change={change} />
        <ToneIcon tone={tone} />
        <span class="state-words">
          <NameText text={name} class={CODED.includes(does) ? 'state-name mono' : 'state-name'} />
          {isOther && (
            <>
              <NameText text={before} class="status before" />
              <span aria-hidden="true">→</span>
              <span class="read-aloud"> {t`becomes`} </span>
            </>
          )}
          {after !== '' && <NameText text={after} class={`status ${tone}`} />}
          {text !== undefined && text !== '' && <NameText text={text} class="state-text" />}
        </span>
        {artifact && host.is === 'editor' && <Diffs artifact={artifact} step={step} />}
      </div>
      {artifact && host.is !== 'editor' && <ArtifactTexts artifact={artifact} step={step} isOpenAtFirst={isAlone} />}
    </li>
  );
}

function Diffs({ artifact, step }: { artifact: NonNullable<ChangeRow['artifact']>; step: number }) {
  const { host } = useReplayModel();
  const { path, hasContent, earlier } = artifact;
  const open = (against: 'previous' | 'disk') => host.send({ type: 'openDiff', step, path, against });
  if (!hasContent) return <span class="state-links quiet">{t`no content`}</span>;
  return (
    <span class="state-links">
      {earlier !== undefined && (
        <button type="button" class="link-button" title={t`Of step ${earlier + 1}`} onClick={() => open('previous')}>
          {t`Diff with previous`}
        </button>
      )}
      <button type="button" class="link-button" onClick={() => open('disk')}>
        {t`Diff with disk`}
      </button>
    </span>
  );
}

type Does = ChangeRow['does'];

/** Groups of changes, in display order. */
const GROUPS: readonly { title: string; does: readonly Does[] }[] = [
  { title: t`Files`, does: ['write'] },
  { title: t`Documents`, does: ['document'] },
  { title: t`Decisions and notes`, does: ['decision', 'note'] },
  { title: t`Gaps and questions`, does: ['gap', 'question'] },
  { title: t`Handoff`, does: ['handoff'] },
  { title: t`Calls`, does: ['call', 'result'] },
  { title: t`Approval and budget`, does: ['approval', 'budget'] },
  { title: t`Evaluations`, does: ['evaluation'] },
  { title: t`Usage`, does: ['usage'] },
];

/** Groups changes under headings; those of unknown groups come last. */
export function changeGroups(rows: readonly ChangeRow[]): { title: string; rows: ChangeRow[] }[] {
  const groups = GROUPS.map(({ title, does }) => ({ title, rows: rows.filter(row => does.includes(row.does)) }));
  const others = rows.filter(row => !GROUPS.some(({ does }) => does.includes(row.does)));
  return [...groups, { title: t`Other`, rows: others }].filter(group => group.rows.length > 0);
}

/** Loads the first rows of a list, however few each answer contains. */
export async function firstRows<Row>(
  ask: (window: Required<Window>) => Promise<Rows<Row>>,
  wanted: number,
): Promise<Rows<Row>> {
  const rows: Row[] = [];
  let total = wanted;
  while (rows.length < Math.min(wanted, total)) {
    const answer = await ask({ from: rows.length, count: wanted - rows.length });
    total = answer.total;
    // An empty answer, although more was announced: gives up.
    if (answer.rows.length === 0) break;
    rows.push(...answer.rows);
  }
  return { rows, from: 0, total };
}
