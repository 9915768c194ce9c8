import { resolve } from 'node:path';
import { exportRun } from '../../features/replay/exportRun';
import type { ReplayAssets } from '../../model/disk';
import type { RunSummary } from '../../model/run';
import type { ExportFormat, Redaction } from '../../shared/replay';
import { prepareSending } from '../../sources/send/prepareSending';
import type { Request } from '../../sources/storeClient';
import { FILE_EXTENSIONS } from '../../text/fileLanguage';
import { pathExists, writeTextFile } from '../../workspace/writeTextFile';
import { cliProject, PROJECT_NOTES, PROJECT_OPTIONS } from '../cliProject';
import { formatOf, type Io, pathsOf, tell } from '../commandIo';
import { type SendRun, sendingDestination } from '../createSendRun';
import { byStart } from '../formats/formatSteps';
import { onlyRun, type ReadRuns, readRunsOf, selectRun } from '../indexRunFiles';
import { USUAL_FOR_ID, withFoundRun } from '../loadStoreRuns';
import { openNamedSource } from '../openNamedSource';
import { type Arguments, PROGRAM, UsageError } from '../readArguments';
import { readSelection, SELECTION_OPTIONS, SOURCE_NOTES, SOURCE_OPTIONS } from '../sourceOptions';
import { escapedJsonLine, escapeInvisible } from '../terminalLine';
import type { Command } from './commandTypes';

/** The functions that the command `replay` needs, such as to read its page and to send a run. */
interface ReplayDependencies {
  /** The assets of the replay page; undefined if they were not built. */
  page(): ReplayAssets | undefined;
  /** Asks stores over HTTP. */
  request: Request;
  sendRun: SendRun;
}

/** Returns the command `agent-envelopes replay`, which exports a run as a replay page or in another format. */
export function replayCommand({ page, request: ask, sendRun }: ReplayDependencies): Command {
  /** Sends the run, or writes the export. Resolves to the exit code. */
  async function exportTo(
    request: ReplayRequest,
    { runs, summary, within, place, destination }: Exported,
    io: Io,
  ): Promise<number> {
    const { format, redaction } = request;
    const run = summary && runs.index.run(summary.key);
    if (!run) {
      tell(`${place}: contains no workflow run.`, io);
      return 2;
    }
    const others = { revision: () => 0, summaries: () => [], run: () => undefined };
    const reader = { ...runs.reader(), page };
    const replay = { run, reader, others, now: Date.now() };
    if (destination) return sendRun(prepareSending(replay, redaction), destination, io);
    const exported = exportOrFault(() => exportRun(replay, { format, redaction }));
    if ('fault' in exported) {
      tell(exported.fault, io);
      return 2;
    }
    const file = request.out ?? (request.format === 'html' ? exported.name : PRINTED);
    if (run.summary.files.some(uri => resolve(io.cwd, runs.fileOf(uri)) === resolve(io.cwd, file))) {
      throw new UsageError(`"--out ${file}" is a file that contains the run; choose another one.`);
    }
    const write = (path: string, text: string) => writeTextFile(path, text, { force: request.force, within });
    return writeExport(exported.text, { file, format }, { io, write }) ? 0 : 2;
  }
  return {
    name: 'replay',
    about: 'Export a run: a page that replays it, a diagram, a trace, or its steps',
    operands: 'FILE|RUN [paths…]',
    options: {
      format: { value: 'FORMAT', choices: FORMATS, about: 'output format (default: html)' },
      out: { value: 'FILE', about: 'the output file; - prints it' },
      force: { about: 'replace an existing file' },
      to: { value: 'ADDRESS', about: 'send it as OTLP to a collector, such as http://127.0.0.1:4318' },
      redact: { about: 'redact paths, e-mail addresses, keys and tokens' },
      'redact-personal': { about: 'redact IP addresses, hosts, phone, card and bank account numbers' },
      'redact-names': { about: 'redact the same in property names' },
      'redact-field': { value: 'NAME', many: true, about: 'redact the values of properties with this name' },
      ...SOURCE_OPTIONS,
      ...SELECTION_OPTIONS,
      ...PROJECT_OPTIONS,
    },
    notes: NOTES,
    async run(args, io) {
      const request = readRequest(args);
      const destination = request.to === undefined ? undefined : sendingDestination(request.to, io.env);
      const selection = readSelection(args, { usual: USUAL_FOR_ID });
      if (selection) {
        const [word = '', stray] = request.operands;
        if (stray !== undefined) throw new UsageError(`"--source" reads a store; leave out "${stray}".`);
        const source = openNamedSource(selection.name, args, io, ask);
        const reading = { selection, cwd: io.cwd, project: (paths: string[]) => cliProject(args, io, paths) };
        return withFoundRun(source, word, reading, (runs, { id }) => {
          const [summary] = runs.index.runs();
          return exportTo(request, { runs, summary, within: [io.cwd], place: `${source.name}/${id}`, destination }, io);
        });
      }
      const { word, paths } = wantedIn(request.operands, path => pathExists(resolve(io.cwd, path)));
      const { runs, isComplete } = readRunsOf(paths, args, io, {
        // Only a page says what the problems are; the other formats count them.
        keepsProblems: request.format === 'html' && !destination,
      });
      const all = runs.index.runs().sort(byStart);
      const summary = word === undefined ? onlyRun(paths, runs, 'replay RUN') : selectRun(word, all, runs.fileOf);
      const within = [io.cwd, ...paths.map(path => resolve(io.cwd, path))];
      const code = await exportTo(request, { runs, summary, within, place: paths.join(', '), destination }, io);
      return isComplete ? code : 2;
    },
  };
}

const FORMATS = ['html', 'mermaid', 'otlp', 'atif', 'jsonl', 'json'] as const satisfies readonly ExportFormat[];

const NOTES = `FILE is a file (${FILE_EXTENSIONS.join(' ')}) or a folder
that contains one run.
RUN is a run's id or the beginning of it; where several runs match, family/id or the file. It is searched for in the
paths that follow; without any, in the current folder.

A page (html) is one file that replays the run in any browser, without a network. Without --out it is written to the
current folder, named after the run; all other formats are printed. An existing file is replaced only with --force;
nothing is written through a link.

--redact replaces absolute paths, e-mail addresses, what looks like a key, a token or a password, and long random
words other than hashes, ids and paths; names of agents stay unless they are an address or a path. --redact-field
replaces the values of properties with that name; it can be repeated, or take several names separated by commas.
--redact-personal and --redact-names work alone or together with them. Redaction finds what looks like a secret or
has a name that says so; a password of ordinary words may remain.

--to sends the run as OTLP over HTTP, in batches, to a collector's address, base path or full address of /v1/traces;
no file is written. "--format otlp" without --to prints what would be sent. Headers, such as credentials, are taken
from OTEL_EXPORTER_OTLP_HEADERS and OTEL_EXPORTER_OTLP_TRACES_HEADERS (name=value,name=value), the milliseconds
to wait for an answer from OTEL_EXPORTER_OTLP_TIMEOUT. A batch that was taken is never sent again.

With --source, RUN is a run of a store.
${SOURCE_NOTES}

${PROJECT_NOTES}

Exit code: 0 done; 1 the collector rejected some of the spans, or what answered is no collector; 2 wrong usage, or
something could not be read, written or sent.`;

/** A run to export. */
interface Exported {
  runs: ReadRuns;
  summary: RunSummary | undefined;
  /** The folders that may be written to. */
  within: readonly string[];
  /** The path or store where the run was searched. */
  place: string;
  /** The collector to send the run to, instead of writing a file. */
  destination: ReturnType<typeof sendingDestination> | undefined;
}

/** The parsed arguments. */
interface ReplayRequest {
  operands: readonly string[];
  format: ExportFormat;
  out?: string;
  to?: string;
  force: boolean;
  redaction: Redaction;
}

function readRequest({ options, operands }: Arguments): ReplayRequest {
  if (operands.length === 0) throw new UsageError('no run was named; give its id, or a file that contains it.');
  const format = formatOf({ options }, FORMATS);
  const out = options.get('out');
  const to = options.get('to');
  if (to !== undefined) refuseFileOptions(options);
  const covers = options.has('redact');
  const fields = (options.get('redact-field') ?? '').split(',').filter(name => name.trim() !== '');
  return {
    operands,
    format,
    force: options.has('force'),
    redaction: {
      paths: covers,
      emails: covers,
      secrets: covers,
      personal: options.has('redact-personal'),
      names: options.has('redact-names'),
      fields,
    },
    ...(out !== undefined && { out }),
    ...(to !== undefined && { to }),
  };
}

function refuseFileOptions(options: Arguments['options']): void {
  const format = options.get('format') ?? 'otlp';
  if (format !== 'otlp') throw new UsageError(`"--to" sends OTLP; leave out "--format ${format}".`);
  const option = ['out', 'force'].find(name => options.has(name));
  if (option !== undefined) throw new UsageError(`"--to" writes no file; leave out "--${option}".`);
}

interface Wanted {
  word?: string;
  paths: readonly string[];
}

/** Returns the run to export, and the paths to search. If the arguments name no run, the paths must contain exactly one. */
function wantedIn(operands: readonly string[], isThere: (path: string) => boolean): Wanted {
  const [first = '', ...rest] = operands;
  if (!isThere(first)) return { word: first, paths: pathsOf({ operands: rest }) };
  const [only] = rest;
  if (only === undefined) return { paths: [first] };
  // The file may also come before the run.
  return rest.length === 1 && !isThere(only) ? { word: only, paths: [first] } : { word: first, paths: rest };
}

function exportOrFault<T>(make: () => T): T | { fault: string } {
  try {
    return make();
  } catch (error) {
    if (error instanceof Error) return { fault: error.message };
    throw error;
  }
}

const PRINTED = '-';

/** Writes the export to a file or standard output; returns whether that succeeded. */
function writeExport(
  text: string,
  { file, format }: { file: string; format: ExportFormat },
  { io, write }: { io: Io; write(path: string, text: string): { fault: string } | undefined },
): boolean {
  if (file === PRINTED) {
    // Content of files must not send control characters to a terminal; a page or a diagram contains none.
    if (format === 'html') (io.stdout.unguarded ?? io.stdout).write(text);
    else io.stdout.write(format === 'mermaid' ? text : escapedJsonLine(text.trimEnd()));
    return true;
  }
  const failed = write(resolve(io.cwd, file), text);
  io.stderr.write(
    failed ? `${PROGRAM}: ${escapeInvisible(`${file}: ${failed.fault}`)}\n` : `Written to ${escapeInvisible(file)}.\n`,
  );
  return !failed;
}
