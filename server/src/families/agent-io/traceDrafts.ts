import type { Draft } from '../../model/run';
import { isObject } from '../../text/pointer';
import { draftOf, shortLine } from '../drafts/draft';
import { eventDraft, toolPhase } from './eventDraft';

/** The drafts of a response's trace, nested in it. The start and the end of a tool call are one step. */
export function traceDrafts(trace: unknown, within: { run: string | undefined; parent: string | undefined }): Draft[] {
  const drafts: Draft[] = [];
  // The indices of unfinished calls by tool.
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

/** The key of a call in a trace: the call's id, or else the tool. */
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
