import type { ReplayState } from '../../../server/src/shared/protocol';
import { runFacts } from '../shell/header/runFacts';
import { runStatusText } from '../ui/runStatusLooks';
import { PrintedStep } from './PrintedStep';
import type { PrintedRunData } from './readPrintedRun';
import './PrintedRun.css';

/** A run for printing: its facts and final state, then each step. */
export function PrintedRun({ overview, totals, state, steps }: PrintedRunData) {
  const { run } = overview;
  return (
    <>
      <header>
        <h1 dir="auto">{run.title}</h1>
        <p>
          <strong>{runStatusText(run)}</strong>
          {run.reason !== undefined && <bdi>: {run.reason}</bdi>}
        </p>
        <p>
          {[...runFacts(overview).map(({ text }) => text), run.id].join(' · ')}
          {run.files.length > 0 && <bdi> · {run.files.join(', ')}</bdi>}
        </p>
        <dl class="printed-facts">
          {totals.map(({ name, value, about }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{about === undefined ? value : `${value}, ${about}`}</dd>
            </div>
          ))}
        </dl>
      </header>
      {state && <PrintedState state={state} />}
      <h2>Steps</h2>
      <ol class="printed-steps">
        {steps.map(step => (
          <PrintedStep key={step.view.step} data={step} />
        ))}
      </ol>
    </>
  );
}

/** The final state. */
function PrintedState({ state: { now, sections } }: { state: ReplayState }) {
  if (now.length + sections.length === 0) return null;
  return (
    <section>
      <h2>At the end</h2>
      <dl class="printed-facts">
        {now.map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd dir="auto">{value}</dd>
          </div>
        ))}
      </dl>
      {sections.map(({ id, title, rows, total }) => (
        <section key={id}>
          <h3>{title}</h3>
          <ul>
            {rows.map((row, place) => (
              <li key={place}>
                <bdi>{row.name}</bdi>
                {[row.text, row.status, row.agent].map(
                  text => text !== undefined && text !== '' && <bdi> · {text}</bdi>,
                )}
              </li>
            ))}
            {total > rows.length && <li>and {(total - rows.length).toLocaleString('en')} more</li>}
          </ul>
        </section>
      ))}
    </section>
  );
}
