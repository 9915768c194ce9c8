import { useState } from 'preact/hooks';
import { useReplayModel } from '../../model/replayModel';
import { useLoad } from '../../model/useLoad';
import { TabPage } from '../common/TabPage';
import { firstRows } from '../state/firstRows';
import { ChangeLine } from './ChangeLine';
import { changeGroups } from './changeGroups';
import './ChangesTab.css';

/** The number of rows at first, and of further rows per request. */
const AT_ONCE = 200;
/** Up to this many files are initially expanded. */
const FEW = 3;

/** The changes of a step to the run's state. */
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
    <TabPage name="Changes" class="changes-tab" fresh={fresh} fault={fault}>
      {value?.rows.length === 0 && <p class="nothing">No known changes at this step.</p>}
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
          … {left.toLocaleString('en')} more changes
        </button>
      )}
    </TabPage>
  );
}
