import type { Draft } from '../../model/run';
import { isObject } from '../../text/pointer';
import { draftOf, shortLine } from '../drafts/draft';
import { eventDraft, toolPhase } from './eventDraft';

/** What happened on the way to a response, each nested in it. The start of a tool's call and its end are one. */
export function traceDrafts(trace: unknown, within: { run: string | undefined; parent: string | undefined }): Draft[] {
  const drafts: Draft[] = [];
  // Where the calls of each tool stand that have not returned.
  const open = new Map<string, number[]>();
  for (const [index, entry] of (Array.isArray(trace) ? trace : []).entries()) {
    // An entry may be a bare name.
    const event = isObject(entry) ? entry : { event: shortLine(entry) };
    if (Object.values(event).every(value => value === undefined)) continue;
    const draft = eventDraft(event, { run: within.run, parent: within.parent, path: ['trace', index] });
    const tool = toolOf(draft);
    const phase = tool === undefined ? undefined : toolPhase(shortLine(event['event']));
    const waiting = (tool !== undefined && open.get(tool)) || [];
    const start = phase === 'end' ? waiting.shift() : undefined;
    const started = start === undefined ? undefined : drafts[start];
    if (start !== undefined && started) drafts[start] = merged(started, draft);
    else drafts.push(draft);
    if (phase === 'start' && tool !== undefined) open.set(tool, [...waiting, drafts.length - 1]);
  }
  return drafts;
}

/** What tells the calls of a trace apart: the call's id, or else the tool. */
function toolOf({ effects = [] }: Draft): string | undefined {
  const [effect] = effects;
  return effect?.do === 'call' || effect?.do === 'result' ? (effect.id ?? effect.tool) : undefined;
}

function merged(start: Draft, end: Draft): Draft {
  const ended = end.at === undefined ? undefined : end.at + (end.duration ?? 0n);
  const passed = start.at === undefined || ended === undefined || ended < start.at ? undefined : ended - start.at;
  return draftOf({
    ...end,
    ...start,
    duration: end.duration ?? passed,
    title: end.title,
    outcome: end.outcome,
    effects: [...(start.effects ?? []), ...(end.effects ?? [])],
  });
}
