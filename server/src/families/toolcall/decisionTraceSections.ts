import type { WhySection } from '../../model/kind';
import { t } from '../../shared/l10n';
import { atPointer, isObject } from '../../text/jsonPointer';
import { objectsIn } from '../drafts/createDraft';

/**
 * Explains why an agent called a tool, from the trace of its decision. Returns the five sections that the protocol names, from "Why now" to "What
 * you can do", in this order. Sections without content have no rows.
 */
export function decisionTraceSections(trace: Record<string, unknown>): WhySection[] {
  return [
    { title: t`Why now`, rows: triggerRows(trace['trigger']) },
    { title: t`What I saw`, rows: objectsIn(trace['signals']).map(signalRow) },
    { title: t`What I considered`, rows: candidateRows(trace) },
    { title: t`What I chose and why`, rows: choiceRows(trace) },
    { title: t`What you can do`, rows: actionRows(trace) },
  ];
}

/** Explains why a call or a decision was quarantined, shows it, and says how to fix it. */
export function rejectionSections(quarantined: Record<string, unknown>): WhySection[] {
  const { reason, quarantined_at: at, errors } = quarantined;
  const call = isObject(quarantined['call']) ? quarantined['call'] : undefined;
  const trace = isObject(quarantined['trace']) ? quarantined['trace'] : undefined;
  const what = call
    ? [row(t`Agent`, call['agent']), row(t`Tool`, call['tool']), row(t`Arguments`, call['args'])]
    : [row(t`Chosen`, trace?.['chosen']), row(t`Rationale`, trace?.['rationale'])];
  const action = call
    ? t`Fix the problems above (the editor has quick fixes) and send the call again: it was not dispatched.`
    : t`Fix the problems above: this decision was never shown to anyone.`;
  return [
    { title: t`Why it was rejected`, rows: some([row(t`Reason`, reason, 'bad'), row(t`When`, at)]) },
    { title: t`What is wrong with it`, rows: objectsIn(errors).map(faultRow) },
    { title: call ? t`What was to be done` : t`What was decided`, rows: some(what) },
    { title: t`What you can do`, rows: [{ text: action, tone: 'open' }] },
  ];
}

type Row = WhySection['rows'][number];

function triggerRows(trigger: unknown): Row[] {
  return some([row(t`Trigger`, atPointer(trigger, '/source')), row(t`Value`, atPointer(trigger, '/value'))]);
}

function signalRow(signal: Record<string, unknown>): Row {
  const { agent, decision, drivers, slow } = signal;
  const because = Array.isArray(drivers) && drivers.length > 0 ? `: ${drivers.map(shown).join(', ')}` : '';
  const decided = `${decision === undefined ? t`no decision` : shown(decision)}${because}`;
  const text = slow === true ? t`${decided} (slow)` : decided;
  const tone = slow === true ? 'open' : decision === NOTHING ? 'done' : 'plain';
  return agent === undefined ? { text, tone } : { label: shown(agent), text, tone };
}

const NOTHING = 'do_nothing';

// In order of their scores, best first.
function candidateRows({ candidates, chosen }: Record<string, unknown>): Row[] {
  const ranked = objectsIn(candidates).toSorted((one, other) => numberOf(other['score']) - numberOf(one['score']));
  if (ranked.length === 0) return [{ text: t`Nothing else was considered.`, tone: 'done' }];
  return ranked.map(({ kind, score, components, confirm_required: confirm }) => {
    const scores = isObject(components)
      ? Object.entries(components).map(([name, component]) => `${name} ${shown(component)}`)
      : [];
    const facts = [
      ...(score === undefined ? [] : [t`score ${shown(score)}`]),
      ...scores,
      ...(confirm === true ? [t`asks first`] : []),
    ];
    const tone = kind !== undefined && kind === chosen ? 'good' : 'plain';
    return { label: kind === undefined ? t`unnamed` : shown(kind), text: facts.join(' · '), tone };
  });
}

function choiceRows({ chosen, rationale, rationale_source: source }: Record<string, unknown>): Row[] {
  return some([
    row(t`Chosen`, chosen, chosen === NOTHING ? 'done' : 'good'),
    row(t`Why`, rationale),
    row(t`Its wording`, SOURCES.get(source) ?? source),
  ]);
}

const SOURCES: ReadonlyMap<unknown, string> = new Map([
  ['template', t`filled into a fixed sentence`],
  ['llm', t`written by a language model`],
]);

function actionRows({ confirm_required: confirm, outcome, redactions }: Record<string, unknown>): Row[] {
  const [text, tone] = OUTCOMES.get(outcome) ?? [outcome === undefined ? undefined : shown(outcome), 'plain'];
  const waits = outcome === 'pending' && confirm === true;
  const hidden = Array.isArray(redactions) && redactions.length > 0 ? redactions.map(shown).join(', ') : undefined;
  return some([
    row(t`Confirmation`, confirm === true ? t`needed` : confirm === false ? t`not needed` : confirm),
    row(t`Outcome`, waits ? t`It waits for you: confirm or dismiss it.` : text, waits ? 'open' : tone),
    row(t`Blacked out`, hidden),
  ]);
}

const OUTCOMES: ReadonlyMap<unknown, readonly [string, Row['tone']]> = new Map([
  ['pending', [t`Not settled yet.`, 'open']],
  ['confirmed', [t`A person agreed.`, 'good']],
  ['dismissed', [t`A person refused.`, 'done']],
  ['timed_out', [t`Nobody answered in time.`, 'bad']],
  ['executed_auto', [t`Done without asking.`, 'good']],
  ['failed', [t`Tried, and failed.`, 'bad']],
]);

function faultRow({ instancePath, message }: Record<string, unknown>): Row {
  const place = instancePath === undefined || instancePath === '' ? t`as a whole` : shown(instancePath);
  return { label: place, text: message === undefined ? t`is not as it must be` : shown(message), tone: 'bad' };
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
