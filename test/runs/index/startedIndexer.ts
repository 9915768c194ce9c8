import { analyse, type Cache, type Context } from '../../../server/src/analysis/analyse';
import type { Analysis } from '../../../server/src/model/analysis';
import type { UnreadableFile } from '../../../server/src/model/disk';
import type { TextFile } from '../../../server/src/model/text';
import { deserializeIndex, type StoredIndex, serializeIndex } from '../../../server/src/runs/index/storedIndex';
import { type FileCheck, mergedCheck, openedCheck } from '../../../server/src/runs/indexer/checkFile';
import { type Indexer, workspaceIndexer } from '../../../server/src/runs/indexer/workspaceIndexer';
import type { Reader } from '../../../server/src/runs/reading/fileReadQueue';
import { loadStore, saveStore } from '../../../server/src/workspace/indexStore';
import { folder } from '../../cli/run';
import { memoryAccess } from '../../kit/memoryAccess';
import { testContext } from '../../kit/testContext';

export const FOLDER = 'file:///work';
export const LOG = `${FOLDER}/logs/wf.jsonl`;

export function started(
  given: Record<string, string>,
  files = new Map(Object.entries(given)),
  access = memoryAccess(files),
  before?: StoredIndex,
  reader?: Reader,
  most?: number,
  context: Context = testContext(),
) {
  const faults: UnreadableFile[] = [];
  const opened = new Map<string, { analysis: Analysis; cache: Cache; check: FileCheck }>();
  const own: Indexer = workspaceIndexer({
    access,
    folders: () => [FOLDER],
    contextOf: () => context,
    warn: fault => faults.push(fault),
    before,
    reader,
    openedCheckOf: uri => opened.get(uri)?.check,
    ...(most !== undefined && { maxEnvelopes: most }),
  });
  own.scan();

  function tell(file: TextFile): void {
    const { uri } = file;
    const before = opened.get(uri);
    const { analysis, cache } = analyse(file, context, before?.cache);
    const told = openedCheck(analysis, before?.analysis, context.families);
    const check = told ? mergedCheck(before?.check, told) : (before?.check ?? { checks: {} });
    opened.set(uri, { analysis, cache, check });
    if (told) own.checked(uri);
  }

  return {
    files,
    access,
    faults,
    indexer: own,
    /** Opens a file, or edits it: the index is told of its text, and of what its analysis finds. */
    open(file: TextFile) {
      own.open(file);
      tell(file);
    },
    /** Tells the index of a text that is not analysed yet. */
    type: (file: TextFile) => own.open(file),
    tell,
    close(uri: string) {
      opened.delete(uri);
      own.close(uri);
    },
    /** Works until all is read, or until there is nothing left to do. */
    work(until: 'isComplete' | 'idle') {
      while (!own.state()[until] && own.work());
    },
    told: () =>
      own.index
        .runs()
        .map(({ key, id, steps, problems }) => {
          const run = own.index.run(key);
          const keys = Array.from({ length: steps }, (_, at) => run?.step(at).key);
          return `${id}: ${keys.join(', ')}, ${problems.error} errors`;
        })
        .sort(),
  };
}

/** The same files with what was known of them; not read yet. Open files are as on disk again. */
export function restarted({ files, access, indexer }: ReturnType<typeof started>, most?: number) {
  const place = folder({});
  saveStore(place, '1', serializeIndex(indexer.index.stored()));
  const stored = loadStore(place, '1');
  return started(
    {},
    files,
    access,
    stored &&
      deserializeIndex(stored, () => {
        throw new Error('damaged');
      }),
    undefined,
    most,
  );
}

export function message(id: string, payload: object = {}): string {
  return JSON.stringify({
    id,
    timestamp: '2026-05-07T14:46:01Z',
    from: 'build',
    to: 'review',
    intent: 'task',
    context: { project: 'p', domain: 'd', priority: 1, workflowId: 'wf_1' },
    payload: { input: 'x', output: 'y', confidence: 0.95, needsReview: false, ...payload },
  });
}

export function lines(...texts: string[]): string {
  return texts.join('\n');
}
