import type { CheckedRun, RunEnvelope } from '../../../model/rule';
import type { Effect } from '../../../model/run';
import { defineRunRule } from '../../../rules/defineRule';
import { accumulateByFile, describeLocation, envelopesByFile, isOnlyEnvelope } from '../../../rules/envelopesOfRun';
import { addToList } from '../../../shared/arrays';
import { t } from '../../../shared/l10n';
import { toolPhase } from '../eventDraft';
import { eventName, pathOfEventName } from '../eventName';

/** An event that a tool call started or ended, with the id and the tool of the call. An end without a start is reported. */
export interface ToolCallPhase {
  /** `both`: a start and its end that a response's trace merges. */
  is: 'start' | 'end' | 'both';
  envelope: RunEnvelope;
  id?: string | undefined;
  tool?: string | undefined;
}

/** Tracks starts without an end. An end matches a start by call id if both have one, else by tool. */
export function unmatchedStarts() {
  const all: ToolCallPhase[] = [];
  const taken = new Set<ToolCallPhase>();
  const waiting = new Map<string, ToolCallPhase[]>();

  // Takes the last of several starts: any would do.
  function takeOf(key: string): boolean {
    const same = waiting.get(key) ?? [];
    for (let start = same.pop(); start; start = same.pop()) {
      if (taken.has(start)) continue;
      taken.add(start);
      return true;
    }
    return false;
  }

  return {
    add(start: ToolCallPhase): void {
      const { id, tool } = start;
      all.push(start);
      if (id !== undefined) addToList(waiting, `id ${id}`, start);
      for (const which of id === undefined ? ['bare', 'any'] : ['any']) {
        addToList(waiting, `${which} of all`, start);
        addToList(waiting, tool === undefined ? `${which} of none` : `${which} tool ${tool}`, start);
      }
    },
    take({ id, tool }: ToolCallPhase): boolean {
      if (id !== undefined && takeOf(`id ${id}`)) return true;
      const which = id === undefined ? 'any' : 'bare';
      if (tool === undefined) return takeOf(`${which} of all`);
      return takeOf(`${which} tool ${tool}`) || takeOf(`${which} of none`);
    },
    left: () => all.filter(start => !taken.has(start)),
  };
}

/** Reports an event for the end of a tool call that has no event for its start. */
export default defineRunRule({
  id: 'agent-io/tool-end-without-start',
  severity: 'warning',
  check(run, report) {
    if (!run.isWhole) return;
    for (const { end, ended } of endsWithoutStart(run)) {
      const { envelope, id, tool } = end;
      if (isOnlyEnvelope(envelope, run)) continue;
      const what = tool === undefined ? t`a tool` : `"${tool.slice(0, 60)}"`;
      const message = ended
        ? endedMessage(what, ended, envelope)
        : id === undefined
          ? t`This ends a call of ${what} that was not started: no tool_call_start of it comes before it.`
          : t`This ends a call of ${what} that was not started: no tool_call_start of the call_id "${id.slice(0, 60)}" comes before it.`;
      report({ at: envelope, path: pathOfEventName(envelope), message });
    }
  },
});

interface Stray {
  end: ToolCallPhase;
  /** The event that already ended the call this one may refer to. */
  ended: RunEnvelope | undefined;
}

/** The ends without a start. Within a file a start precedes its end; the clocks of two files may differ. */
function endsWithoutStart(run: CheckedRun): Stray[] {
  const left: Stray[] = [];
  const elsewhere = unmatchedStarts();
  for (const envelopes of envelopesByFile(run)) {
    const starts = unmatchedStarts();
    const ended = new Map<string, RunEnvelope>();
    let begins = false;
    for (const envelope of envelopes) {
      begins ||= isBeginning(envelope);
      const phase = phaseOf(envelope);
      if (phase?.is === 'start') starts.add(phase);
      else if (phase) {
        const call = phase.id === undefined ? `tool ${phase.tool}` : `id ${phase.id}`;
        if (phase.is === 'both' || starts.take(phase)) ended.set(call, envelope);
        else if (begins || !isOfTail(envelopes)) left.push({ end: phase, ended: ended.get(call) });
      }
    }
    for (const start of starts.left()) elsewhere.add(start);
  }
  return left.filter(({ end }) => !elsewhere.take(end));
}

/** Returns whether a trace begins with this envelope, so that its file has all starts. */
function isBeginning(envelope: RunEnvelope): boolean {
  const { kind, path } = envelope.draft;
  // A response contains its whole trace.
  return kind === 'agent-io/request' || path !== undefined || eventName(envelope) === 'plan_created';
}

// All events of a response's trace are on one line.
function endedMessage(what: string, ended: RunEnvelope, from: RunEnvelope): string {
  return ended.part === from.part
    ? t`The call of ${what} has already ended: a new attempt needs its own tool_call_start.`
    : t`The call of ${what} has already ended (${describeLocation(ended, from)}): a new attempt needs its own tool_call_start.`;
}

/** Returns whether the envelopes are in a file that begins in the middle of traces, as one end without a start shows. */
function isOfTail(envelopes: readonly RunEnvelope[]): boolean {
  const last = envelopes.at(-1);
  const shown = last && tracesUpTo(last).shown;
  return last !== undefined && shown !== undefined && shown <= last.place;
}

/** The traces with a beginning or a start, and the index of the first end before those of its own trace. */
const tracesUpTo = accumulateByFile(
  (): { begun: Set<string | undefined>; shown?: number } => ({ begun: new Set() }),
  (traces, envelope) => {
    const { run } = envelope.draft;
    if (traces.shown !== undefined || traces.begun.has(run)) return;
    const is = phaseOf(envelope)?.is;
    if (is === 'start' || isBeginning(envelope)) traces.begun.add(run);
    else if (is === 'end') traces.shown = envelope.place;
  },
);

function phaseOf(envelope: RunEnvelope): ToolCallPhase | undefined {
  const name = eventName(envelope);
  const { effects = [] } = envelope.draft;
  const calls = effects.filter(isOfTool);
  const [{ id, tool } = {}] = calls;
  if (calls.length > 1) return { is: 'both', envelope, id, tool };
  if (toolPhase(name) === 'start') return { is: 'start', envelope, id, tool };
  return name !== undefined && ENDS.has(name) ? { is: 'end', envelope, id, tool } : undefined;
}

const ENDS: ReadonlySet<string> = new Set(['tool_call_complete', 'tool_call_error']);

function isOfTool(effect: Effect): effect is Effect & { do: 'call' | 'result' } {
  return effect.do === 'call' || effect.do === 'result';
}
