import type { FileReport, UnreadFile } from '../../model/analysis';
import { jsonPieces, summaryOf } from '../commandIo';

/**
 * Formats the problems of files as one JSON document on one line, returned in pieces. Its `version` is that of this format. Lines count from 0,
 * and so do characters, in UTF-16 units.
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

/** Returns the properties of a part that the format contains. Lists each key, since reports have further properties, which are internal. */
export function plainPart({ kind, range }: FileReport['parts'][number]) {
  return { kind, range };
}

/** Returns the properties of a problem that the format contains. */
export function plainProblem({ rule, severity, message, range, fixes }: FileReport['problems'][number]) {
  return { rule, severity, message, range, fixes };
}
