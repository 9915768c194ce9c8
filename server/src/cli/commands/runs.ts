import { exportedExchange, stepMessages } from '../../features/replay/stepMessages';
import { distinctNames } from '../../features/runs/findRun';
import type { Family } from '../../model/family';
import type { RunSummary } from '../../model/run';
import { exportedRun, type LocationLookup } from '../../runs/exportedRun';
import { mermaidDiagram } from '../../runs/mermaidDiagram';
import { familyOf } from '../../runs/reading/fileRecord';
import type { Request } from '../../sources/storeClient';
import { FILE_EXTENSIONS } from '../../text/fileLanguage';
import { cliProject, declaredReaders, PROJECT_NOTES, PROJECT_OPTIONS } from '../cliProject';
import { formatOf, type Io, pageOf, pathsOf, tellFaults } from '../commandIo';
import { formatRuns } from '../formats/formatRuns';
import { byStart, formatSteps, newStepLines, newSteps, runEvents } from '../formats/formatSteps';
import { type ReadRuns, readRunsOf, selectRun } from '../indexRunFiles';
import { USUAL_FOR_ID, withFoundRun } from '../loadStoreRuns';
import { openNamedSource } from '../openNamedSource';
import { type Arguments, PROGRAM, UsageError } from '../readArguments';
import { readSelection, SELECTION_OPTIONS, SOURCE_NOTES, SOURCE_OPTIONS } from '../sourceOptions';
import { escapedJsonLine, escapeInvisible } from '../terminalLine';
import type { Command } from './commandTypes';
import { listSourceRuns } from './listSourceRuns';

/** The functions that the command `runs` needs, such as to send HTTP requests to trace stores. */
interface RunsDependencies {
  /** Resolves after the delay; to false if the user wants to stop. */
  pause(milliseconds: number): Promise<boolean>;
  /** The names of the protocols that runs are read from. */
  protocols: readonly string[];
  /** Asks stores over HTTP. */
  request: Request;
}

/** Returns the command `agent-envelopes runs`, which lists the runs in files and folders, shows one of them, and follows changes. */
export function runsCommand({ pause, protocols, request: ask }: RunsDependencies): Command {
  return {
    name: 'runs',
    about: 'List the workflow runs in files and folders, or in a store of traces',
    operands: '[paths…]',
    options: {
      format: { value: 'FORMAT', choices: FORMATS, about: 'output format (default: pretty)' },
      run: { value: 'ID', about: 'only this run, with its steps' },
      content: { about: 'with --format json: what each step said' },
      follow: { about: 'keep running, and print new steps' },
      ...SOURCE_OPTIONS,
      ...SELECTION_OPTIONS,
      ...PROJECT_OPTIONS,
    },
    notes: NOTES,
    async run(args, io) {
      const selection = readSelection(args, {
        usual: args.options.has('run') ? USUAL_FOR_ID : USUAL_RUNS,
        refused: ['follow'],
      });
      const request = readRequest(args);
      if (selection) {
        if (args.operands.length > 0) throw new UsageError('"--source" reads a store; leave out the paths.');
        const source = openNamedSource(selection.name, args, io, ask);
        const { format, run } = request;
        if (run === undefined) return listSourceRuns(source, selection, { format, page: pageOf(io), io });
        const reading = { selection, cwd: io.cwd, project: (paths: string[]) => cliProject(args, io, paths) };
        return withFoundRun(source, run, reading, runs => {
          print(runs.index.runs().sort(byStart), { request, runs, io, protocols, readers: [] });
          return 0;
        });
      }
      const { runs, project, isComplete } = readRunsOf(request.paths, args, io);
      const all = runs.index.runs().sort(byStart);
      const chosen = request.run === undefined ? undefined : selectRun(request.run, all, runs.fileOf);
      const readers = all.length > 0 ? [] : declaredReaders(project, runs.index.uris());
      print(chosen ? [chosen] : all, { request, runs, io, protocols, readers });
      if (!request.follow) return isComplete ? 0 : 2;
      const news = newSteps(runs.index, chosen?.key);
      news();
      // If scanning all files takes long, scan less often.
      for (let took = 0; await pause(Math.max(PAUSE, 4 * took)); ) {
        const begin = io.now();
        tellFaults(runs.read(), io);
        took = io.now() - begin;
        const arrived = news();
        const lines =
          request.format === 'json'
            ? runEvents(arrived, locationLookup(runs, request)).map(asJsonLine)
            : newStepLines(arrived, pageOf(io)).map(line => `${line}\n`);
        if (lines.length > 0) io.stdout.write(lines.join(''));
      }
      return isComplete ? 0 : 2;
    },
  };
}

/** The default limit for a store, which may have very many runs. */
const USUAL_RUNS = 50;

/** Milliseconds between two scans of the files. */
const PAUSE = 500;

const FORMATS = ['pretty', 'json', 'mermaid'] as const;
type Format = (typeof FORMATS)[number];

const NOTES = `Paths are files (${FILE_EXTENSIONS.join(' ')}) and folders; without any, the current folder. In a folder, all
such files are read, except in node_modules and .git; links in it are not followed. Two folders are two
workspaces with separate runs.

ID is a run's id or the beginning of it; where several runs match, family/id or the file. Mermaid draws one run.

--content adds "exchange" to each step: the messages that went in and came out, as roles and parts (text,
reasoning, tool_call, tool_result, image, file).

--follow prints each step as a line when it arrives, and again when its outcome changes; as json, each line is an
object with "event": "runs" (once, all existing ones), "run" (a new run, or a new status) or "step". Ctrl+C ends it.

--source lists the newest runs of a store; with --run, one of them is loaded. The beginning of an id is searched for in the
runs that --since and --filter select.
${SOURCE_NOTES}

${PROJECT_NOTES}

Exit code: 0 done; 2 wrong usage, or something could not be read.`;

/** The parsed arguments. */
export interface RunsRequest {
  paths: readonly string[];
  format: Format;
  run?: string;
  follow: boolean;
  /** Also writes the messages of each step. */
  content: boolean;
}

/** Throws UsageError if the options contradict each other. */
export function readRequest({ options, operands }: Arguments): RunsRequest {
  const run = options.get('run');
  const format = formatOf({ options }, FORMATS);
  const follow = options.has('follow');
  if (follow && format === 'mermaid') {
    throw new UsageError(
      '"--follow" prints steps as they arrive, which "--format mermaid" can\'t; leave out one of them.',
    );
  }
  const content = options.has('content');
  if (content && format !== 'json') {
    throw new UsageError('"--content" adds what each step said to JSON; add "--format json".');
  }
  return { paths: pathsOf({ operands }), format, follow, content, ...(run !== undefined && { run }) };
}

interface Printing {
  request: RunsRequest;
  runs: ReadRuns;
  io: Io;
}

function print(
  some: readonly RunSummary[],
  { request, runs, io, protocols, readers }: Printing & { protocols: readonly string[]; readers: readonly Family[] },
) {
  const { index, fileOf } = runs;
  const indexed = () => some.flatMap(({ key }) => index.run(key) ?? []);
  const [only] = some;
  const page = pageOf(io);
  if (request.format === 'json') {
    const places = locationLookup(runs, request);
    const exported = indexed().map(run => exportedRun(run, places));
    const event = request.follow ? { event: 'runs' } : {};
    io.stdout.write(asJsonLine({ ...event, version: 1, runs: exported }));
  } else if (!only) {
    (request.format === 'pretty' ? io.stdout : io.stderr).write(
      nothing(request, protocols) + readers.map(one => readNothing(one, runs)).join(''),
    );
  } else if (request.format === 'mermaid') {
    if (some.length > 1) {
      const names = distinctNames(some, some, fileOf);
      throw new UsageError(`"--format mermaid" draws one run; choose one of these ${some.length} by --run: ${names}.`);
    }
    io.stdout.write(indexed().map(mermaidDiagram).join(''));
  } else if (request.run === undefined) io.stdout.write(formatRuns(some, page, Date.now()));
  else
    io.stdout.write(
      indexed()
        .map(run => formatSteps(run, page, fileOf, Date.now()))
        .join(''),
    );
}

function locationLookup(runs: ReadRuns, { content }: RunsRequest): LocationLookup {
  const places = { rangeOf: runs.ranges(), fileOf: runs.fileOf };
  if (!content) return places;
  const reader = runs.reader();
  return { ...places, exchangeOf: step => exportedExchange(stepMessages(reader, step)) };
}

function nothing({ paths }: RunsRequest, protocols: readonly string[]): string {
  return `No workflow run was found in ${escapeInvisible(paths.join(', '))}.
Runs are put together from ${protocols.join(', ')}, in ${FILE_EXTENSIONS.join(' ')} files.
"${PROGRAM} check FILE" says how many envelopes a file has, and what is wrong with them.
`;
}

/** The result of a declared reader for files without a run. */
function readNothing({ id }: Family, { index, fileOf }: ReadRuns): string {
  const unsure = index.uris().find(uri => index.record(uri)?.entries.some(entry => familyOf(entry) === id));
  const reader = `The reader "${id}", which is declared here,`;
  return unsure === undefined
    ? `${reader} recognised nothing in these files, or made no step of it.\n`
    : `${reader} recognised what is in ${escapeInvisible(fileOf(unsure))} as evidence only: no record there has the proof of a kind.\n`;
}

function asJsonLine(value: unknown): string {
  return escapedJsonLine(JSON.stringify(value));
}
