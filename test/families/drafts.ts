import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { families } from '../../server/src/families';
import type { Draft, Effect } from '../../server/src/model/run';
import { isObject } from '../../server/src/text/jsonPointer';
import { formatInstant, toMilliseconds } from '../../server/src/text/parseTime';
import { analyseText } from '../kit/analyseText';
import { corpusText, projectRoot } from '../kit/corpus';
import { kindById } from '../kit/testContext';

/** What an envelope of this kind tells. */
export function draftsOf(kind: string, value: unknown): Draft[] {
  if (!isObject(value)) throw new Error('an envelope is an object');
  const family = families.find(one => kind.startsWith(`${one.id}/`));
  return family?.steps?.(value, kindById(kind)) ?? [];
}

/** What all envelopes of a text tell, in order. */
export function draftsIn(name: string, text: string): Draft[] {
  return analyseText(name, text).parts.flatMap(({ recognition, value }) =>
    recognition ? draftsOf(recognition.kind.id, value) : [],
  );
}

/** What a file of the project's own sample tells. */
export function draftsOfSample(path: string): Draft[] {
  return draftsIn(path, readFileSync(join(projectRoot, 'test/sample', path), 'utf8'));
}

/** What a file of the corpus tells. */
export function draftsOfCorpus(path: string): Draft[] {
  return draftsIn(path, corpusText(path));
}

/** A draft in a line: who to whom, what, how it went; then what it says of its run, when and how long. */
export function inALine({ agent, peer, title, outcome, status, at, duration }: Draft): string {
  const who = [agent, peer && `> ${peer}`].filter(Boolean).join(' ');
  const when = at === undefined ? '' : formatInstant(at);
  const long = duration === undefined ? '' : `${toMilliseconds(duration)} ms`;
  return [who, title, outcome, status ?? '', when, long].join(' | ').replace(/( \| )+$/, '');
}

/** The effects of drafts, each in a line. */
export function effectsIn(drafts: readonly Draft[]): string[] {
  return drafts.flatMap(({ effects = [] }) => effects.map(effectInALine));
}

function effectInALine({ do: what, ...rest }: Effect): string {
  return [what, ...Object.values(rest)].join(' ');
}
