import type { FileReport, UnreadFile } from '../../model/analysis';
import { jsonPieces, summaryOf } from '../io';

/** Yields the pieces of one JSON document without line breaks. Its `version` is that of this format; positions in it (line, and character in UTF-16 units) count from 0. */
export function* formatJson(reports: readonly FileReport[], unread: readonly UnreadFile[] = []): Generator<string> {
  yield* jsonPieces({
    version: 1,
    files: filesOf(reports),
    ...(unread.length > 0 && { unread: unread.values() }),
    summary: summaryOf(reports),
  });
  yield '\n';
}

// Lists each key: other properties of reports are not part of the format.
function* filesOf(reports: readonly FileReport[]): Generator<object> {
  for (const { file, parts, problems } of reports)
    yield { file, parts: partsOf(parts), problems: problemsOf(problems) };
}

function* partsOf(parts: FileReport['parts']): Generator<object> {
  for (const { kind, range } of parts) yield { kind, range };
}

function* problemsOf(problems: FileReport['problems']): Generator<object> {
  for (const { rule, severity, message, range, fixes } of problems) yield { rule, severity, message, range, fixes };
}
