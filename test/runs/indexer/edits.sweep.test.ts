import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import type { TextFile } from '../../../server/src/model/text';
import type { Indexer } from '../../../server/src/runs/indexer/workspaceIndexer';
import { documentEdit, editedFiles } from '../../kit/documentEdits';
import { documentForms, PASTED, plannedFile } from '../../kit/editedDocuments';
import { firstDifference } from '../../kit/firstDifference';
import { fuzzEdits, fuzzTimeout } from '../../kit/fuzzEdits';
import { FOLDER, started } from '../index/startedIndexer';

const EDITS = fuzzEdits(2400);
/** Of one document; a session has half as many on average. */
const MOST_EDITS = 30;

let tried = 0;
afterAll(() =>
  console.log(`${tried} edits tried, each indexed as it was made; the last of a session from scratch, too.`),
);

test.each(documentForms)(
  '$name after any edits is indexed as if it were opened with the final text',
  async form => {
    const edit = fc.record({ edit: documentEdit(PASTED), steps: fc.nat(6) });
    const sessions = fc.array(edit, { minLength: 1, maxLength: MOST_EDITS, size: 'max' });
    const numRuns = Math.ceil((EDITS * form.share) / (MOST_EDITS / 2));
    await fc.assert(
      fc.asyncProperty(form.plan, sessions, async (plan, session) => {
        const one = started({});
        let file = inFolder(plannedFile(form, plan));
        one.open(file);
        let at = 0;
        for (file of editedFiles(
          file,
          session.map(({ edit }) => edit),
        )) {
          for (let step = 0; step < (session[at]?.steps ?? 0); step++) one.indexer.work();
          one.open(file);
          at++;
          tried++;
        }
        const again = started({});
        again.open(file);
        const [incremental, fromScratch] = [one, again].map(({ work, told, indexer }) => {
          work('idle');
          return { record: recordOf(indexer, file), runs: told() };
        });
        expect(firstDifference(incremental, fromScratch)).toBeUndefined();
        // Within one job of the event loop, what a `WeakRef` points to stays in memory.
        await setImmediate();
      }),
      { numRuns },
    );
  },
  fuzzTimeout(EDITS),
);

function inFolder(file: TextFile): TextFile {
  return { ...file, uri: `${FOLDER}/logs/${file.uri.slice(file.uri.lastIndexOf('/') + 1)}` };
}

/** A file without envelopes is checked only if it was checked before, so the two may differ there. */
function recordOf({ index }: Indexer, { uri }: TextFile): unknown {
  const record = index.record(uri);
  if (!record) return undefined;
  return record.entries.length > 0 || record.registry ? record : { ...record, checks: {}, stray: {} };
}
