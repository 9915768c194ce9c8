import { analyse } from '../../server/src/analysis/analyse';
import type { Analysis, Problem } from '../../server/src/model/analysis';
import type { SourceFile } from '../../server/src/model/text';
import { rangeOf } from '../../server/src/parts/place';
import { withRunProblems } from '../../server/src/runs/runRules/withRunProblems';
import { languageOf } from '../../server/src/text/language';
import { sourceFile } from '../../server/src/text/lines';
import { contextOf, type Settings } from './context';

/** A file that is nowhere on a disk; its name's ending says how it is read. */
export function fileOf(name: string, text: string): SourceFile {
  return sourceFile(`file:///work/${name}`, languageOf(name) ?? 'json', text);
}

/** A text understood, as a file of this name. */
export function analysed(name: string, text: string, settings: Settings = {}): Analysis {
  return analyse(fileOf(name, text), contextOf(settings)).analysis;
}

/** The same with the problems that take more than one envelope: what an editor shows. */
export function analysedInRun(name: string, text: string, settings: Settings = {}): Analysis {
  const context = contextOf(settings);
  return withRunProblems(analyse(fileOf(name, text), context).analysis, context);
}

export function problemsIn({ parts }: Analysis): Problem[] {
  return parts.flatMap(({ problems }) => [...problems]);
}

/** Each problem in a line: `3:9 schema/enum error`, line and character from 1. */
export function summary(analysis: Analysis): string[] {
  return problemsIn(analysis).map(({ part, span, rule, severity }) => {
    const { line, character } = rangeOf(part, span).start;
    return `${line + 1}:${character + 1} ${rule} ${severity}`;
  });
}

/** What each part was recognised as: `agent-io/event`, or with a question mark where that is not sure. */
export function recognised(analysis: Analysis): (string | undefined)[] {
  return analysis.parts.map(({ recognition }) => recognition && `${recognition.kind.id}${recognition.sure ? '' : '?'}`);
}

/** The first part of a JSON value's recognition, as `recognised` writes it. */
export function recognisedAs(value: unknown, settings: Settings = {}): string | undefined {
  return recognised(analysed('envelope.json', JSON.stringify(value), settings))[0];
}
