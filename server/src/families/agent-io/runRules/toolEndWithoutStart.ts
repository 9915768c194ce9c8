import type { CheckedRun, RunEnvelope, RunFile } from '../../../model/rule';
import type { Effect } from '../../../model/run';
import { defineRunRule } from '../../../rules/defineRunRule';
import { inFiles } from '../../../rules/ofRuns/inFiles';
import { isAlone } from '../../../rules/ofRuns/isAlone';
import { toolPhase } from '../eventDraft';
import { eventName, nameKey } from '../eventName';

export default defineRunRule({
  id: 'agent-io/tool-end-without-start',
  severity: 'warning',
  docs: `A tool call ends that was not started. \`tool_call_complete\` and \`tool_call_error\` end what a \`tool_call_start\`
of the same tool began, or of the same \`call_id\`. An end without a start has no duration and no inputs; most often a
check before the call failed and wrote the event of the call. A log that begins in the middle may begin with ends: of
those before its first start nothing is said, unless their trace begins in it.

**Good:**

\`\`\`jsonl
{"event": "tool_call_start", "trace_id": "trip-1", "timestamp": "2026-06-15T06:00:00Z", "details": {"tool": "search"}, "status": "pending"}
{"event": "tool_call_error", "trace_id": "trip-1", "timestamp": "2026-06-15T06:00:05Z", "details": {"tool": "search", "error": "no answer"}, "status": "error"}
\`\`\`

**Bad:**

\`\`\`jsonl
{"event": "tool_call_start", "trace_id": "trip-1", "timestamp": "2026-06-15T06:00:00Z", "details": {"tool": "search"}, "status": "pending"}
{"event": "tool_call_error", "trace_id": "trip-1", "timestamp": "2026-06-15T06:00:05Z", "details": {"tool": "serach", "error": "no such tool"}, "status": "error"}
\`\`\`

Write the start before the tool is looked up, and again before each new try.

Source: Agent Input/Output Contract, the canonical events.`,
  check(run, report) {
    if (!run.isWhole) return;
    for (const end of endsWithoutStart(run)) {
      if (isAlone(end, run)) continue;
      const { tool } = phaseOf(end) ?? {};
      const what = tool === undefined ? 'a tool' : `"${tool.slice(0, 60)}"`;
      report({
        at: end,
        path: nameKey(end),
        message: `This ends a call of ${what} that was not started: no tool_call_start of it stands before.`,
      });
    }
  },
});

/** In its file a start stands before its end; how the clocks of two files agree nobody knows. */
function endsWithoutStart(run: CheckedRun): RunEnvelope[] {
  const left: Phase[] = [];
  const elsewhere = openStarts();
  for (const envelopes of inFiles(run)) {
    const starts = openStarts();
    let begins = false;
    for (const envelope of envelopes) {
      begins ||= isBeginning(envelope);
      const phase = phaseOf(envelope);
      if (phase?.is === 'start') starts.add(phase);
      else if (phase && !starts.take(phase) && (begins || hasStartBefore(envelope))) left.push(phase);
    }
    for (const start of starts.left()) elsewhere.add(start);
  }
  return left.filter(end => !elsewhere.take(end)).map(({ envelope }) => envelope);
}

/** Does its trace begin with it, so that no start of it can be missing? */
function isBeginning(envelope: RunEnvelope): boolean {
  const { kind, path } = envelope.draft;
  // A response tells its trace as a whole.
  return kind === 'agent-io/request' || path !== undefined || eventName(envelope) === 'plan_created';
}

/** Was any tool started before this in its file, in whatever trace? What was looked through once is not again. */
function hasStartBefore({ file, place, before }: RunEnvelope): boolean {
  const seen = startsIn.get(file) ?? { none: -1, start: Number.POSITIVE_INFINITY };
  startsIn.set(file, seen);
  if (place > seen.start) return true;
  for (let one = before; one && one.place > seen.none; one = one.before) {
    if (phaseOf(one)?.is !== 'start') continue;
    seen.start = one.place;
    return true;
  }
  seen.none = Math.max(seen.none, place);
  return false;
}

/** By files: up to where there is no start, and where there is one. */
const startsIn = new WeakMap<RunFile, { none: number; start: number }>();

interface Phase {
  is: 'start' | 'end';
  envelope: RunEnvelope;
  id?: string | undefined;
  tool?: string | undefined;
}

function phaseOf(envelope: RunEnvelope): Phase | undefined {
  const name = eventName(envelope);
  const { effects = [] } = envelope.draft;
  const calls = effects.filter(isOfTool);
  // One event may stand for both, and in a response the two are one.
  if (calls.length > 1) return undefined;
  const [{ id, tool } = {}] = calls;
  if (toolPhase(name) === 'start') return { is: 'start', envelope, id, tool };
  return name !== undefined && ENDS.has(name) ? { is: 'end', envelope, id, tool } : undefined;
}

const ENDS: ReadonlySet<string> = new Set(['tool_call_complete', 'tool_call_error']);

function isOfTool(effect: Effect): effect is Effect & { do: 'call' | 'result' } {
  return effect.do === 'call' || effect.do === 'result';
}

/** Starts that have no end yet. An end takes one: of its call where both name one, else of its tool. */
function openStarts() {
  const all: Phase[] = [];
  const taken = new Set<Phase>();
  const waiting = new Map<string, Phase[]>();

  function listed(key: string, start: Phase): void {
    const same = waiting.get(key);
    if (same) same.push(start);
    else waiting.set(key, [start]);
  }

  // The last that began: which of several it is makes no difference.
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
    add(start: Phase): void {
      const { id, tool } = start;
      all.push(start);
      if (id !== undefined) listed(`id ${id}`, start);
      for (const which of id === undefined ? ['bare', 'any'] : ['any']) {
        listed(`${which} of all`, start);
        listed(tool === undefined ? `${which} of none` : `${which} tool ${tool}`, start);
      }
    },
    take({ id, tool }: Phase): boolean {
      if (id !== undefined && takeOf(`id ${id}`)) return true;
      const which = id === undefined ? 'any' : 'bare';
      if (tool === undefined) return takeOf(`${which} of all`);
      return takeOf(`${which} tool ${tool}`) || takeOf(`${which} of none`);
    },
    left: () => all.filter(start => !taken.has(start)),
  };
}
