import type { CheckedRun, RunEnvelope, RunStep } from '../../model/rule';
import { nearestWord } from '../../text/similarNames';

/** The hand-offs between agents in a workflow run that were not answered properly: either no agent answered, or the wrong one did. */
export interface HandoffProblems {
  /** Never answered, although the run continued elsewhere. */
  unanswered: { step: RunEnvelope; to: string }[];
  /** Answered by another agent than the one that the hand-off names. */
  byAnother: { step: RunEnvelope; handoff: RunEnvelope; to: string }[];
}

/**
 * Follows the handoffs of a run in order. The receiver answers with its next message; meanwhile other handoffs may be
 * answered, since agents work in parallel. The conductor and the user may intervene at any time: handoffs through them
 * are not judged.
 */
export function handoffProblems({ steps, isOrdered, isWhole }: CheckedRun): HandoffProblems {
  if (!isOrdered || !isWhole) return { unanswered: [], byAnother: [] };
  const messages = steps.filter(({ draft }) => KINDS.has(draft.kind));
  const lastOf = new Map(messages.map(({ draft }, at) => [draft.agent, at]));
  const handoffs = messages.map((step, at) => handoffOf(step, at, lastOf));
  const byAnother = answeredByAnother(messages, handoffs);
  const taken = new Set(byAnother.map(({ handoff }) => handoff));
  return { byAnother, unanswered: unanswered(messages, handoffs).filter(({ step }) => !taken.has(step)) };
}

interface Handoff {
  step: RunStep;
  from: string | undefined;
  to: string;
  /** Whether the message names a next agent; otherwise it only has an addressee, who need not answer. */
  isHandoff: boolean;
  /** The named agent writes a later message. */
  isAnswered: boolean;
}

const KINDS: ReadonlySet<string> = new Set(['agent-message/message', 'agent-message/error']);

function handoffOf(step: RunStep, at: number, lastOf: ReadonlyMap<string | undefined, number>): Handoff | undefined {
  const { agent: from, peer, effects = [] } = step.draft;
  const named = effects.find(effect => effect.do === 'handoff');
  const to = named?.do === 'handoff' ? named.to : peer;
  if (to === undefined || to === from || isRouter(to)) return undefined;
  return { step, from, to, isHandoff: named !== undefined, isAnswered: (lastOf.get(to) ?? -1) > at };
}

function isRouter(agent: string | undefined): boolean {
  return agent === 'conductor' || agent === 'user';
}

function answeredByAnother(messages: readonly RunStep[], handoffs: readonly (Handoff | undefined)[]) {
  const found: HandoffProblems['byAnother'] = [];
  // The named agents that have not written since, each with the agents that named it.
  const named = new Map<string, Set<string | undefined>>();
  // For each agent, the number of agents that it named and that have not written since.
  const waits = new Map<string | undefined, number>();
  for (const [index, step] of messages.entries()) {
    const { agent } = step.draft;
    const before = handoffs[index - 1];
    if (agent !== undefined && !named.has(agent) && !isRouter(agent) && !waits.get(agent)) {
      const isMeant = before && (before.from === agent || nearestWord(agent, [before.to]) !== undefined);
      if (before?.isHandoff && !before.isAnswered && !isMeant)
        found.push({ step, handoff: before.step, to: before.to });
    }
    for (const from of (agent !== undefined && named.get(agent)) || []) waits.set(from, (waits.get(from) ?? 0) - 1);
    if (agent !== undefined) named.delete(agent);
    const next = handoffs[index];
    if (!next) continue;
    const by = named.get(next.to) ?? new Set();
    named.set(next.to, by);
    if (!by.has(next.from)) waits.set(next.from, (waits.get(next.from) ?? 0) + 1);
    by.add(next.from);
  }
  return found;
}

/**
 * The handoffs that are still open although a later handoff of another agent, to a third one, was answered. For each
 * awaited agent only the last one, which serves as a reminder.
 */
function unanswered(
  messages: readonly RunStep[],
  handoffs: readonly (Handoff | undefined)[],
): HandoffProblems['unanswered'] {
  const found: HandoffProblems['unanswered'] = [];
  const answeredLater: Handoff[] = [];
  const waitedFor = new Set<string>();
  for (let at = handoffs.length - 1; at >= 0; at--) {
    const handoff = handoffs[at];
    if (!handoff) continue;
    const { step, from, to, isHandoff, isAnswered } = handoff;
    const isKnown = answeredLater.some(one => one.from === from && one.to === to);
    if (isAnswered && !isKnown && answeredLater.length < MOST_COMPARED) answeredLater.push(handoff);
    if (!isHandoff || isAnswered || waitedFor.has(to)) continue;
    waitedFor.add(to);
    const goesOn = answeredLater.some(one => one.from !== from && one.to !== to);
    if (goesOn && !isBranchAtWork(at, messages, handoffs)) found.push({ step, to });
  }
  return found;
}

// The maximum number of compared pairs of agents.
const MOST_COMPARED = 16;

/**
 * Returns whether a handoff is one of several parallel branches that have not been joined yet. Branches are joined when two of the
 * others meet in one agent, or when the distributor continues itself, which the conductor and the user also do for a
 * single branch.
 */
function isBranchAtWork(
  place: number,
  messages: readonly RunStep[],
  handoffs: readonly (Handoff | undefined)[],
): boolean {
  const { from, to } = handoffs[place] as Handoff;
  const isOfGiver = (at: number) => from !== undefined && messages[at]?.draft.agent === from;
  let [first, end] = [place, place + 1];
  while (place - first < WIDEST && isOfGiver(first - 1)) first--;
  while (end - place < WIDEST && isOfGiver(end)) end++;
  const others = new Set(handoffs.slice(first, end).flatMap(one => (one?.isHandoff && one.to !== to ? [one.to] : [])));
  if (others.size === 0) return false;
  const heard = new Set<string>();
  // The receivers, with the branches that handed work to them.
  const given = new Map<string, Set<string>>();
  for (let at = end; at < Math.min(messages.length, end + FARTHEST); at++) {
    const agent = messages[at]?.draft.agent;
    const next = handoffs[at];
    if (agent === undefined) continue;
    if (agent === from && next?.isAnswered && heard.size >= (isRouter(from) ? 2 : 1)) return false;
    if ((given.get(agent)?.size ?? 0) > 1) return false;
    if (!others.has(agent)) continue;
    heard.add(agent);
    if (next) given.set(next.to, (given.get(next.to) ?? new Set()).add(agent));
  }
  return true;
}

// Logs may be long: parallel branches are few, and are joined soon.
const WIDEST = 100;
const FARTHEST = 1000;
