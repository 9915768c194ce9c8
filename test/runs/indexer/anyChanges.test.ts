import fc from 'fast-check';
import { expect, test } from 'vitest';
import { analyse, type Cache, type Context } from '../../../server/src/analysis/analyse';
import type { Analysis } from '../../../server/src/model/analysis';
import type { EntryType, Workspace } from '../../../server/src/model/disk';
import type { TextFile } from '../../../server/src/model/text';
import type { StoredIndex } from '../../../server/src/runs/index/storedIndex';
import { type FileCheck, mergedCheck, openedCheck } from '../../../server/src/runs/indexer/checkFile';
import { type Indexer, workspaceIndexer } from '../../../server/src/runs/indexer/workspaceIndexer';
import type { FileRecord } from '../../../server/src/runs/reading/fileRecord';
import { languageOf } from '../../../server/src/text/fileLanguage';
import { textFile } from '../../../server/src/text/lines';
import { eighth } from '../../kit/amount';
import { firstDifference } from '../../kit/firstDifference';
import { memoryAccess } from '../../kit/memoryAccess';
import { testContext } from '../../kit/testContext';
import { FOLDER, message } from '../index/startedIndexer';

const OTHER = 'file:///other';

const call = (id: string, at: number) =>
  `{"call_id": "t_${id}", "agent": "calendar", "tool": "y", "args": {}, "ts": "2026-06-01T10:00:0${at}Z", "confirm_required": false, "deadline_ms": 500}`;
const result = (id: string, took = 1) =>
  `{"call_id": "t_${id}", "ok": true, "result": {}, "error": null, "latency_ms": ${took}}`;
const span = (id: string, parent = '') =>
  `{"name": "a", "context": {"trace_id": "t", "span_id": "${id}"}, ${parent && `"parent_id": "${parent}", `}"start_time": 1, "attributes": {}}`;

/** Lines of logs, and texts of JSON files: envelopes, broken ones, and what only resembles them. */
const LINES: readonly string[] = [
  message('a'),
  message('a'),
  message('b'),
  message('b', { confidence: 7 }),
  message('c').replace('wf_1', 'wf_2'),
  message('r').replace('"build"', '"stranger"'),
  call('aaaaaaaaaa', 0),
  call('bbbbbbbbbb', 1),
  result('aaaaaaaaaa', 900),
  result('aaaaaaaaaa'),
  result('bbbbbbbbbb'),
  span('s1'),
  span('s2', 's1'),
  `${message('a')},`,
  '{"from": "biuld", "to": "fix", "payload": {"confidence": 2}}',
  '{"id": ',
  '42',
  '',
];

function registry(feature: string, status: string, decision: string): string {
  return [
    `# Feature Index: ${feature}`,
    `- **Feature ID**: ${feature}`,
    '## Workflow Status',
    '| Workflow | Status |',
    '| --- | --- |',
    `| specify | ${status} |`,
    '## Decisions Log',
    '| Timestamp | Agent | Decision | Rationale |',
    '| --- | --- | --- | --- |',
    ...(decision ? [`| 2026-07-01 | build | ${decision} | Simple |`] : []),
  ].join('\n');
}

const line = fc.constantFrom(...LINES);
const someLines = fc.array(line, { minLength: 0, maxLength: 5 });
const markdown = fc.oneof(
  fc
    .tuple(
      fc.constantFrom('1-one', '2-two'),
      fc.constantFrom('in_progress', 'complete', 'pending', 'bad'),
      fc.constantFrom('', 'Queue', 'Stack'),
    )
    .map(parts => registry(...parts)),
  line.map(text => `# Notes\n\n\`\`\`json\n${text}\n\`\`\`\n`),
  fc.constant('# Nothing'),
);

const URIS = [
  `${FOLDER}/logs/one.jsonl`,
  `${FOLDER}/logs/two.jsonl`,
  `${FOLDER}/logs/some.json`,
  `${FOLDER}/logs/index.md`,
  `${FOLDER}/logs/copy.md`,
  `${FOLDER}/calls.jsonl`,
  `${FOLDER}/plan.json`,
  `${FOLDER}/index.md`,
  `${OTHER}/logs/one.jsonl`,
  `${OTHER}/index.md`,
];
const uri = fc.constantFrom(...URIS);
const change = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constant('write' as const), uri, lines: someLines, markdown, cut: fc.nat(1) }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('append' as const), uri, lines: someLines, cut: fc.nat(60) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('truncate' as const), uri, cut: fc.nat(400) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('delete' as const), uri }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('rename' as const), uri, to: uri }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('watch' as const) }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('type' as const), uri, lines: someLines, markdown, cut: fc.nat(1) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('open' as const), uri }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('tell' as const), uri }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('close' as const), uri }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('save' as const), uri }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('work' as const), steps: fc.nat(12) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('idle' as const) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('look' as const), at: uri, how: fc.nat(3) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('store' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('restart' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('folders' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('context' as const), how: fc.nat(2) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('rescan' as const) }) },
);
type Change = typeof change extends fc.Arbitrary<infer T> ? T : never;

test('after any changes, the index has what one has that reads the last texts alone', () => {
  fc.assert(
    fc.property(fc.array(change, { minLength: 1, maxLength: 24, size: 'max' }), changes => {
      const one = world();
      for (const some of changes) one.make(some);
      one.settle();
      const again = one.anew();
      expect(firstDifference(one.seen(), again)).toBeUndefined();
    }),
    { numRuns: eighth(800) },
  );
});

/** Files on a disk and in an editor, and the index that is told of their changes as its thread is. */
function world() {
  const files = new Map<string, string>();
  const access = memoryAccess(files);
  // As on a disk, a file is looked at when it is its turn.
  access.find = function* (folder) {
    for (const uri of access.filesBelow(folder)) {
      const found = access.stat(uri);
      if (found) yield found;
    }
  };
  const open = new Map<string, TextFile>();
  const analyses = new Map<string, { analysis: Analysis; cache: Cache }>();
  let checks = new Map<string, FileCheck>();
  let folders = [FOLDER, OTHER];
  let context = contextOver(files, 0);
  let contextCount = 0;
  /** Changes on disk that were not announced yet. */
  const unseen = new Map<string, boolean>();
  let stored: StoredIndex | undefined;
  let own = begin(undefined);

  function begin(before: StoredIndex | undefined): Indexer {
    const made = workspaceIndexer({
      access,
      folders: () => folders,
      contextOf: () => context,
      warn: () => {},
      before,
      openedCheckOf: uri => checks.get(uri),
    });
    made.scan();
    return made;
  }

  function fileOf(uri: string, text: string): TextFile {
    return textFile(uri, languageOf(uri) ?? 'json', text);
  }

  function tell(uri: string, isFresh = false): void {
    const file = open.get(uri);
    if (!file) return;
    const before = analyses.get(uri);
    const { analysis, cache } = analyse(file, context, isFresh ? undefined : before?.cache);
    const told = openedCheck(analysis, before?.analysis, context.families);
    analyses.set(uri, { analysis, cache });
    if (!told) return;
    checks.set(uri, mergedCheck(checks.get(uri), told));
    own.checked(uri);
  }

  function write(uri: string, text: string | undefined): void {
    const inside = files.has(uri) && text !== undefined;
    if (text === undefined) files.delete(uri);
    else files.set(uri, text);
    unseen.set(uri, (unseen.get(uri) ?? true) && inside);
  }

  function watch(): void {
    for (const [uri, inside] of unseen) own.changed(uri, inside);
    unseen.clear();
  }

  function close(uri: string): void {
    if (!open.delete(uri)) return;
    analyses.delete(uri);
    checks.delete(uri);
    own.close(uri);
  }

  function type(uri: string, text: string): void {
    const file = fileOf(uri, text);
    open.set(uri, file);
    own.open(file);
  }

  function restart(before: StoredIndex | undefined): void {
    analyses.clear();
    checks = new Map();
    own = begin(before);
    for (const file of open.values()) own.open(file);
    unseen.clear();
  }

  const idle = () => {
    while (!own.state().idle) own.work();
  };

  function textFor({ uri, lines, markdown, cut }: { uri: string; lines: string[]; markdown: string; cut: number }) {
    if (uri.endsWith('.md')) return markdown;
    if (uri.endsWith('plan.json')) return lines[0] ?? '';
    if (uri.endsWith('.json')) return cut ? `[${lines.filter(Boolean).join(',\n')}]` : lines.join('\n');
    return `${lines.join('\n')}${cut ? '' : '\n'}`;
  }

  const makes: { [What in Change['do']]: (some: Extract<Change, { do: What }>) => void } = {
    write: some => write(some.uri, textFor(some)),
    append({ uri, lines, cut }) {
      const text = `${lines.join('\n')}\n`;
      // Half of them end within a line.
      write(uri, `${files.get(uri) ?? ''}${text.slice(0, Math.max(0, text.length - (cut < 30 ? 0 : cut)))}`);
    },
    truncate({ uri, cut }) {
      const text = files.get(uri);
      if (text !== undefined) write(uri, text.slice(0, cut));
    },
    delete({ uri }) {
      if (files.has(uri)) write(uri, undefined);
    },
    rename({ uri, to }) {
      const text = files.get(uri);
      if (text === undefined || uri === to) return;
      write(uri, undefined);
      write(to, text);
    },
    watch,
    type: some => type(some.uri, textFor(some)),
    open({ uri }) {
      if (!open.has(uri)) type(uri, files.get(uri) ?? '');
    },
    tell: ({ uri }) => tell(uri),
    close: ({ uri }) => close(uri),
    save({ uri }) {
      const file = open.get(uri);
      if (file) write(uri, file.lines.join('\n'));
    },
    work({ steps }) {
      for (let step = 0; step < steps; step++) own.work();
    },
    idle,
    // Each look makes runs that are kept.
    look({ at, how }) {
      if (how === 1) own.index.stepsIn(at);
      else for (const { key } of own.index.runs()) if (how === 2) own.index.run(key);
    },
    store() {
      if (own.state().idle) stored = kept(own.index.stored());
    },
    restart: () => restart(stored && kept(stored)),
    folders() {
      folders = folders.length === 2 ? [FOLDER] : [FOLDER, OTHER];
      own.foldersChanged([OTHER]);
    },
    context({ how }) {
      if (how === 0) own.checkAgain();
      else {
        context = contextOver(files, ++contextCount % 2);
        stored = undefined;
        own.contextChanged();
      }
    },
    rescan: () => own.contextChanged(),
  };

  function make(some: Change): void {
    (makes[some.do] as (some: Change) => void)(some);
  }

  function settle(): void {
    watch();
    for (const uri of open.keys()) tell(uri, true);
    idle();
  }

  /** What a new index finds in the same files. */
  function anew(): unknown {
    const told = own;
    analyses.clear();
    checks = new Map();
    own = begin(undefined);
    for (const file of open.values()) own.open(file);
    for (const uri of open.keys()) tell(uri, true);
    idle();
    const found = seen();
    own = told;
    return found;
  }

  function seen(): unknown {
    const { index } = own;
    const changedAt = (at: number) => (open.size > 0 ? 0 : at);
    const runs = index.runs().map(summary => {
      const run = index.run(summary.key);
      return {
        summary: { ...summary, changedAt: changedAt(summary.changedAt) },
        same: firstDifference(run?.summary, summary),
        steps: Array.from({ length: summary.steps }, (_, at) => run?.step(at)),
        top: run?.children(),
      };
    });
    return {
      records: index
        .records()
        .map(record => seenOf(record))
        .filter(record => record !== undefined)
        .sort((a, b) => (a.uri < b.uri ? -1 : 1)),
      runs: Object.fromEntries(runs.map(run => [run.summary.key, run])),
      steps: Object.fromEntries(
        URIS.map(uri => [
          uri,
          [...index.stepsIn(uri)].sort((a, b) => (a.run < b.run ? -1 : a.run > b.run ? 1 : a.index - b.index)),
        ]),
      ),
    };
  }

  /** A file without envelopes is checked only if it was checked before, so the two may differ there. */
  function seenOf(record: FileRecord) {
    const { unknown: _, checkedTo: __, mark: ___, around: ____, ...rest } = record;
    const { uri, entries } = record;
    if (entries.length === 0 && !record.registry) return undefined;
    return { ...rest, ...(open.has(uri) && { changedAt: 0 }) };
  }

  return { make, settle, anew, seen };
}

/** A stored index, read back. */
function kept({ folders, groups }: StoredIndex): StoredIndex {
  return {
    groups: structuredClone(groups),
    folders: folders.map(({ facts, records, groups: own }) => {
      const all = structuredClone(records.read());
      return { facts: structuredClone(facts), records: { read: () => structuredClone(all) }, groups: [...own] };
    }),
  };
}

function contextOver(files: ReadonlyMap<string, string>, which: number): Context {
  const names = () => [...files.keys()];
  const list = (folder: string): ReadonlyMap<string, EntryType> | null => {
    const found = new Map<string, EntryType>();
    for (const uri of names()) {
      if (!uri.startsWith(`${folder}/`)) continue;
      const [first = '', more] = uri.slice(folder.length + 1).split('/');
      found.set(first, more === undefined ? 'file' : 'folder');
    }
    return found.size > 0 || folder === FOLDER || folder === OTHER ? found : null;
  };
  const workspace: Workspace = {
    folders: [FOLDER, OTHER],
    disk: { list, text: uri => files.get(uri) ?? null, whenLoaded: () => undefined },
  };
  return { ...testContext(which === 1 ? { agents: ['build', 'review'] } : {}), workspace };
}
