import type { FileReport, UnreadFile } from '../../model/analysis';
import { jsonPieces, summaryOf } from '../commandIo';

/**
 * Formats the problems of files as one JSON document, in pieces without line breaks. `version` in it is the version of this format. Lines,
 * and characters in UTF-16 units, count from 0.
 */
export function* formatJson(reports: readonly FileReport[], unread: readonly UnreadFile[] = []): Generator<string> {
  yield* jsonPieces({
    version: 1,
    files: filesOf(reports),
    ...(unread.length > 0 && { unread: unread.values() }),
    summary: summaryOf(reports),
  });
  yield '\n';
}

function* filesOf(reports: readonly FileReport[]): Generator<object> {
  for (const { file, parts, problems } of reports)
    yield { file, parts: each(parts, plainPart), problems: each(problems, plainProblem) };
}

function* each<T>(list: readonly T[], plain: (one: T) => object): Generator<object> {
  for (const one of list) yield plain(one);
}

/** What the format, and programs, see of a part: each key is listed, since other properties of reports are not for them. */
export function plainPart({ kind, range }: FileReport['parts'][number]) {
  return { kind, range };
}

/** What they see of a problem. */
export function plainProblem({ rule, severity, message, range, fixes }: FileReport['problems'][number]) {
  return { rule, severity, message, range, fixes };
}
