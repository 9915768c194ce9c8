import { analyse } from '../../server/src/analysis/analyse';
import type { Analysis, Problem } from '../../server/src/model/analysis';
import type { TextFile } from '../../server/src/model/text';
import { rangeOf } from '../../server/src/parts/positions';
import { withRunProblems } from '../../server/src/runs/runRules/withRunProblems';
import { languageOf } from '../../server/src/text/fileLanguage';
import { textFile } from '../../server/src/text/lines';
import { type TestSettings, testContext } from './testContext';

/** A file that is nowhere on a disk; its name's ending says how it is read. */
export function memoryFile(name: string, text: string): TextFile {
  return textFile(`file:///work/${name}`, languageOf(name) ?? 'json', text);
}

/** A text understood, as a file of this name. */
export function analyseText(name: string, text: string, settings: TestSettings = {}): Analysis {
  return analyse(memoryFile(name, text), testContext(settings)).analysis;
}

/** The same with the problems that take more than one envelope: what an editor shows. */
export function analyseWithRunRules(name: string, text: string, settings: TestSettings = {}): Analysis {
  const context = testContext(settings);
  return withRunProblems(analyse(memoryFile(name, text), context).analysis, context);
}

export function problemsIn({ parts }: Analysis): Problem[] {
  return parts.flatMap(({ problems }) => [...problems]);
}

/** Each problem in a line: `3:9 schema/enum error`, line and character from 1. */
export function problemLines(analysis: Analysis): string[] {
  return problemsIn(analysis).map(({ part, span, rule, severity }) => {
    const { line, character } = rangeOf(part, span).start;
    return `${line + 1}:${character + 1} ${rule} ${severity}`;
  });
}

/** What each part was recognised as: `agent-io/event`, or with a question mark where that is not sure. */
export function recognisedKinds(analysis: Analysis): (string | undefined)[] {
  return analysis.parts.map(({ recognition }) => recognition && `${recognition.kind.id}${recognition.sure ? '' : '?'}`);
}

/** The first part of a JSON value's recognition, as `recognised` writes it. */
export function recognisedKind(value: unknown, settings: TestSettings = {}): string | undefined {
  return recognisedKinds(analyseText('envelope.json', JSON.stringify(value), settings))[0];
}
