import { t } from '../../../server/src/shared/l10n';
import { useAnswer } from '../model/answerCache';
import { TABS, useReplayModel } from '../model/replayModel';
import { ToneIcon } from './ChangeMark';
import { TabPage } from './TabPage';
import './WhyTab.css';

/** Shows why an agent took the shown step of a workflow run, in the sections that the step's protocol prescribes. */
export function WhyTab() {
  const { answers, step } = useReplayModel();
  const { value: why, fresh, fault } = useAnswer(answers, 'why', { step: step.value });
  return (
    <TabPage name={TABS.why} class="why-tab" fresh={fresh} fault={fault}>
      {why === null && <p class="nothing">{t`No decision trace at this step.`}</p>}
      {why && (
        <ol class="why-sections">
          {why.sections.map(({ title, rows }) => (
            <li key={title}>
              <h2>{title}</h2>
              {rows.length === 0 && <p class="quiet">{t`No entries.`}</p>}
              <dl>
                {rows.map(({ label, text, tone }, number) => (
                  <div key={number} class={`why-row ${tone}`}>
                    <dt class={label === undefined ? 'read-aloud' : 'quiet'}>
                      <bdi>{label ?? title}</bdi>
                    </dt>
                    <dd>
                      {tone !== 'plain' && <ToneIcon tone={tone} />}
                      <bdi>{text === '' ? t`(empty)` : text}</bdi>
                    </dd>
                  </div>
                ))}
              </dl>
            </li>
          ))}
        </ol>
      )}
    </TabPage>
  );
}
