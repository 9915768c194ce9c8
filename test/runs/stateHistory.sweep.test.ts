import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Effect, Step } from '../../server/src/model/run';
import type { IndexedRun } from '../../server/src/runs/assembly/indexedRun';
import {
  countAt,
  effectKey,
  isOpenEffect,
  type StateHistory,
  stateHistory,
  stateSectionOf,
  type Thing,
  type Version,
  versionAt,
  versionIndex,
} from '../../server/src/runs/stateHistory';
import type { StateSectionId } from '../../server/src/shared/replay';
import { sixteenth } from '../kit/amount';
import { fastest } from '../kit/timing';
import { computeRunState, type RunState } from './foldedState';

type Doing = Pick<Step, 'agent' | 'effects'>;

const name = fc.constantFrom('a', 'b', '__proto__', 'constructor');
const status = fc.constantFrom('pending', 'resolved', 'answered', 'present', '');
const maybe = <T>(key: string, value: fc.Arbitrary<T>) =>
  fc.option(value, { nil: undefined }).map(one => (one === undefined ? {} : { [key]: one }));
const effect: fc.Arbitrary<Effect> = fc.oneof(
  fc.record({ do: fc.constant('write' as const), path: name, operation: status }),
  fc.record({ do: fc.constant('document' as const), name, status }),
  fc.record({ do: fc.constantFrom('decision' as const, 'note' as const), text: name }),
  fc
    .tuple(
      fc.record({ do: fc.constantFrom('gap' as const, 'question' as const), id: name, status }),
      maybe('text', name),
      maybe('priority', name),
    )
    .map(parts => Object.assign({}, ...parts) as Effect),
  fc
    .tuple(fc.record({ do: fc.constant('handoff' as const), to: name }), maybe('text', name))
    .map(([one, text]) => ({ ...one, ...text }) as Effect),
  fc.record({ do: fc.constantFrom('budget' as const, 'approval' as const), state: status }),
  fc
    .tuple(maybe('tokens', fc.nat(9)), maybe('cost', fc.double({ min: 0, max: 1, noNaN: true })))
    .map(parts => Object.assign({ do: 'usage' }, ...parts) as Effect),
  fc.record({ do: fc.constant('call' as const), tool: name }),
);
const doings: fc.Arbitrary<Doing[]> = fc.array(
  fc.record({ agent: fc.option(name, { nil: undefined }), effects: fc.array(effect, { maxLength: 5 }) }) as never,
  { maxLength: 12 },
);

test('the history at each step equals a fold over all steps up to it', () => {
  fc.assert(
    fc.property(doings, all => {
      const run = runThatDoes(all);
      const history = stateHistory(run);
      for (let step = -1; step < all.length; step++) expect(stateAt(history, step)).toEqual(computeRunState(run, step));
    }),
    { numRuns: sixteenth(60) },
  );
});

test('open items are counted, and each effect is found', () => {
  fc.assert(
    fc.property(doings, all => {
      const { sections } = stateHistory(runThatDoes(all));
      for (let step = -1; step < all.length; step++) {
        for (const id of ['gaps', 'questions'] as const) {
          const { things, open } = sections[id];
          const tracked = things.slice(0, countAt(sections[id], step));
          const count = tracked.filter(thing =>
            isOpenEffect((versionAt<Version>(thing, step) as Version).details),
          ).length;
          expect(versionAt(open, step)?.count ?? 0).toBe(count);
        }
      }
      for (const [step, { effects }] of all.entries()) {
        for (const [effect, details] of effects.entries()) {
          const section = stateSectionOf(details);
          const named = effectKey(details);
          if (!section || named === undefined) continue;
          const thing: Thing = sections[section].things[sections[section].known.get(named) as number] as Thing;
          expect(thing[versionIndex(thing, { step, effect })]).toMatchObject({ step, effect });
          expect(versionIndex(thing, { step, effect: effect + 100 })).toBe(-1);
        }
      }
    }),
    { numRuns: sixteenth(40) },
  );
});

test('ten thousand steps with three effects each are fast to read and look up', () => {
  const steps = Array.from({ length: 10_000 }, (_, index): Step => {
    const effects: Effect[] = [
      { do: 'write', path: `src/${index % 3000}.ts`, operation: 'update' },
      { do: 'gap', id: `G-${index % 900}`, status: index % 3 === 0 ? 'resolved' : 'pending' },
      { do: 'decision', text: 'so' },
    ];
    return stepOf(index, { agent: `agent ${index % 7}`, effects });
  });
  const run = { summary: { steps: steps.length }, step: (index: number) => steps[index] } as IndexedRun;
  // Held against the fold that it replaces, which takes about as long for one step as the history for all.
  const fold = fastest(3, () => computeRunState(run));
  const history = stateHistory(run);
  expect(fastest(3, () => stateHistory(run))).toBeLessThan(6 * fold + 50);
  expect(fastest(3, () => stateAt(history, 9999, 30))).toBeLessThan(fold / 10 + 2);
});

function runThatDoes(all: readonly Doing[]): IndexedRun {
  const steps = all.map((doing, index) => stepOf(index, doing));
  return {
    summary: { steps: steps.length } as IndexedRun['summary'],
    step: index => steps[index] as Step,
    children: () => [],
  };
}

function stepOf(index: number, { agent, effects }: Doing): Step {
  const step: Step = { index, kind: 'talk/say', title: 't', outcome: 'ok', effects, envelopes: [], problems: NONE };
  return agent === undefined ? step : { ...step, agent };
}

const NONE = { error: 0, warning: 0, info: 0 };

/** The state as the fold has it. @param most of each section */
function stateAt(history: StateHistory, step: number, most = Number.POSITIVE_INFINITY): RunState {
  const of = (id: StateSectionId, more: (version: Version, thing: Thing) => object) => {
    const section = history.sections[id];
    const count = countAt(section, step);
    const things: readonly Thing[] = section.things;
    return things.slice(Math.max(0, count - most), count).map(thing => {
      const version = versionAt(thing, step) as Version;
      return { ...version.details, step: version.step, effect: version.effect, ...more(version, thing) };
    });
  };
  const saidBy = ({ agent }: Version) => (agent === undefined ? {} : { agent });
  const times = (version: Version, thing: Thing) => ({ times: versionIndex(thing, version) + 1 });
  const open = ({ details }: Version) => ({ open: isOpenEffect(details) });
  const { tokens = 0, cost = 0 } = versionAt(history.usage, step) ?? {};
  const state: Record<string, unknown> = {
    artifacts: of('artifacts', times),
    documents: of('documents', () => ({})),
    decisions: of('decisions', saidBy),
    notes: of('notes', saidBy),
    gaps: of('gaps', open),
    questions: of('questions', open),
    usage: { tokens, cost },
  };
  const agent = versionAt(history.agent, step);
  if (agent) state['agent'] = agent;
  for (const name of ['handoff', 'approval', 'budget'] as const) {
    const version = versionAt<Version>(history[name], step);
    if (!version) continue;
    const { details, agent: from, ...by } = version;
    state[name] = { ...details, ...by, ...(name === 'handoff' && from !== undefined && { from }) };
  }
  return state as unknown as RunState;
}
