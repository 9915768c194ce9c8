import type { EnvelopeLocation, RunSummary, Step } from '../../../model/run';
import type { FileLang, Range } from '../../../model/text';
import type { EnvelopeProblem } from '../context/replayContext';
import type { PortableFamily } from './portableFamilies';

/** A run with all that its replay rests on, as JSON: it goes where its files do not. Times are texts of nanoseconds. */
export interface PortableRun {
  version: 1;
  summary: Omit<RunSummary, 'startedAt' | 'endedAt'> & { startedAt?: string; endedAt?: string };
  /** What the files are called. Where a URI is asked for they are `run:` and the place here. */
  files: string[];
  steps: PortableStep[];
  envelopes: PortableEnvelope[];
  /** The protocols of its envelopes that are not built in. */
  protocols?: PortableFamily[];
}

/** In the order of the run. Its sources are places in the list of envelopes, each of which goes along once. */
export type PortableStep = Omit<Step, 'index' | 'at' | 'duration' | 'sources' | 'copies' | 'problems'> & {
  at?: string;
  duration?: string;
  sources: number[];
  problems?: Step['problems'];
};

export interface PortableEnvelope extends Pick<EnvelopeLocation, 'part' | 'path'> {
  /** A place in the list of files. */
  file: number;
  text?: string;
  lang?: Exclude<FileLang, 'jsonl'>;
  /** Why there is no text. */
  fault?: string;
  problems?: readonly EnvelopeProblem[];
  range?: Range;
}

/** The URI of a file of a portable run, by its place. */
export function portableUri(file: number): string {
  return `run:/${file}`;
}

/** The id of the element of a page that holds such a run. */
export const RUN_ELEMENT = 'run';
