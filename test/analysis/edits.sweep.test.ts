import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { analyse } from '../../server/src/analysis/analyse';
import { diagnostics } from '../../server/src/features/diagnostics/diagnostics';
import { documentSymbols } from '../../server/src/features/structure/documentSymbols';
import type { Analysis } from '../../server/src/model/analysis';
import { withRunProblems } from '../../server/src/runs/runRules/withRunProblems';
import { documentEdit, editedFiles } from '../kit/documentEdits';
import { documentForms, PASTED, plannedFile } from '../kit/editedDocuments';
import { firstDifference } from '../kit/firstDifference';
import { fuzzEdits, fuzzTimeout } from '../kit/fuzzEdits';
import { testContext } from '../kit/testContext';

const EDITS = fuzzEdits(2400);
/** Of one document; a session has half as many on average. */
const MOST_EDITS = 30;
const client = { hasJsonService: false, opensDocs: false };
const context = testContext({ agents: ['vision', 'conductor', 'scope'] });

let tried = 0;
afterAll(() => console.log(`${tried} edits tried, each analysed incrementally and from scratch.`));

test.each(documentForms)(
  '$name after each of any edits is analysed as from scratch',
  form => {
    const edits = fc.array(documentEdit(PASTED), { minLength: 1, maxLength: MOST_EDITS, size: 'max' });
    const numRuns = Math.ceil(EDITS / documentForms.length / (MOST_EDITS / 2));
    fc.assert(
      fc.property(form.plan, edits, (plan, steps) => {
        const start = plannedFile(form, plan);
        let { cache } = analyse(start, context);
        for (const file of editedFiles(start, steps)) {
          const next = analyse(file, context, cache);
          cache = next.cache;
          const difference = firstDifference(plain(next.analysis), plain(analyse(file, context).analysis));
          expect(difference).toBeUndefined();
          tried++;
        }
      }),
      { numRuns },
    );
  },
  fuzzTimeout(EDITS),
);

/** All that an editor is told about a file, without identities. */
function plain(analysis: Analysis): unknown {
  const judged = withRunProblems(analysis, context);
  return {
    parts: judged.parts.map(({ part, value, recognition, document, problems }) => ({
      part: { id: part.id, map: part.map, lang: part.lang, text: part.text },
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
