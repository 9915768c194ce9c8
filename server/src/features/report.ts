import { analyse, type Context } from '../analysis/analyse';
import { families } from '../families';
import type { Problem } from '../model/analysis';
import type { Check, ReportedProblem } from '../model/report';
import type { Range } from '../model/text';
import { rangeOf, rangeOfPart } from '../parts/place';
import { languageOf } from '../text/language';
import { sourceFile } from '../text/lines';

/**
 * Makes the check of files outside of an editor. It says of a file what the editor's diagnostics say. The file's name
 * decides how it is read.
 */
export function createChecker(_options: { root: string }): Check {
  const context: Context = { families, facts: { agents: [], intents: [] }, association: () => undefined };
  return ({ uri, path, text }) => {
    const { parts } = analyse(sourceFile(uri, languageOf(path) ?? 'json', text), context).analysis;
    return {
      file: path,
      parts: parts.flatMap(({ part, recognition }) =>
        recognition?.sure ? [{ kind: recognition.kind.id, range: rangeOfPart(part) }] : [],
      ),
      problems: parts
        .flatMap(({ problems }) => problems.map(reported))
        .sort((one, two) => before(one.range, two.range)),
    };
  };
}

function reported({ rule, severity, message, part, span, fixes }: Problem): ReportedProblem {
  return { rule, severity, message, range: rangeOf(part, span), fixes: fixes.map(({ title }) => title) };
}

function before(one: Range, two: Range): number {
  return one.start.line - two.start.line || one.start.character - two.start.character;
}
