import type { EnvelopeLocation, RunSummary, Step } from '../../../model/run';
import type { FileLang, Range } from '../../../model/text';
import type { EnvelopeProblem } from '../context/replayContext';
import type { PortableFamily } from './portableFamilies';

/** A run with everything that its replay needs, as JSON, independent of its files. Times are strings of nanoseconds. */
export interface PortableRun {
  version: 1;
  summary: Omit<RunSummary, 'startedAt' | 'endedAt'> & { startedAt?: string; endedAt?: string };
  /** The display names of the files. Their URIs are `run:/` and the index in this list. */
  files: string[];
  steps: PortableStep[];
  envelopes: PortableEnvelope[];
  /** The families of its envelopes that are not built in. */
  protocols?: PortableFamily[];
}

/** A step, in run order. Its sources are indexes into the list of envelopes, which has each envelope once. */
export type PortableStep = Omit<Step, 'index' | 'at' | 'duration' | 'sources' | 'copies' | 'problems'> & {
  at?: string;
  duration?: string;
  sources: number[];
  problems?: Step['problems'];
};

export interface PortableEnvelope extends Pick<EnvelopeLocation, 'part' | 'path'> {
  /** Index into the list of files. */
  file: number;
  text?: string;
  lang?: Exclude<FileLang, 'jsonl'>;
  /** Why there is no text. */
  fault?: string;
  problems?: readonly EnvelopeProblem[];
  range?: Range;
  /** The indexes of the files, in its list of them, whose content is elided: a page can't tell, as the words that say so are many. */
  elided?: number[];
}

/** The URI of a portable run's file, by index. */
export function portableUri(file: number): string {
  return `run:/${file}`;
}

/** The id of the page element that contains the portable run. */
export const RUN_ELEMENT = 'run';
