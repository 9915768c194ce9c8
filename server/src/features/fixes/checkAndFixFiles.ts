import { analyse, type Context } from '../../analysis/analyse';
import type { AnalysedPart, Check, FileReport, Fix, Problem, ReportedProblem } from '../../model/analysis';
import type { FileLang, TextChange } from '../../model/text';
import { rangeOf, rangeOfPart } from '../../parts/positions';
import { isTooLongForRunRules, withRunProblems } from '../../runs/runRules/withRunProblems';
import { t } from '../../shared/l10n';
import { generateNothing } from '../../slots/sampleValue';
import { languageOf } from '../../text/fileLanguage';
import { applyChanges, comparePositions, textFile } from '../../text/lines';
import { findRule } from '../rulePages';
import { fixAll } from './fixAll';
import { fixEdits } from './fixEdits';

/**
 * Creates a checker that finds and fixes problems of files without an editor, such as for the command line. It reports the same problems as the
 * diagnostics of an editor. A file's name determines its language.
 *
 * @param contextOf returns the context for analysing the file at a URI
 */
export function createChecker({ contextOf }: { contextOf(uri: string): Context }): Check {
  return ({ uri, path, text }) => {
    const context = contextOf(uri);
    const file = textFile(uri, languageIn(path, context), text);
    const analysis = withRunProblems(analyse(file, context).analysis, context, text);
    const { parts } = analysis;
    return {
      file: path,
      ...(isTooLongForRunRules(analysis, context) && { isNotCompared: true as const }),
      parts: parts.flatMap(({ part, recognition, document }) => {
        const { kind: known, sure } = recognition ?? {};
        const envelope = sure && !known?.fileNames && !known?.isWholeFile ? known : undefined;
        const kind = document?.kind ?? envelope;
        return kind ? [{ kind: kind.id, range: rangeOfPart(part) }] : [];
      }),
      problems: parts
        .flatMap(part => part.problems.map(problem => reported(problem, part)))
        .sort((one, two) => comparePositions(one.range.start, two.range.start)),
    };
  };
}

// A file with a demanded kind must be JSON as a whole: a Markdown document with JSON blocks is not.
function languageIn(path: string, { demanded }: Context): FileLang {
  const language = languageOf(path) ?? 'json';
  return demanded && language === 'markdown' ? 'json' : language;
}

/** JSON between programs has no byte order mark: some programs drop it, others fail. */
export const MARK_PROBLEM: ReportedProblem = {
  rule: 'envelope/ambiguous-json',
  severity: 'error',
  message: t`The text begins with a byte order mark, at which some JSON readers fail; remove it.`,
  range: { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } },
  fixes: [],
};

/** Creates a fixer for files outside an editor, with the options of the check. It applies all certain fixes of a file. */
export function createFixer({ contextOf }: { contextOf(uri: string): Context }): Fix {
  return ({ uri, path, text }) => {
    const context = contextOf(uri);
    const file = textFile(uri, languageOf(path) ?? 'json', text);
    const { changes, applied } = fixAll(file, context);
    return { text: applyChanges(text, changes, file.eol), rules: applied.map(({ rule }) => rule) };
  };
}

function reported({ rule, severity, message, part, span, fixes }: Problem, analysed: AnalysedPart): ReportedProblem {
  const range = rangeOf(part, span);
  return {
    rule,
    severity,
    message,
    range,
    fixes: fixes.map(({ title }) => title),
    // The changes keep the whole file in memory, so only a file with fixes gets them.
    ...(fixes.length > 0 && { changes: changesOf(fixes, analysed) }),
    // Few formats show them.
    get docs() {
      return findRule(rule)?.docs;
    },
  };
}

/** A report as plain data, which threads exchange. */
export type PlainReport = Omit<FileReport, 'problems'> & { problems: PlainProblem[] };

type PlainProblem = Omit<ReportedProblem, 'changes' | 'docs'> & { changes?: TextChange[][] };

/** @param withChanges whether to include the changes of fixes, which only some formats show */
export function plainReport(report: FileReport, withChanges: boolean): PlainReport {
  const problems = report.problems.map(
    ({ rule, severity, message, range, fixes, changes }): PlainProblem => ({
      ...{ rule, severity, message, range, fixes },
      ...(withChanges && changes && { changes: fixes.map((_, index) => changes(index)) }),
    }),
  );
  return { ...report, problems };
}

/** The report that plain data was made of. */
export function reportOfPlain({ problems, ...report }: PlainReport): FileReport {
  return { ...report, problems: problems.map(problemOfPlain) };
}

function problemOfPlain({ changes, ...problem }: PlainProblem): ReportedProblem {
  return {
    ...problem,
    ...(changes && { changes: (index: number) => changes[index] ?? [] }),
    get docs() {
      return findRule(problem.rule)?.docs;
    },
  };
}

function changesOf(fixes: Problem['fixes'], analysed: AnalysedPart): (index: number) => TextChange[] {
  return index => {
    const fix = fixes[index];
    // Without new ids and the current time, reports are reproducible.
    return fix ? fixEdits(analysed, fix, generateNothing) : [];
  };
}
