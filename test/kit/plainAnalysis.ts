import type { Context } from '../../server/src/analysis/analyse';
import { diagnostics } from '../../server/src/features/diagnostics';
import { documentSymbols } from '../../server/src/features/documentSymbols';
import type { Analysis } from '../../server/src/model/analysis';
import { withRunProblems } from '../../server/src/runs/runRules/withRunProblems';

const client = { hasJsonService: false, opensDocs: false };

/** All that an editor is told about a file, without identities. */
export function plainAnalysis(analysis: Analysis, within: Context): unknown {
  const judged = withRunProblems(analysis, within);
  return {
    parts: judged.parts.map(({ part, value, recognition, document, problems }) => ({
      part: { id: part.id, map: part.map, lang: part.lang, text: part.text, around: part.parent?.text },
      value,
      kind: recognition && [recognition.kind.id, recognition.sure, recognition.by],
      document: document && [document.kind.id, document.content],
      problems: problems.map(({ part: of, ...problem }) => ({ ...problem, of: of.id })),
    })),
    suppressions: judged.suppressions,
    diagnostics: diagnostics(judged, client, 1000),
    symbols: documentSymbols(judged),
  };
}
