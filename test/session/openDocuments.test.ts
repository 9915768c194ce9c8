import { expect, test } from 'vitest';
import type { Context } from '../../server/src/analysis/analyse';
import type { Analysis } from '../../server/src/model/analysis';
import { openDocuments } from '../../server/src/session/openDocuments';
import { fileText } from '../../server/src/text/lines';
import { memoryWorkspace } from '../kit/memoryWorkspace';
import { testContext } from '../kit/testContext';

const uri = 'file:///work/a.json';

/** Documents over a disk that is being read until `read` is called; `asked` is when someone waits for it. */
function overSlowDisk() {
  const told: Analysis[] = [];
  let wasAsked = () => {};
  const asked = new Promise<void>(resolve => {
    wasAsked = resolve;
  });
  let wasRead = () => {};
  const reading = new Promise<void>(resolve => {
    wasRead = resolve;
  });
  let isRead = false;
  const here = memoryWorkspace({});
  const whenLoaded = () => {
    wasAsked();
    return isRead ? undefined : reading;
  };
  const context: Context = { ...testContext(), workspace: { ...here, disk: { ...here.disk, whenLoaded } } };
  const documents = openDocuments({
    contextOf: async () => context,
    onAnalysed: analysis => told.push(analysis),
    onFailed: error => expect.unreachable(String(error)),
  });
  const open = (text: string) => documents.open({ uri, languageId: 'json', text });
  const read = () => {
    isRead = true;
    wasRead();
  };
  return { told, asked, documents, open, read };
}

test('of a document that is closed while the disk is being read nothing is told', async () => {
  const { told, asked, documents, open, read } = overSlowDisk();
  open('{}');
  const answer = documents.analysisOf(uri);
  await asked;
  documents.close(uri);
  read();
  expect(await answer).toBeUndefined();
  expect(told).toEqual([]);
});

test('of one that is opened again meanwhile what it is now is told', async () => {
  const { told, asked, documents, open, read } = overSlowDisk();
  open('{"a": 1}');
  const answer = documents.analysisOf(uri);
  await asked;
  documents.close(uri);
  open('{"a": 2}');
  read();
  const analysis = await answer;
  expect(analysis && fileText(analysis.file)).toBe('{"a": 2}');
  expect(told).toEqual([analysis]);
  documents.close(uri);
});
