import type { WhySection } from '../../model/kind';
import { atPointer, isObject } from '../../text/jsonPointer';
import { objectsIn } from '../drafts/draft';

/** Explains a decision in the protocol's five sections, in its order, including empty ones. */
export function explainDecision(trace: Record<string, unknown>): WhySection[] {
  return [
    { title: 'Why now', rows: triggerRows(trace['trigger']) },
    { title: 'What I saw', rows: objectsIn(trace['signals']).map(signalRow) },
    { title: 'What I considered', rows: candidateRows(trace) },
    { title: 'What I chose and why', rows: choiceRows(trace) },
    { title: 'What you can do', rows: actionRows(trace) },
  ];
}

/** Explains why a call or a decision was quarantined, shows it, and says how to fix it. */
export function explainRejection(quarantined: Record<string, unknown>): WhySection[] {
  const { reason, quarantined_at: at, errors } = quarantined;
  const call = isObject(quarantined['call']) ? quarantined['call'] : undefined;
  const trace = isObject(quarantined['trace']) ? quarantined['trace'] : undefined;
  const what = call
    ? [row('Agent', call['agent']), row('Tool', call['tool']), row('Arguments', call['args'])]
    : [row('Chosen', trace?.['chosen']), row('Rationale', trace?.['rationale'])];
  const action = call
    ? 'Fix the problems above (the editor has quick fixes) and send the call again: it was not dispatched.'
    : 'Fix the problems above: this decision was never shown to anyone.';
  return [
    { title: 'Why it was rejected', rows: some([row('Reason', reason, 'bad'), row('When', at)]) },
    { title: 'What is wrong with it', rows: objectsIn(errors).map(faultRow) },
    { title: call ? 'What was to be done' : 'What was decided', rows: some(what) },
    { title: 'What you can do', rows: [{ text: action, tone: 'open' }] },
  ];
}

type Row = WhySection['rows'][number];

function triggerRows(trigger: unknown): Row[] {
  return some([row('Trigger', atPointer(trigger, '/source')), row('Value', atPointer(trigger, '/value'))]);
}

function signalRow(signal: Record<string, unknown>): Row {
  const { agent, decision, drivers, slow } = signal;
  const because = Array.isArray(drivers) && drivers.length > 0 ? `: ${drivers.map(shown).join(', ')}` : '';
  const late = slow === true ? ' (slow)' : '';
  const text = `${decision === undefined ? 'no decision' : shown(decision)}${because}${late}`;
  const tone = slow === true ? 'open' : decision === NOTHING ? 'done' : 'plain';
  return agent === undefined ? { text, tone } : { label: shown(agent), text, tone };
}

const NOTHING = 'do_nothing';

// In order of their scores, best first.
function candidateRows({ candidates, chosen }: Record<string, unknown>): Row[] {
  const ranked = objectsIn(candidates).toSorted((one, other) => numberOf(other['score']) - numberOf(one['score']));
  if (ranked.length === 0) return [{ text: 'Nothing else was considered.', tone: 'done' }];
  return ranked.map(({ kind, score, components, confirm_required: confirm }) => {
    const scores = isObject(components)
      ? Object.entries(components).map(([name, component]) => `${name} ${shown(component)}`)
      : [];
    const facts = [
      ...(score === undefined ? [] : [`score ${shown(score)}`]),
      ...scores,
      ...(confirm === true ? ['asks first'] : []),
    ];
    const tone = kind !== undefined && kind === chosen ? 'good' : 'plain';
    return { label: kind === undefined ? 'unnamed' : shown(kind), text: facts.join(' · '), tone };
  });
}

function choiceRows({ chosen, rationale, rationale_source: source }: Record<string, unknown>): Row[] {
  return some([
    row('Chosen', chosen, chosen === NOTHING ? 'done' : 'good'),
    row('Why', rationale),
    row('Its wording', SOURCES.get(source) ?? source),
  ]);
}

const SOURCES: ReadonlyMap<unknown, string> = new Map([
  ['template', 'filled into a fixed sentence'],
  ['llm', 'written by a language model'],
]);

function actionRows({ confirm_required: confirm, outcome, redactions }: Record<string, unknown>): Row[] {
  const [text, tone] = OUTCOMES.get(outcome) ?? [outcome === undefined ? undefined : shown(outcome), 'plain'];
  const waits = outcome === 'pending' && confirm === true;
  const hidden = Array.isArray(redactions) && redactions.length > 0 ? redactions.map(shown).join(', ') : undefined;
  return some([
    row('Confirmation', confirm === true ? 'needed' : confirm === false ? 'not needed' : confirm),
    row('Outcome', waits ? 'It waits for you: confirm or dismiss it.' : text, waits ? 'open' : tone),
    row('Blacked out', hidden),
  ]);
}

const OUTCOMES: ReadonlyMap<unknown, readonly [string, Row['tone']]> = new Map([
  ['pending', ['Not settled yet.', 'open']],
  ['confirmed', ['A person agreed.', 'good']],
  ['dismissed', ['A person refused.', 'done']],
  ['timed_out', ['Nobody answered in time.', 'bad']],
  ['executed_auto', ['Done without asking.', 'good']],
  ['failed', ['Tried, and failed.', 'bad']],
]);

function faultRow({ instancePath, message }: Record<string, unknown>): Row {
  const place = instancePath === undefined || instancePath === '' ? 'as a whole' : shown(instancePath);
  return { label: place, text: message === undefined ? 'is not as it must be' : shown(message), tone: 'bad' };
}

function row(label: string, value: unknown, tone: Row['tone'] = 'plain'): Row | undefined {
  return value === undefined || value === null || value === '' ? undefined : { label, text: shown(value), tone };
}

function some(rows: readonly (Row | undefined)[]): Row[] {
  return rows.filter(one => one !== undefined);
}

// Values that are nested too deeply can't be stringified.
function shown(value: unknown): string {
  if (typeof value === 'string') return value;
  try {
    return JSON.stringify(value) ?? '';
  } catch {
    return '…';
  }
}

function numberOf(value: unknown): number {
  return typeof value === 'number' ? value : Number.NEGATIVE_INFINITY;
}
