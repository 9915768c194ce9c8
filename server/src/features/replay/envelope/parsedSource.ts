import type { EnvelopeLocation } from '../../../model/run';
import type { EnvelopeAt } from '../../../shared/replay';
import { type JsonSpans, jsonSpans } from '../../../text/json/jsonSpans';
import { type ParsedJson, parseJson } from '../../../text/json/parseJson';
import { parseJsonDigits } from '../../../text/json/parseJsonDigits';
import { memoizeByVersion } from '../../../text/memoize';
import type { ReplayContext, SourceText } from '../context/replayContext';

/** The source with this step and index. Throws RangeError if there is none. */
export function sourceAt({ run }: Pick<ReplayContext, 'run'>, { step, source }: EnvelopeAt): EnvelopeLocation {
  const found = run.step(step).sources[source];
  if (!found) throw new RangeError(`no source ${source} of step ${step} in ${run.summary.key}`);
  return found;
}

/**
 * Parses a source with all digits of its numbers, as far as its syntax allows; memoized for the last few texts. Markdown has no
 * value.
 */
export function parsedSource(read: SourceText): ParsedJson {
  if ('fault' in read || read.lang === 'markdown') return { value: undefined };
  const { text, lang } = read;
  return PARSED(text, lang, () => {
    try {
      return { value: parseJsonDigits(text) };
    } catch {
      return parseJson(text, lang);
    }
  });
}

const PARSED = memoizeByVersion<ParsedJson>(4);

/** The spans of a text's values; memoized for the last few texts. */
export function jsonSpansOf(text: string): JsonSpans {
  return SPANS(text, undefined, () => jsonSpans(text));
}

const SPANS = memoizeByVersion<JsonSpans>(4);
