import { analyse, type Context } from '../../../analysis/analyse';
import type { AnalysedPart } from '../../../model/analysis';
import type { Part } from '../../../model/part';
import { offsetAt, positionAt } from '../../../parts/positions';
import { type FileRecord, familyOf } from '../../../runs/reading/fileRecord';
import type { JsonSpans } from '../../../text/json/jsonSpans';
import { sourceFile } from '../../../text/lines';
import type { EnvelopeProblem } from '../context/replayContext';

/** What the problems of one part rest on besides its text. */
interface PartProblemsContext {
  context: Context;
  /** What the index knows of its file. */
  record: FileRecord | undefined;
  spans: JsonSpans;
}

/**
 * What is wrong in one part of a file, of which the rest is not read. What is wrong in a document that it carries counts
 * for the text that the document stands in.
 */
export function partProblems(
  uri: string,
  { text, oneLine, lang }: Part,
  around: PartProblemsContext,
): EnvelopeProblem[] {
  const file = oneLine
    ? ({ uri, lang: 'jsonl', lines: [text], eol: '\n' } as const)
    : sourceFile(uri, lang === 'jsonc' ? 'jsonc' : 'json', text);
  let { parts } = analyse(file, around.context).analysis;
  const kind = raisedKind(parts, around.record);
  if (kind) parts = analyse(file, { ...around.context, association: () => kind }).analysis.parts;
  const [main] = parts;
  if (!main) return [];
  return parts.flatMap(({ problems }) =>
    problems.map(({ severity, message, rule, part, span }) => {
      const offset = part === main.part ? span.start : offsetAt(main.part, positionAt(part, span.start));
      return { severity, message, rule, path: around.spans.pathAt(offset ?? 0) };
    }),
  );
}

/** What is only maybe an envelope is one beside a sure one of its family, of which the index knows. */
function raisedKind([main]: readonly AnalysedPart[], record: FileRecord | undefined) {
  const { kind, sure } = main?.recognition ?? {};
  if (!kind || sure || !record) return undefined;
  const family = familyOf({ kind: kind.id });
  return record.entries.some(entry => !entry.maybe && familyOf(entry) === family) ? kind : undefined;
}
