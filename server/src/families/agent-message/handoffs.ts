import type { CheckedRun, RunEnvelope, RunStep } from '../../model/rule';
import { nearest } from '../../text/nearest';

/** What became of the handoffs of a run, where it is not what they say. */
export interface Astray {
  /** Nobody took it up, though the run went on elsewhere. */
  unanswered: { step: RunEnvelope; to: string }[];
  /** Another agent than the one named came next. */
  byAnother: { step: RunEnvelope; handoff: RunEnvelope; to: string }[];
}

/**
 * Follows the handoffs of a run in its order. The one named answers with the next message that it writes; until then other
 * handoffs may be answered, since agents work side by side. The conductor and the user may come in at any time: who is
 * handed to by way of them is not for others to say.
 */
export function handoffsAstray({ steps, isOrdered, isWhole }: CheckedRun): Astray {
  const astray: Astray = { unanswered: [], byAnother: [] };
  if (!isOrdered || !isWhole) return astray;
  const messages = steps.filter(({ draft }) => KINDS.has(draft.kind));
  let open: Handoff[] = [];
  for (const [index, step] of messages.entries()) {
    const { agent, peer } = step.draft;
    const answered = agent === undefined ? [] : open.filter(({ to }) => to === agent);
    const before = messages[index - 1];
    if (answered.length > 0) {
      for (const handoff of open) handoff.wentOn ||= answered.some(one => isElsewhere(one, handoff));
    } else if (agent !== undefined && before && !isRouter(agent) && agent !== before.draft.agent) {
      const asked = open.find(one => one.step === before && one.isHandoff && !open.some(({ from }) => from === agent));
      if (asked && nearest(agent, [asked.to]) === undefined && !writesLater(asked.to, messages, index)) {
        astray.byAnother.push({ step, handoff: before, to: asked.to });
        open = open.filter(one => one !== asked);
      }
    }
    open = open.filter(one => !answered.includes(one));
    const to = handedTo(step) ?? peer;
    if (to !== undefined && to !== agent && !isRouter(to))
      open.push({ step, from: agent, to, at: index, isHandoff: handedTo(step) !== undefined, wentOn: false });
  }
  for (const { step, to, isHandoff, wentOn } of open) if (isHandoff && wentOn) astray.unanswered.push({ step, to });
  return astray;
}

interface Handoff {
  step: RunStep;
  from: string | undefined;
  to: string;
  /** The place of its message among those of the run. */
  at: number;
  /** Else it is only whom the message is addressed to, who need not answer. */
  isHandoff: boolean;
  /** What was handed over after it, by another, was answered. */
  wentOn: boolean;
}

const KINDS: ReadonlySet<string> = new Set(['agent-message/message', 'agent-message/error']);

function isElsewhere(answered: Handoff, handoff: Handoff): boolean {
  return answered.at > handoff.at && answered.from !== handoff.from && answered.to !== handoff.to;
}

function isRouter(agent: string): boolean {
  return agent === 'conductor' || agent === 'user';
}

function writesLater(agent: string, messages: readonly RunStep[], after: number): boolean {
  return messages.some(({ draft }, index) => index > after && draft.agent === agent);
}

function handedTo({ draft: { effects = [] } }: RunStep): string | undefined {
  const handoff = effects.find(effect => effect.do === 'handoff');
  return handoff?.do === 'handoff' ? handoff.to : undefined;
}
