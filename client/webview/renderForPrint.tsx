import { render } from 'preact';
import { t } from '../../server/src/shared/l10n';
import type {
  ChangeRow,
  Metrics,
  ReplayOverview,
  ReplayState,
  Said,
  StepView,
} from '../../server/src/shared/lspExtensions';
import { truncate } from '../../server/src/shared/shownText';
import type { Host } from './selectHost';
import { SEVERITIES } from './tabs/ChangeMark';
import { numberText } from './ui/numberTexts';
import { runFacts, runStatusText } from './ui/runFacts';
import './PrintedRun.css';

/** Renders a whole workflow run when the replay page is about to be printed, since the screen shows only a piece of it. */
export function renderForPrint(host: Host): void {
  const sheet = document.createElement('main');
  sheet.className = 'printed';
  document.body.append(sheet);
  const prepare = async () => {
    const data = await readPrintedRun(host.ask);
    render(<PrintedRun {...data} />, sheet);
  };
  // Browsers differ in which of the two events they send.
  window.addEventListener('beforeprint', () => void prepare());
  matchMedia('print').addEventListener('change', ({ matches }) => matches && void prepare());
  window.addEventListener('afterprint', () => render(null, sheet));
}

/** A run for printing: its facts and final state, then each step. */
function PrintedRun({ overview, totals, state, steps }: PrintedRunData) {
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
      <h2>{t`Steps`}</h2>
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
      <h2>{t`At the end`}</h2>
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
            {total > rows.length && <li>{t`and ${numberText(total - rows.length)} more`}</li>}
          </ul>
        </section>
      ))}
    </section>
  );
}

const OUTCOMES: Record<StepView['outcome'], string> = {
  ok: '✓',
  failed: `✗ ${t`failed`}`,
  pending: `… ${t`pending`}`,
  unknown: '',
};

/** A step for printing: agent, action, time, messages, changes and problems. */
function PrintedStep({ data: { view, changes, said } }: { data: PrintedStepData }) {
  const { step, title, agent, peer, outcome, kindTitle, time, since, took, confidence, usage, problems } = view;
  const who = [agent, peer].filter(Boolean).join(' → ');
  const facts = [
    kindTitle,
    time,
    since,
    took && t`took ${took}`,
    confidence !== undefined && t`confidence ${confidence.toFixed(2)}`,
    usage,
    view.id,
    ...view.envelopes.map(({ file, line }) => (line === undefined ? file : `${file}:${line}`)),
  ];
  return (
    <li class="printed-step" data-step={step + 1}>
      <h3>
        {step + 1} · <bdi>{title}</bdi> {who !== '' && <bdi class="printed-who">{who}</bdi>}{' '}
        <span class="printed-outcome">{OUTCOMES[outcome]}</span>
      </h3>
      <p class="printed-small">{facts.filter(Boolean).join(' · ')}</p>
      {said.flatMap(saidTexts).map((text, place) => (
        <p key={place} class="printed-said" dir="auto">
          {text}
        </p>
      ))}
      {changes.length > 0 && (
        <ul>
          {changes.map((row, place) => (
            <li key={place}>
              <bdi>{changeText(row)}</bdi>
            </li>
          ))}
        </ul>
      )}
      {problems.length > 0 && (
        <ul class="printed-problems">
          {problems.map(({ severity, message, rule }, place) => (
            <li key={place}>
              {SEVERITIES[severity]}: <bdi>{message}</bdi> <span class="printed-small">{rule}</span>
            </li>
          ))}
          {view.moreProblems !== undefined && view.moreProblems > 0 && (
            <li>{t`and ${numberText(view.moreProblems)} more`}</li>
          )}
        </ul>
      )}
    </li>
  );
}

/** The beginning of each text in a step's messages. */
function saidTexts({ messages, text }: Said): string[] {
  const pieces = messages?.flatMap(({ pieces }) => pieces) ?? [];
  const texts = pieces.map(piece => {
    if (piece.is === 'call') return [piece.name, piece.arguments.text, piece.result?.text].filter(Boolean).join('\n');
    return 'text' in piece ? piece.text : piece.about;
  });
  return [...texts, text ?? ''].filter(one => one.trim() !== '').map(one => truncate(one, LONGEST_PRINTED));
}

const LONGEST_PRINTED = 500;

function changeText({ name, before, after, text }: ChangeRow): string {
  const values = before !== undefined && before !== after ? `${before} → ${after}` : after;
  return [name, values, text].filter(Boolean).join(' · ');
}

/** The data of a printed run. */
interface PrintedRunData {
  overview: ReplayOverview;
  totals: Metrics['totals'];
  /** The run's final state. */
  state: ReplayState | undefined;
  steps: PrintedStepData[];
}

interface PrintedStepData {
  view: StepView;
  changes: readonly ChangeRow[];
  said: readonly Said[];
}

/**
 * Reads a whole run. In an exported file this does not yield to the event loop, so that printing can start immediately.
 */
async function readPrintedRun(ask: Host['ask']): Promise<PrintedRunData> {
  const overview = await ask('overview', {});
  const count = overview.run.steps;
  const { totals } = await ask('metrics', {});
  const state = count === 0 ? undefined : await ask('state', { step: count - 1 });
  const said = count === 0 ? new Map<number, Said[]>() : await readSaid(ask, count - 1);
  const steps: PrintedStepData[] = [];
  for (let step = 0; step < count; step++) {
    const view = await ask('step', { step });
    const changes = await ask('changes', { step });
    steps.push({ view, changes: changes.rows, said: said.get(step) ?? [] });
  }
  return { overview, totals, state, steps };
}

/** The messages by step. */
async function readSaid(ask: Host['ask'], step: number): Promise<Map<number, Said[]>> {
  const said = new Map<number, Said[]>();
  let from = 0;
  let total = 1;
  while (from < total) {
    const window = await ask('conversation', { step, from });
    if (window.rows.length === 0) break;
    for (const row of window.rows) said.set(row.step, [...(said.get(row.step) ?? []), row]);
    from += window.rows.length;
    total = window.total;
  }
  return said;
}
