import type { DraftLinks } from '../../model/run';
import { addToList } from '../../shared/arrays';
import type { Entry } from '../reading/fileRecord';
import type { OrderedSteps } from './orderedSteps';
import type { StepRef } from './stepRef';

/**
 * Gives a span without an agent the agent of the span around it. This function handles traces that are spread over several files or lines;
 * `families/drafts/recordDrafts.ts` does the same within one envelope.
 */
export function inheritAgents(steps: OrderedSteps): OrderedSteps {
  const { refs, parents } = steps;
  const agentOf = ({ entry, answer }: StepRef) => entry.agent ?? answer?.entry.agent;
  const isNameless = (ref: StepRef, index: number) => {
    const around = refs[parents[index] as number];
    if (!ref.entry.isUnique || !around) return false;
    const isApart = around.entry.part !== ref.entry.part || around.record !== ref.record;
    return isServiceName(ref) || (isApart && agentOf(ref) === undefined);
  };
  if (!refs.some(isNameless)) return steps;
  const named: StepRef[] = [];
  // An enclosing step precedes its nested steps.
  for (const [index, ref] of refs.entries()) {
    const around = isNameless(ref, index) ? named[parents[index] as number] : undefined;
    const agent = around && !(isServiceName(ref) && isServiceName(around)) ? agentOf(around) : undefined;
    named.push(agent === undefined ? ref : { ...ref, entry: { ...ref.entry, agent } });
  }
  return { refs: named, parents };
}

/** Returns whether the service stands in for an agent. The enclosing span, in another line, may name the agent. */
function isServiceName({ entry: { agent, service, kind } }: StepRef): boolean {
  return agent !== undefined && agent === service && !kind.endsWith(':agent');
}

/** Adds the model to usage that is reported apart from its model call: the model that its agent named last. */
export function inheritModels(steps: OrderedSteps): OrderedSteps {
  const modelOf = ({ entry, answer }: StepRef) => answer?.entry.model ?? entry.model;
  const isApart = (ref: StepRef) => USAGE.test(ref.entry.kind) && modelOf(ref) === undefined;
  if (!steps.refs.some(isApart)) return steps;
  const named = new Map<string | undefined, string>();
  const refs = steps.refs.map(ref => {
    const { agent } = ref.entry;
    const own = modelOf(ref);
    if (own !== undefined) named.set(agent, own);
    const model = isApart(ref) ? named.get(agent) : undefined;
    return model === undefined ? ref : { ...ref, entry: { ...ref.entry, model } };
  });
  return { ...steps, refs };
}

const USAGE = /:usage$/;

/** Marks edited prompts: a second prompt that follows the same line begins another branch of the conversation. */
export function markReplacedPrompts(steps: OrderedSteps): OrderedSteps {
  const { refs, parents } = steps;
  const last = new Map<string, number>();
  let marked: StepRef[] | undefined;
  for (const [index, ref] of refs.entries()) {
    const { follows } = ref.entry.links ?? {};
    if (follows === undefined) continue;
    const replaces = last.get(follows);
    last.set(follows, index);
    if (replaces === undefined) continue;
    marked ??= [...refs];
    marked[index] = { ...ref, replaces };
  }
  return marked ? { refs: marked, parents } : steps;
}

/**
 * Nests the threads of unnamed sub-agents in the calls that started them. Each line of a thread names the previous one; the
 * first repeats the request of its call. Calls with equal requests get the threads in order.
 */
export function nestThreads(refs: StepRef[]): StepRef[] {
  if (!refs.some(({ entry }) => entry.links?.line !== undefined)) return refs;
  const before = new Map<string, DraftLinks>();
  for (const ref of refs) for (const links of linksOf(ref)) if (links.line !== undefined) before.set(links.line, links);
  const threads = threadsOf(before);
  const calls = callsByRequest(refs);
  const parents = new Map<string, string | undefined>();
  return refs.map(ref => {
    const { line } = ref.entry.links ?? {};
    const thread = line === undefined ? undefined : threads(line);
    if (thread === undefined) return ref;
    const { request } = before.get(thread) ?? {};
    if (!parents.has(thread)) parents.set(thread, request === undefined ? undefined : calls.get(request)?.shift());
    const parent = parents.get(thread);
    const { agent, peer } = ref.entry;
    const name = `${SUB_AGENT}-${thread.slice(0, NAME_LENGTH)}`;
    const entry: Entry = {
      ...ref.entry,
      ...(agent === SUB_AGENT && { agent: name }),
      ...(peer === SUB_AGENT && { peer: name }),
      ...(parent !== undefined && { parent }),
    };
    return { ...ref, entry };
  });
}

const SUB_AGENT = 'agent';
const NAME_LENGTH = 8;

function linksOf({ entry, answer, copies = [] }: StepRef): DraftLinks[] {
  return [entry, answer?.entry, ...copies.map(copy => copy.entry)].flatMap(one => one?.links ?? []);
}

/** Returns a function from a line to the first line of its thread. Lines that follow each other in a circle are one thread. */
function threadsOf(before: ReadonlyMap<string, DraftLinks>): (line: string) => string {
  const known = new Map<string, string>();
  return line => {
    const path: string[] = [];
    let here = line;
    const seen = new Set<string>();
    for (
      let after = before.get(here)?.after;
      after !== undefined && before.has(after);
      after = before.get(here)?.after
    ) {
      const first = known.get(here);
      if (first !== undefined || seen.has(here)) break;
      seen.add(here);
      path.push(here);
      here = after;
    }
    const thread = known.get(here) ?? here;
    for (const one of path) known.set(one, thread);
    return thread;
  };
}

function callsByRequest(refs: readonly StepRef[]): Map<string, string[]> {
  const calls = new Map<string, string[]>();
  for (const { entry } of refs) {
    const { request } = entry.links ?? {};
    if (entry.side !== 'ask' || request === undefined || entry.key === undefined) continue;
    addToList(calls, request, entry.key);
  }
  return calls;
}
