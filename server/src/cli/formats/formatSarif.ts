import { isAbsolute } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ruleSummary } from '../../features/rulePages';
import type { FileReport, ReportedProblem, UnreadFile } from '../../model/analysis';
import type { Severity } from '../../model/schema';
import type { Range } from '../../model/text';
import { neutralizeLinks } from '../../shared/shownText';
import { counted, jsonPieces, summaryOf } from '../commandIo';
import { PROGRAM, toSlashes } from '../readArguments';

/**
 * Formats the problems of files as a SARIF 2.1.0 log, which tools for code scanning read. Lists the rules that found something, the
 * problems with their fixes, and the unreadable files. GitHub limits the number of results: beyond it, only the worst problems are listed,
 * and a notification says so. Texts of files are escaped, since a SARIF message may contain links.
 */
export function* formatSarif(
  reports: readonly FileReport[],
  { version, unread = [] }: { version: string; unread?: readonly UnreadFile[] },
): Generator<string> {
  const rules = rulesOf(reports);
  const driver = { name: PROGRAM, version, rules: rules.values() };
  const { worst, left } = worstOf(reports);
  const run = {
    tool: { driver },
    ...(left + unread.length > 0 && { invocations: [invocationWithout(left, unread)] }),
    columnKind: 'utf16CodeUnits',
    results: resultsOf(worst, [...rules.keys()]),
  };
  yield* jsonPieces({
    $schema: 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json',
    version: '2.1.0',
    runs: [run].values(),
  });
  yield '\n';
}

/** GitHub's limit per run. */
const MOST_RESULTS = 25_000;

/** Returns the worst problems: errors before warnings before infos, then in file order; and the number of those left out. */
function worstOf(reports: readonly FileReport[]): { worst: Iterable<Found>; left: number } {
  const { errors, warnings, infos } = summaryOf(reports);
  const error = Math.min(errors, MOST_RESULTS);
  const warning = Math.min(warnings, MOST_RESULTS - error);
  const info = Math.min(infos, MOST_RESULTS - error - warning);
  return { worst: soMany(reports, { error, warning, info }), left: errors + warnings + infos - error - warning - info };
}

interface Found {
  file: string;
  problem: ReportedProblem;
}

function* soMany(reports: readonly FileReport[], room: Record<Severity, number>): Generator<Found> {
  for (const { file, problems } of reports) {
    for (const problem of problems) if (room[problem.severity]-- > 0) yield { file, problem };
  }
}

function invocationWithout(left: number, unread: readonly UnreadFile[]): object {
  const text = `${counted(left, 'problem')} more, none of them worse, ${left === 1 ? 'is' : 'are'} left out: these are the ${MOST_RESULTS} that GitHub takes in a run. Other formats list all.`;
  const notRead = unread.map(({ file, message }) => ({
    level: 'error',
    message: { text: neutralizeLinks(`${file}: ${message}`) },
    locations: [{ physicalLocation: { artifactLocation: { uri: uriOf(file) } } }],
  }));
  return {
    executionSuccessful: unread.length === 0,
    toolExecutionNotifications: [...notRead, ...(left > 0 ? [{ level: 'warning', message: { text } }] : [])],
  };
}

function* resultsOf(found: Iterable<Found>, rules: readonly string[]): Generator<object> {
  const indices = new Map(rules.map((id, index) => [id, index]));
  for (const { file, problem } of found) {
    yield {
      ruleId: problem.rule,
      ruleIndex: indices.get(problem.rule),
      level: LEVELS[problem.severity],
      message: { text: neutralizeLinks(problem.message) },
      locations: [{ physicalLocation: { artifactLocation: { uri: uriOf(file) }, region: regionOf(problem.range) } }],
      ...fixesOf(file, problem),
    };
  }
}

const LEVELS: Record<Severity, string> = { error: 'error', warning: 'warning', info: 'note' };

/** Rules by id. A rule's level is that of its first problem; each result states its own as well. */
function rulesOf(reports: readonly FileReport[]): Map<string, object> {
  const rules = new Map<string, object>();
  for (const { problems } of reports) {
    for (const { rule: id, severity, docs = id } of problems) {
      if (rules.has(id)) continue;
      rules.set(id, {
        id,
        shortDescription: { text: ruleSummary({ docs }) },
        fullDescription: { text: firstParagraph(docs) },
        help: { text: docs, markdown: docs },
        defaultConfiguration: { level: LEVELS[severity] },
      });
    }
  }
  return rules;
}

function firstParagraph(docs: string): string {
  const [paragraph = docs] = docs.trim().split(/\n\s*\n/);
  return paragraph.replace(/\s+/g, ' ');
}

function fixesOf(file: string, { fixes, changes }: ReportedProblem): { fixes?: object[] } {
  const listed = fixes.flatMap((title, index) => {
    const replacements = (changes?.(index) ?? []).map(({ range, text }) => ({
      deletedRegion: regionOf(range),
      ...(text !== '' && { insertedContent: { text } }),
    }));
    // The format does not allow a fix that changes nothing.
    if (replacements.length === 0) return [];
    return {
      description: { text: neutralizeLinks(title) },
      artifactChanges: [{ artifactLocation: { uri: uriOf(file) }, replacements }],
    };
  });
  return listed.length > 0 ? { fixes: listed } : {};
}

function uriOf(file: string): string {
  if (isAbsolute(file)) return pathToFileURL(file).href;
  return toSlashes(file).split('/').map(encodeURIComponent).join('/');
}

/** SARIF counts lines and columns from 1; the end column is exclusive. */
function regionOf({ start, end }: Range): object {
  return {
    startLine: start.line + 1,
    startColumn: start.character + 1,
    endLine: end.line + 1,
    endColumn: end.character + 1,
  };
}
