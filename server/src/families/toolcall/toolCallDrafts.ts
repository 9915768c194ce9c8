import type { Kind } from '../../model/kind';
import type { Draft, Effect, Outcome, RunStatus } from '../../model/run';
import { t } from '../../shared/l10n';
import { atPointer } from '../../text/jsonPointer';
import { durationFromMilliseconds } from '../../text/parseTime';
import { createDraft, joinLines, objectsIn, readFields, shortLine } from '../drafts/createDraft';

/** Reads a step of a workflow run from a tool call, a result, a decision, or a refused call. Returns an empty list for a tool catalogue. */
export function steps(value: Record<string, unknown>, kind: Kind): Draft[] {
  const tell = TELLERS.get(kind.id);
  return tell ? [tell(value, kind)] : [];
}

type Teller = (value: Record<string, unknown>, kind: Kind) => Draft;

const TELLERS: ReadonlyMap<string, Teller> = new Map([
  ['toolcall/call', call],
  ['toolcall/result', result],
  ['toolcall/trace', trace],
  ['toolcall/quarantined-call', quarantined],
]);

function call(value: Record<string, unknown>, kind: Kind): Draft {
  const { peer, ...base } = readFields(value, kind.fieldPointers);
  const tool = base.title ?? kind.title;
  return createDraft(
    {
      kind: kind.id,
      side: 'ask',
      pair: base.key,
      // The agent that a call names executes the step.
      agent: peer,
      title: tool,
      outcome: 'pending',
      effects: [{ do: 'call', ...(base.key !== undefined && { id: base.key }), tool }],
    },
    base,
  );
}

function result(value: Record<string, unknown>, kind: Kind): Draft {
  const base = readFields(value, kind.fieldPointers);
  const ok = value['ok'];
  const outcome = ok === true ? 'ok' : ok === false ? 'failed' : 'unknown';
  return createDraft(
    {
      kind: kind.id,
      side: 'answer',
      pair: base.key,
      title: base.title ?? (outcome === 'unknown' ? kind.title : outcome === 'ok' ? t`ok` : t`failed`),
      outcome,
      duration: durationFromMilliseconds(value['latency_ms']),
      effects: [{ do: 'result', ...(base.key !== undefined && { id: base.key }), ok: ok === true }],
    },
    base,
  );
}

/** A decision is a run with a single step. */
function trace(value: Record<string, unknown>, kind: Kind): Draft {
  const base = readFields(value, kind.fieldPointers);
  const title = base.title ?? kind.title;
  const rationale = shortLine(value['rationale']);
  const waits: RunStatus = value['confirm_required'] === true ? 'blocked' : 'running';
  const became = OUTCOMES.get(value['outcome']) ?? { outcome: 'unknown' };
  return createDraft(
    {
      kind: kind.id,
      title,
      ...(became.outcome === 'pending' ? { ...became, status: waits } : became),
      about: joinLines(': ', shortLine(atPointer(value, '/trigger/source')), base.title),
      effects: rationale ? [{ do: 'decision', text: rationale }] : [],
    },
    base,
  );
}

// A suggestion that the user dismisses did not fail.
const OUTCOMES: ReadonlyMap<unknown, { outcome: Outcome; status?: RunStatus }> = new Map([
  ['pending', { outcome: 'pending' }],
  ['confirmed', { outcome: 'ok', status: 'succeeded' }],
  ['executed_auto', { outcome: 'ok', status: 'succeeded' }],
  ['dismissed', { outcome: 'ok', status: 'cancelled' }],
  ['timed_out', { outcome: 'failed', status: 'failed' }],
  ['failed', { outcome: 'failed', status: 'failed' }],
]);

/** A rejected call or decision: it has no answer, and does not affect its run. */
function quarantined(value: Record<string, unknown>, kind: Kind): Draft {
  const { peer, ...base } = readFields(value, kind.fieldPointers);
  return createDraft(
    {
      kind: kind.id,
      agent: peer,
      title: joinLines(': ', base.title, shortLine(value['reason'])) ?? kind.title,
      outcome: 'failed',
      effects: objectsIn(value['errors']).flatMap(faultNote),
    },
    base,
  );
}

function faultNote(fault: Record<string, unknown>): Effect[] {
  const text = joinLines(' ', shortLine(fault['instancePath']), shortLine(fault['message']));
  return text ? [{ do: 'note', text }] : [];
}
