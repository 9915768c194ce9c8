import type { Effect } from '../model/run';
import type { StateSectionId } from '../shared/replay/index';
import { findLastAtOrBefore } from '../text/lines';
import type { IndexedRun } from './assembly/indexedRun';

/**
 * The state of a workflow run after every step, such as its artifacts and decisions. Each thing in the state has a list of versions, and a
 * section lists its things in the order in which they first appear. Finding the state at one step takes a few binary searches, while computing it
 * anew would visit all earlier steps.
 */
export interface StateHistory {
  sections: Readonly<Record<StateSectionId, Section>>;
  /** The active agent: the receiver of the last handoff, otherwise the agent of the last step. */
  agent: readonly (EffectRef & { name: string })[];
  handoff: readonly Version<Of<'handoff'>>[];
  approval: readonly Version<Of<'approval'>>[];
  budget: readonly Version<Of<'budget'>>[];
  /** Cumulative. */
  usage: readonly (EffectRef & { tokens: number; cost: number })[];
}

/** Identifies an effect by its step and its index there; -1 for a fact of the step itself. */
export interface EffectRef {
  step: number;
  effect: number;
}

export interface Section {
  things: readonly Thing[];
  /** The index of each thing by its path, name or id. Excludes things without any of these, which occur once. */
  known: ReadonlyMap<string, number>;
  /** The number of open things after each change of it. Only for gaps and questions. */
  open: readonly { step: number; count: number }[];
}

/** The versions of a named thing, or of a thing that occurs once, in step order; at least one. */
export type Thing = readonly Version[];

export interface Version<E extends Effect = Effect> extends EffectRef {
  /** The details combined so far, including those that this version does not repeat. */
  details: E;
  /** The agent of the step. */
  agent: string | undefined;
}

type Of<D extends Effect['do']> = Effect & { do: D };

/** Computes the history of a run, in about the time of visiting each step once. */
export function stateHistory(run: IndexedRun): StateHistory {
  const made: Making = {
    sections: {
      artifacts: newSection(),
      documents: newSection(),
      decisions: newSection(),
      notes: newSection(),
      gaps: newSection(),
      questions: newSection(),
    },
    agent: [],
    handoff: [],
    approval: [],
    budget: [],
    usage: [],
  };
  for (let step = 0; step < run.summary.steps; step++) {
    const { agent, effects } = run.step(step);
    if (agent !== undefined) made.agent.push({ step, effect: -1, name: agent });
    for (let effect = 0; effect < effects.length; effect++) {
      add(made, { step, effect, details: effects[effect] as Effect, agent });
    }
  }
  return made;
}

/** Returns the number of things in a section that have appeared up to a step. */
export function countAt({ things }: Section, step: number): number {
  return findLastAtOrBefore(things.length, index => (things[index] as Thing)[0]?.step ?? 0, step) + 1;
}

/** Returns the version that is valid at a step: the last one up to it; undefined before the first. */
export function versionAt<V extends { step: number }>(versions: readonly V[], step: number): V | undefined {
  return versions[findLastAtOrBefore(versions.length, index => (versions[index] as V).step, step)];
}

/** Returns the index of an effect's version among the versions of its thing; -1 if there is no such version. */
export function versionIndex(thing: Thing, { step, effect }: EffectRef): number {
  let at = findLastAtOrBefore(thing.length, index => (thing[index] as Version).step, step);
  // A step nearly always has only one.
  if (thing.length > 0 && at >= 0 && (thing[at] as Version).effect !== effect) {
    const first = findLastAtOrBefore(at + 1, index => (thing[index] as Version).step, step - 1) + 1;
    at = first + findLastAtOrBefore(at + 1 - first, index => (thing[first + index] as Version).effect, effect);
  }
  const found = thing[at];
  return found?.step === step && found.effect === effect ? at : -1;
}

/** Returns the indices of the things in a section that a step changed, ascending. */
export function thingsChangedBy(section: Section, step: number, effects: readonly Effect[]): number[] {
  const { things, known } = section;
  const places = new Set<number>();
  // Things that first appeared in the same step are adjacent.
  for (let place = countAt(section, step - 1); things[place]?.[0]?.step === step; place++) places.add(place);
  for (const effect of effects) {
    const name = effectKey(effect);
    const place = name === undefined ? undefined : known.get(name);
    const version = place === undefined ? undefined : things[place]?.[0];
    if (place !== undefined && version?.details.do === effect.do) places.add(place);
  }
  return [...places].sort((one, other) => one - other);
}

/** Returns the key of an effect's thing; undefined for one without a name. */
export function effectKey(effect: Effect): string | undefined {
  switch (effect.do) {
    case 'write':
      return effect.path;
    case 'document':
      return effect.name;
    case 'gap':
    case 'question':
      return effect.id;
    default:
      return undefined;
  }
}

/** Returns the section of an effect's thing. */
export function stateSectionOf(effect: Effect): StateSectionId | undefined {
  switch (effect.do) {
    case 'write':
      return 'artifacts';
    case 'document':
      return 'documents';
    case 'decision':
      return 'decisions';
    case 'note':
      return 'notes';
    case 'gap':
      return 'gaps';
    case 'question':
      return 'questions';
    default:
      return undefined;
  }
}

interface SectionMaking extends Section {
  things: Version[][];
  known: Map<string, number>;
  open: { step: number; count: number }[];
}

type Making = { -readonly [K in Exclude<keyof StateHistory, 'sections'>]: StateHistory[K][number][] } & {
  sections: Record<StateSectionId, SectionMaking>;
};

function newSection(): SectionMaking {
  return { things: [], known: new Map(), open: [] };
}

function add(made: Making, version: Version): void {
  const { details, step, effect, agent } = version;
  const section = stateSectionOf(details);
  if (section) {
    addTo(made.sections[section], version);
    return;
  }
  switch (details.do) {
    case 'handoff':
      made.handoff.push({ step, effect, details, agent });
      made.agent.push({ step, effect, name: details.to });
      break;
    case 'approval':
      made.approval.push(version as Version<Of<'approval'>>);
      break;
    case 'budget':
      made.budget.push(version as Version<Of<'budget'>>);
      break;
    case 'usage': {
      const before = made.usage.at(-1);
      const tokens = (before?.tokens ?? 0) + (details.tokens ?? 0);
      made.usage.push({ step, effect, tokens, cost: (before?.cost ?? 0) + (details.cost ?? 0) });
    }
  }
}

function addTo(section: SectionMaking, version: Version): void {
  const { details } = version;
  const name = effectKey(details);
  const place = name === undefined ? undefined : section.known.get(name);
  const thing = place === undefined ? undefined : section.things[place];
  const before = thing?.at(-1);
  if (details.do === 'gap' || details.do === 'question') {
    // A later mention may omit earlier details.
    if (before) version.details = { ...before.details, ...details };
    const wasOpen = before !== undefined && isOpenEffect(before.details);
    if (wasOpen !== isOpenStatus(details.status)) {
      const count = (section.open.at(-1)?.count ?? 0) + (wasOpen ? -1 : 1);
      section.open.push({ step: version.step, count });
    }
  }
  if (thing) {
    thing.push(version);
    return;
  }
  if (name !== undefined) section.known.set(name, section.things.length);
  section.things.push([version]);
}

/** Returns whether a gap or question is still open. */
export function isOpenEffect(effect: Effect): boolean {
  return 'status' in effect && isOpenStatus(effect.status);
}

/** Returns whether a gap or question with this status is still open: any status that does not mean that it is done. */
export function isOpenStatus(status: string): boolean {
  return !CLOSED.test(status.trim());
}

const CLOSED = /^(?:resolved|answered|deferred|known_gap|accepted|closed|completed?|done|rejected|dismissed)$/i;
