import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { analyse, type Context } from '../../server/src/analysis/analyse';
import { families } from '../../server/src/families';
import { closedFileDiagnostics } from '../../server/src/features/closedFileDiagnostics';
import { diagnostics } from '../../server/src/features/diagnostics';
import type { Disk, EntryType } from '../../server/src/model/disk';
import type { TextFile } from '../../server/src/model/text';
import { DEFAULT_SETTINGS } from '../../server/src/project/readSettings';
import { openedCheck } from '../../server/src/runs/indexer/checkFile';
import { workspaceIndexer } from '../../server/src/runs/indexer/workspaceIndexer';
import { withRunProblems } from '../../server/src/runs/runRules/withRunProblems';
import { languageOf } from '../../server/src/text/fileLanguage';
import { fileText, textFile } from '../../server/src/text/lines';
import type { DiagnosticsReport } from '../../server/src/thread/indexMessages';
import { workspaceDiagnostics } from '../../server/src/thread/workspaceDiagnostics';
import { sixteenth } from '../kit/amount';
import { corpusFiles, corpusMissing, corpusText } from '../kit/corpus';
import { memoryAccess } from '../kit/memoryAccess';
import { message } from '../kit/runsClient';

const FOLDER = 'file:///work';

/** An index over files in memory, and an editor that pulls what is told of them. */
function started(files: Map<string, string>) {
  const access = memoryAccess(files);
  const opened = new Map<string, TextFile>();
  const disk = diskOf(files, opened);
  const context: Context = {
    families,
    facts: { agents: [], intents: [] },
    association: () => undefined,
    workspace: { folders: [FOLDER], disk },
  };
  // What someone looks at the editor asks for besides, and passes over what else it is told of it.
  const watched = new Set<string>();
  const shown = new Map<string, unknown[]>();
  const known = new Map<string, string>();
  let diagnosed = 0;
  const runs = workspaceIndexer({
    access,
    folders: () => [FOLDER],
    contextOf: () => context,
    warn: () => {},
    checksAllFiles: () => true,
    openedCheckOf(uri) {
      const file = opened.get(uri);
      return file && openedCheck(analyse(file, context).analysis, undefined, families);
    },
    onChecked: uri => closed.changed(uri),
  });
  const closed = workspaceDiagnostics({
    records: () => runs.index.eachRecord(),
    record: uri => runs.index.record(uri),
    isWanted: () => true,
    versionOf: uri => (opened.has(uri) ? 1 : undefined),
    diagnose(record) {
      diagnosed++;
      return closedFileDiagnostics(record, { access, context, client, limit });
    },
    recheck: runs.recheck,
    send: (_, reports) => {
      expect(new Set(reports.map(({ uri }) => uri)).size).toBe(reports.length);
      reports.forEach(take);
    },
  });
  function take(report: DiagnosticsReport): void {
    const { uri, resultId } = report;
    const file = report.kind === 'open' ? opened.get(uri) : undefined;
    const items = file ? problemsIn(file, context) : report.kind === 'full' ? report.items : undefined;
    if (items && !watched.has(uri)) shown.set(uri, items);
    if (resultId === undefined) known.delete(uri);
    else known.set(uri, resultId);
  }
  let id = 0;
  return {
    files,
    runs,
    context,
    shown,
    diagnosed: () => diagnosed,
    pull: () =>
      closed.pull({
        id: ++id,
        known: [...known].map(([uri, value]) => ({ uri, value })),
        streams: id % 2 > 0,
        client,
      }),
    open(uri: string, text: string) {
      const file = fileOf(uri, text);
      opened.set(uri, file);
      watched.add(uri);
      runs.open(file);
      runs.checked(uri);
      closed.touched(uri);
      shown.set(uri, problemsIn(file, context));
    },
    /** Its tab is closed, and VS Code keeps the document open for a while. */
    leave(uri: string) {
      const file = opened.get(uri);
      if (!watched.delete(uri) || !file) return;
      known.delete(uri);
      shown.set(uri, problemsIn(file, context));
    },
    leaveAll() {
      for (const uri of [...watched]) this.leave(uri);
    },
    close(uri: string) {
      if (!opened.delete(uri)) return;
      watched.delete(uri);
      known.delete(uri);
      runs.close(uri);
      closed.touched(uri);
    },
    /** Some pieces of work, or all there are. */
    work(pieces = Number.POSITIVE_INFINITY) {
      for (let i = 0; i < pieces; i++) if (!runs.work() && !(runs.state().idle && closed.work())) return;
    },
    opened,
  };
}

const client = { hasJsonService: false, opensDocs: false };
const limit = DEFAULT_SETTINGS.maxProblems;

const fileOf = (uri: string, text: string) => textFile(uri, languageOf(uri) ?? 'json', text);

const problemsIn = (file: TextFile, context: Context) =>
  diagnostics(withRunProblems(analyse(file, context).analysis, context), client, limit);

/** What lies in memory as a disk tells it: always as it is now. */
function diskOf(files: ReadonlyMap<string, string>, opened: ReadonlyMap<string, TextFile>): Disk {
  return {
    list(folder) {
      const entries = new Map<string, EntryType>();
      for (const uri of files.keys()) {
        const [name, ...below] = uri.startsWith(`${folder}/`) ? uri.slice(folder.length + 1).split('/') : [];
        if (name) entries.set(name, below.length > 0 ? 'folder' : 'file');
      }
      return entries.size > 0 ? entries : null;
    },
    text(uri) {
      const file = opened.get(uri);
      return file ? fileText(file) : (files.get(uri) ?? null);
    },
    whenLoaded: () => undefined,
  };
}

/** What an editor shows of each file when someone looks at it. */
function expected({ files, context, opened }: ReturnType<typeof started>): Map<string, unknown[]> {
  const all = [...files].map(([uri, text]) => [uri, fileOf(uri, text)] as const);
  const found = new Map([...all, ...opened].map(([uri, file]) => [uri, problemsIn(file, context)]));
  return withProblems(found);
}

const withProblems = (found: ReadonlyMap<string, unknown[]>) =>
  new Map([...found].filter(([, items]) => items.length > 0).sort());

const artifact = (path: string, operation: string) =>
  JSON.stringify({
    success: true,
    summary: 'x',
    recommendation: 'proceed',
    artifacts: [{ path, operation, content: 'A' }],
  });

const LINES = [
  message(1),
  message(2, { confidence: 7 }),
  '{"id": ',
  '{}',
  // None of ours, unless its neighbours are.
  '{"from": "x", "to": "y", "intent": "idea"}',
  artifact('w/out.md', 'update'),
  artifact('w/out.md', 'create'),
];

const name = fc.constantFrom('a.json', 'b.jsonl', 'c.md', 'w/d.json', 'w/out.md');
const lines = fc.array(fc.constantFrom(...LINES), { minLength: 1, maxLength: 3 });
const written = (file: string, some: readonly string[]) => {
  if (file.endsWith('.jsonl')) return some.map(line => `${line}\n`).join('');
  if (file.endsWith('.md')) return some.map(line => `\`\`\`json\n${line}\n\`\`\`\n`).join('\n');
  return some.length > 1 ? `[${some.join(', ')}${some.length > 2 ? ']' : ''}` : (some[0] ?? '');
};

const step = fc.oneof(
  { weight: 2, arbitrary: fc.record({ do: fc.constant('write' as const), file: name, some: lines }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('append' as const), file: fc.constant('b.jsonl' as const), some: lines }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('delete' as const), file: name }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('open' as const), file: name, some: lines }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('close' as const, 'leave' as const), file: name }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('pull' as const) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('work' as const), pieces: fc.constantFrom(1, 7, 1000) }) },
);

type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

describe('what is told of files', () => {
  test('is in the end what a new start would tell, whatever came before', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), steps => {
        const one = started(new Map());
        one.runs.scan();
        one.pull();
        for (const did of steps) take(one, did);
        // Who was answered asks again; then all is told.
        for (const _ of ['', '']) {
          one.work();
          one.pull();
        }
        one.work();
        one.leaveAll();
        expect(withProblems(one.shown)).toEqual(expected(one));
      }),
      { numRuns: sixteenth(500) },
    );
  });

  function take(one: ReturnType<typeof started>, did: Step): void {
    if (did.do === 'pull') one.pull();
    else if (did.do === 'work') one.work(did.pieces);
    else takeFile(one, `${FOLDER}/${did.file}`, did);
  }

  function takeFile(one: ReturnType<typeof started>, uri: string, did: Extract<Step, { file: string }>): void {
    const { files, runs } = one;
    const before = files.get(uri);
    // Of a document without a file an open neighbour knows nothing: it asks the disk what lies beside it.
    if (did.do === 'open' && before === undefined) return;
    if (did.do === 'delete' && one.opened.has(uri)) return;
    if (did.do === 'open') one.open(uri, written(did.file, did.some));
    else if (did.do === 'close') {
      one.close(uri);
    } else if (did.do === 'leave') {
      one.leave(uri);
    } else if (did.do === 'delete') {
      files.delete(uri);
      runs.changed(uri);
    } else if ('some' in did) {
      files.set(uri, (did.do === 'append' ? (before ?? '') : '') + written(did.file, did.some));
      runs.changed(uri, before !== undefined);
    }
  }

  test('who knows all costs nothing', () => {
    const one = started(new Map([[`${FOLDER}/a.json`, LINES[1] as string]]));
    one.runs.scan();
    one.pull();
    one.work();
    const before = one.diagnosed();
    for (let i = 0; i < 5; i++) {
      one.pull();
      one.work();
    }
    expect([before, one.diagnosed()]).toEqual([1, 1]);
  });
});

describe.skipIf(corpusMissing)('the corpus', () => {
  test('closed says what open says, of each file', () => {
    const files = new Map(
      corpusFiles()
        .filter(file => languageOf(file) !== undefined)
        .map(file => [`${FOLDER}/${file}`, corpusText(file)]),
    );
    const one = started(files);
    one.runs.scan();
    one.pull();
    one.work();
    const wanted = expected(one);
    expect(wanted.size).toBeGreaterThan(20);
    expect(withProblems(one.shown)).toEqual(wanted);
  });
});
