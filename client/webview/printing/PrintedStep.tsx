import type { ChangeRow, Said, StepView } from '../../../server/src/shared/protocol';
import { truncate } from '../../../server/src/shared/shownText';
import type { PrintedStepData } from './readPrintedRun';

const OUTCOMES: Record<StepView['outcome'], string> = {
  ok: '✓',
  failed: '✗ failed',
  pending: '… pending',
  unknown: '',
};

/** A step for printing: agent, action, time, messages, changes and problems. */
export function PrintedStep({ data: { view, changes, said } }: { data: PrintedStepData }) {
  const { step, title, agent, peer, outcome, kindTitle, time, since, took, confidence, usage, problems } = view;
  const who = [agent, peer].filter(Boolean).join(' → ');
  const facts = [
    kindTitle,
    time,
    since,
    took && `took ${took}`,
    confidence !== undefined && `confidence ${confidence.toFixed(2)}`,
    usage,
    view.id,
    ...view.sources.map(({ file, line }) => (line === undefined ? file : `${file}:${line}`)),
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
              {severity}: <bdi>{message}</bdi> <span class="printed-small">{rule}</span>
            </li>
          ))}
          {view.moreProblems !== undefined && view.moreProblems > 0 && <li>and {view.moreProblems} more</li>}
        </ul>
      )}
    </li>
  );
}

/** The beginning of each text that a step says. */
function saidTexts({ messages, text }: Said): string[] {
  const parts = messages?.flatMap(({ parts }) => parts) ?? [];
  const texts = parts.map(part => {
    if (part.is === 'call') return [part.name, part.arguments.text, part.result?.text].filter(Boolean).join('\n');
    return 'text' in part ? part.text : part.about;
  });
  return [...texts, text ?? ''].filter(one => one.trim() !== '').map(one => truncate(one, LONGEST_PRINTED));
}

const LONGEST_PRINTED = 500;

function changeText({ name, before, after, text }: ChangeRow): string {
  const values = before !== undefined && before !== after ? `${before} → ${after}` : after;
  return [name, values, text].filter(Boolean).join(' · ');
}
