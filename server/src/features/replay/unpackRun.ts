import type { EnvelopeLocation, Exchange, RunSummary, Step } from '../../model/run';
import type { IndexedRun } from '../../runs/assembly/indexedRun';
import { NO_PROBLEMS } from '../../runs/reading/fileRecord';
import { groupBy } from '../../shared/arrays';
import {
  type PortableEnvelope,
  type PortableRun,
  type PortableStep,
  portableUri,
  withCarriedFamilies,
} from './packRun';
import type { EnvelopeReader, ReplayedRun } from './replayedRun';

/**
 * Restores a workflow run for replay from the JSON value that an exported page contains.
 *
 * @param now milliseconds since 1970
 */
export function unpackRun(portable: PortableRun, now: number): ReplayedRun {
  return {
    run: indexedRunOf(portable),
    reader: { ...portableReader(portable), exchange: portableExchanges(portable) },
    others: { revision: () => 0, summaries: () => [], run: () => undefined },
    now,
  };
}

function indexedRunOf({ summary: { startedAt, endedAt, ...rest }, steps, envelopes }: PortableRun): IndexedRun {
  const summary: RunSummary = {
    ...rest,
    ...(startedAt !== undefined && { startedAt: BigInt(startedAt) }),
    ...(endedAt !== undefined && { endedAt: BigInt(endedAt) }),
  };
  let children: Map<number, number[]> | undefined;
  return {
    summary,
    step(index) {
      const step = steps[index];
      if (!step) throw new RangeError(`no step ${index} in ${summary.key}`);
      return stepOf(step, index, envelopes);
    },
    children(index = -1) {
      children ??= groupBy(steps.keys(), index => steps[index]?.parent ?? -1);
      return children.get(index) ?? [];
    },
  };
}

function stepOf(portable: PortableStep, index: number, envelopes: readonly PortableEnvelope[]): Step {
  const { at, duration, sources, rules, said: _said, problems, ...step } = portable;
  return {
    ...step,
    index,
    envelopes: sources.flatMap((place, nth) => {
      const rule = rules?.[nth];
      return envelopes[place] ? [{ ...locationOf(envelopes[place]), ...(typeof rule === 'string' && { rule }) }] : [];
    }),
    problems: problems ?? NO_PROBLEMS,
    ...(at !== undefined && { at: BigInt(at) }),
    ...(duration !== undefined && { duration: BigInt(duration) }),
  };
}

function locationOf({ file, part, path }: PortableEnvelope): EnvelopeLocation {
  return { uri: portableUri(file), part, path };
}

function portableReader({ envelopes, files, protocols = [] }: PortableRun): EnvelopeReader {
  const families = withCarriedFamilies(protocols);
  const byName = new Map(envelopes.map(envelope => [nameOf(locationOf(envelope)), envelope]));
  const names = new Map(files.map((name, place) => [portableUri(place), name]));
  const envelopeOf = (location: EnvelopeLocation) => byName.get(nameOf(location));
  return {
    text(location) {
      const { text, lang = 'json', fault = 'This file does not have it.' } = envelopeOf(location) ?? {};
      return text === undefined ? { fault } : { text, lang };
    },
    problems: location => envelopeOf(location)?.problems ?? [],
    range: location => envelopeOf(location)?.range,
    families: () => families,
    fileOf: uri => names.get(uri) ?? uri,
    isElided: ({ location, item }) => envelopeOf(location)?.elided?.includes(item) ?? false,
    fileAt: () => undefined,
  };
}

/** Returns a lookup of what was said in the rest of the part of an envelope. */
function portableExchanges({ steps, envelopes }: PortableRun): NonNullable<EnvelopeReader['exchange']> {
  const known = new Map<string, Exchange>();
  for (const [index, portable] of steps.entries()) {
    if (!portable.said) continue;
    const { kind, envelopes: locations } = stepOf(portable, index, envelopes);
    for (const [nth, location] of locations.entries()) {
      const said = portable.said[nth];
      if (said) known.set(`${kind} ${location.rule} ${nameOf(location)}`, said);
    }
  }
  return (location, kind) => known.get(`${kind} ${location.rule} ${nameOf(location)}`);
}

function nameOf({ uri, part, path }: EnvelopeLocation): string {
  return `${uri}\0${part}\0${JSON.stringify(path)}`;
}
