import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { analyse, type Context } from '../../server/src/analysis/analyse';
import { openDocuments } from '../../server/src/project/openDocuments';
import type { WorkInSteps } from '../../server/src/shared/workInSteps';
import { fileText } from '../../server/src/text/lines';
import { documentEdit, editedFiles } from '../kit/documentEdits';
import { documentForms, PASTED, plannedFile } from '../kit/editedDocuments';
import { firstDifference } from '../kit/firstDifference';
import { fuzzEdits, fuzzTimeout } from '../kit/fuzzEdits';
import { changingWorkspace, memoryWorkspace } from '../kit/memoryWorkspace';
import { plainAnalysis } from '../kit/plainAnalysis';
import { testContext } from '../kit/testContext';

const EDITS = fuzzEdits(1200);
const MOST_EDITS = 12;
const DISKS = [memoryWorkspace(), memoryWorkspace({ 'src/a.ts': '', 'specs/1/spec.md': '# Specification' })] as const;
const { workspace, change } = changingWorkspace(DISKS[0]);
const context: Context = {
  ...testContext({ agents: ['vision', 'conductor', 'scope'] }),
  workspace,
};

let tried = 0;
beforeAll(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterAll(() => console.log(`${tried} edits tried, each while the document was being analysed.`));

test.each(documentForms)(
  '$name that changes again and again while it is analysed ends as if it were analysed from scratch',
  async form => {
    const edits = fc.array(documentEdit(PASTED), { minLength: 1, maxLength: MOST_EDITS, size: 'max' });
    const slices = fc.array(fc.constantFrom(1, 2, 3, 8, 40), { minLength: 1, maxLength: 6 });
    const numRuns = Math.ceil((EDITS * form.share) / (MOST_EDITS / 2));
    await fc.assert(
      fc.asyncProperty(form.plan, edits, slices, async (plan, steps, lengths) => {
        const start = plannedFile(form, plan);
        const { uri } = start;
        const rest = editedFiles(start, steps);
        let pauses = 0;
        async function run<T>(work: WorkInSteps<T>, isNeeded: () => boolean = () => true): Promise<T> {
          for (;;) {
            for (let step = lengths[pauses % lengths.length] ?? 1; step > 0; step--) {
              const { done, value } = work.next();
              if (done) return value;
            }
            await meanwhile(pauses++);
            expect(isNeeded()).toBe(true);
          }
        }
        const asked: Promise<unknown>[] = [];
        const documents = openDocuments({
          contextOf: async () => context,
          onAnalysed: () => {},
          onFailed: error => expect.unreachable(String(error)),
          run,
        });
        async function meanwhile(pause: number): Promise<void> {
          const { done, value: file } = rest.next();
          if (done) return;
          tried++;
          documents.change(uri, [{ text: fileText(file) }], tried);
          const at = { line: Math.floor(file.lines.length / 2), character: 3 };
          if (pause % 3 === 0) asked.push(documents.uncheckedAnalysisOf(uri, at));
          if (pause % 4 === 3) {
            change(DISKS[pause % 8 === 3 ? 1 : 0]);
            documents.contextChanged();
          }
          if (pause % 5 === 4) asked.push(documents.analysisOf(uri));
          await setImmediate();
        }
        documents.open({ uri, languageId: start.lang, version: 0, text: fileText(start) });
        await documents.analysisOf(uri);
        await Promise.all(asked);
        const analysis = await documents.analysisOf(uri);
        expect.assert(analysis);
        expect(fileText(analysis.file)).toBe(documents.textOf(uri));
        documents.close(uri);
        const other = { ...context };
        const fromScratch = plainAnalysis(analyse(analysis.file, other).analysis, other);
        expect(firstDifference(plainAnalysis(analysis, context), fromScratch)).toBeUndefined();
      }),
      { numRuns },
    );
  },
  fuzzTimeout(EDITS),
);
