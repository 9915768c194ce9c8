import type { DraftLinks } from '../../model/run';
import type { Entry } from '../reading/fileRecord';
import type { StepRef } from './stepRef';

/**
 * Nests the threads of sub-agents that have no name in the calls that started them. The lines of a thread follow each other; the first
 * one has the request of its call. Of several calls with one request, each starts one thread, in their order.
 */
export function nestThreads(refs: StepRef[]): StepRef[] {
  if (!refs.some(({ entry }) => isInThread(entry))) return refs;
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

function isInThread({ links }: Entry): boolean {
  return links?.line !== undefined;
}

function linksOf({ entry, answer, copies = [] }: StepRef): DraftLinks[] {
  return [entry, answer?.entry, ...copies.map(copy => copy.entry)].flatMap(one => one?.links ?? []);
}

/** Returns the first line of a line's thread. Lines that follow each other in a circle are a thread of their own. */
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
    const same = calls.get(request);
    if (same) same.push(entry.key);
    else calls.set(request, [entry.key]);
  }
  return calls;
}
