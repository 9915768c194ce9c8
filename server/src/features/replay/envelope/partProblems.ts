import { analyse, type Context } from '../../../analysis/analyse';
import type { AnalysedPart } from '../../../model/analysis';
import type { Part } from '../../../model/part';
import { offsetAt, positionAt } from '../../../parts/positions';
import { type FileRecord, familyOf } from '../../../runs/reading/fileRecord';
import type { JsonSpans } from '../../../text/json/jsonSpans';
import { sourceFile } from '../../../text/lines';
import type { EnvelopeProblem } from '../context/replayContext';

/** What the problems of a part depend on besides its text. */
interface PartProblemsContext {
  context: Context;
  /** The file's record in the index. */
  record: FileRecord | undefined;
  spans: JsonSpans;
}

/**
 * The problems in one part of a file, found without reading the rest of the file. A problem in an embedded document is reported
 * at the string that contains the document.
 */
export function partProblems(
  uri: string,
  { text, oneLine, lang }: Part,
  inputs: PartProblemsContext,
): EnvelopeProblem[] {
  const file = oneLine
    ? ({ uri, lang: 'jsonl', lines: [text], eol: '\n' } as const)
    : sourceFile(uri, lang === 'jsonc' ? 'jsonc' : 'json', text);
  let { parts } = analyse(file, inputs.context).analysis;
  const kind = raisedKind(parts, inputs.record);
  if (kind) parts = analyse(file, { ...inputs.context, association: () => kind }).analysis.parts;
  const [main] = parts;
  if (!main) return [];
  return parts.flatMap(({ problems }) =>
    problems.map(({ severity, message, rule, part, span }) => {
      const offset = part === main.part ? span.start : offsetAt(main.part, positionAt(part, span.start));
      return { severity, message, rule, path: inputs.spans.pathAt(offset ?? 0) };
    }),
  );
}

/** A maybe is promoted to an envelope if the index has a sure envelope of its family in the same file. */
function raisedKind([main]: readonly AnalysedPart[], record: FileRecord | undefined) {
  const { kind, sure } = main?.recognition ?? {};
  if (!kind || sure || !record) return undefined;
  const family = familyOf({ kind: kind.id });
  return record.entries.some(entry => !entry.maybe && familyOf(entry) === family) ? kind : undefined;
}
