import { randomBytes } from 'node:crypto';
import { basename, resolve } from 'node:path';
import { answerRunsPage, type ShownRuns } from '../../features/replay/answerRunsPage';
import { runsPageHtml } from '../../features/replay/singleFilePage';
import { saidRuns } from '../../features/runs/searchMessages';
import type { InlineAsset, ReplayAssets, RunsPageAssets } from '../../model/disk';
import { type PageServer, servePage } from '../../network/servePage';
import { textIndex } from '../../runs/textIndex';
import { isObject } from '../../shared/isObject';
import { FILE_EXTENSIONS, languageOf } from '../../text/fileLanguage';
import { resolveUserPath } from '../../workspace/resolveUserPath';
import { writeTextFile } from '../../workspace/writeTextFile';
import { cliProject, PROJECT_NOTES, PROJECT_OPTIONS, tellProtocolFaults } from '../cliProject';
import { createProgress, type Io, pathsOf, tell, tellFaults } from '../commandIo';
import { indexRunFiles, type ReadRuns } from '../indexRunFiles';
import { type Arguments, PROGRAM, UsageError } from '../readArguments';
import { escapeInvisible } from '../terminalLine';
import type { Command } from './commandTypes';

/** The files of the web pages that the command `serve` shows, and a clock. */
interface ServeDependencies {
  /** Waits for some milliseconds. Resolves to false if the user ends the command meanwhile. */
  pause(milliseconds: number): Promise<boolean>;
  /** The page; undefined if it was not built. */
  page(): RunsPageAssets | undefined;
  /** The script that reads the files which a user drops on the page; undefined if it was not built. */
  droppedRuns(): InlineAsset | undefined;
  /** The assets of an exported replay. */
  replayPage(): ReplayAssets | undefined;
  /** The names of the protocols that runs are read from. */
  protocols: readonly string[];
}

/** Returns the command `agent-envelopes serve`, which shows the runs of a folder in a browser. */
export function serveCommand(dependencies: ServeDependencies): Command {
  const { page, droppedRuns } = dependencies;
  return {
    name: 'serve',
    about: 'Show and replay the runs of a folder in a browser, without an editor',
    operands: '[paths…]',
    options: {
      port: { value: 'N', about: 'the port on 127.0.0.1 (default: any free one)' },
      static: { value: 'FILE', about: 'write a page that reads files dropped on it, and serve nothing; - prints it' },
      force: { about: 'with --static: replace an existing file' },
      ...PROJECT_OPTIONS,
    },
    notes: NOTES,
    async run(args, io) {
      const request = readRequest(args, io);
      const assets = page();
      const core = request.out === undefined ? undefined : droppedRuns();
      if (!assets || (request.out !== undefined && !core)) {
        io.stderr.write(`${PROGRAM}: the page is not there: this build can't show runs in a browser.\n`);
        return 2;
      }
      const html = runsPageHtml(assets, core);
      return request.out === undefined
        ? serveRuns(request, html, { args, io, dependencies })
        : writePage(request.out, html, { io, force: request.force });
    },
  };
}

const NOTES = `Paths are files (${FILE_EXTENSIONS.join(' ')}) and folders; without any, the current folder.

Listens on 127.0.0.1 only, and prints the address of the page. The address has a secret word: other users of the machine,
and other pages in the browser, can't read the runs. Nothing is sent anywhere. What changes in the files shows while the
page is open. Ctrl+C ends it.

--static writes the same page as one file that needs no server and no network: open it in a browser, and drop files or
folders with runs on it. They are read in the browser, and sent nowhere.

${PROJECT_NOTES}

Exit code: 0 when it is ended, or the file is written; 2 wrong usage, or it can't listen, read or write.`;

/** The parsed arguments. */
interface ServeRequest {
  paths: readonly string[];
  port: number;
  /** The file to write a page to, instead of serving. */
  out?: string;
  force: boolean;
}

function readRequest({ options, operands }: Arguments, { cwd }: Io): ServeRequest {
  const out = options.get('static');
  const force = options.has('force');
  if (out !== undefined) {
    if (out === '') throw new UsageError('"--static" needs the name of a file, or - to print the page.');
    const [option] = [...options.keys()].filter(name => !OF_STATIC.has(name));
    const stray = operands[0] ?? (option === undefined ? undefined : `--${option}`);
    if (stray !== undefined) throw new UsageError(`"--static" writes a page without runs; leave out "${stray}".`);
    return { paths: [], port: 0, out, force };
  }
  if (force) throw new UsageError('"--force" goes with "--static FILE".');
  const given = options.get('port');
  const port = Number(given ?? 0);
  if ((given !== undefined && !/^\d{1,5}$/.test(given)) || port > 65_535) {
    throw new UsageError(`--port takes a whole number from 0 to 65535; "${given}" is not one.`);
  }
  const paths = pathsOf({ operands });
  for (const path of paths) {
    const named = resolveUserPath(path, { cwd, endings: FILE_EXTENSIONS });
    const fault = 'fault' in named ? named.fault : named.stats.isFile() && !languageOf(path) ? NO_RUNS : undefined;
    if (fault !== undefined) throw new UsageError(`${path}: ${fault}${/\.html?$/i.test(path) ? asPage(path) : ''}`);
  }
  return { paths, port, force };
}

/** The options that go with "--static", and those of every command. */
const OF_STATIC: ReadonlySet<string> = new Set(['static', 'force', 'color']);
const NO_RUNS = `has no runs; name a folder, or a file that ends in ${FILE_EXTENSIONS.join(' ')}.`;
const asPage = (path: string) => ` To write a page, use "${PROGRAM} serve --static ${path}".`;

interface ServeOptions {
  args: Arguments;
  io: Io;
  dependencies: ServeDependencies;
}

/** Serves the page until the user ends it. Resolves to the exit code. */
async function serveRuns({ paths, port }: ServeRequest, html: string, options: ServeOptions): Promise<number> {
  const { args, io, dependencies } = options;
  const project = cliProject(args, io, paths);
  const progress = createProgress(io);
  const runs = indexRunFiles(paths, { cwd: io.cwd, project, onFile: path => progress.show(`reading, now ${path}`) });
  const shown = shownRuns(runs, paths, { cwd: io.cwd, replayPage: dependencies.replayPage });
  let askedAt = Number.NEGATIVE_INFINITY;
  let server: PageServer;
  try {
    server = await servePage({
      port,
      token: randomBytes(18).toString('base64url'),
      html,
      async answer(asked) {
        askedAt = io.now();
        const { question, params } = isObject(asked) ? asked : {};
        return answerRunsPage(shown, question, params, Date.now());
      },
    });
  } catch (error) {
    tell(listenFault(error, port), io);
    return 2;
  }
  // Starts before the line is written: its reader may send a signal at once.
  let isGoingOn = dependencies.pause(0);
  const names = escapeInvisible(paths.map(path => resolve(io.cwd, path)).join(', '));
  io.stdout.write(`The runs in ${names} are shown at ${server.address} until Ctrl+C.\n`);
  tellProtocolFaults(project, io);
  let isFirst = true;
  let began: number | undefined;
  while (await isGoingOn) {
    began ??= io.now();
    const isWatched = io.now() - askedAt < WATCHED;
    const isRead = !(isFirst || isWatched) || runs.readFor(SLICE);
    shown.hasRead(isRead);
    const isSearched = !shown.said.work(performance.now() + SLICE);
    if (isRead && isFirst) {
      progress.erase();
      if (runs.index.size() === 0) io.stderr.write(nothingText(paths, dependencies.protocols));
    }
    if (isRead) isFirst = false;
    tellFaults(runs.newFaults(), io);
    // If looking at all files takes long, they are looked at less often.
    isGoingOn = dependencies.pause(isRead && isSearched ? Math.max(PAUSE, 4 * (io.now() - began)) : 0);
    if (isRead) began = undefined;
  }
  progress.erase();
  await server.close();
  return 0;
}

/** Milliseconds of reading between two answers. */
const SLICE = 50;
/** Milliseconds between two looks at the files. */
const PAUSE = 500;
/** Milliseconds: a page that is open asks every second. */
const WATCHED = 10_000;

/** The data from which the page's questions are answered, and a switch that says whether all files are read. */
function shownRuns(
  runs: ReadRuns,
  paths: readonly string[],
  { cwd, replayPage }: { cwd: string; replayPage: ServeDependencies['replayPage'] },
): ShownRuns & { hasRead(isRead: boolean): void } {
  const texts = textIndex({ access: runs.access });
  const search = () => runs.searchContext(texts);
  let isReading = true;
  return {
    index: runs.index,
    reader: { ...runs.reader(), page: replayPage },
    search,
    said: saidRuns(search),
    isReading: () => isReading,
    places: paths.map(path => basename(resolve(cwd, path)) || path),
    faults: runs.faults,
    hasRead(isRead) {
      // Later looks at the files are no news.
      if (isRead) isReading = false;
    },
  };
}

function nothingText(paths: readonly string[], protocols: readonly string[]): string {
  return `${PROGRAM}: no workflow run was found in ${escapeInvisible(paths.join(', '))} yet; the page shows those that arrive. Runs are put together from ${protocols.join(', ')}, in ${FILE_EXTENSIONS.join(' ')} files.\n`;
}

function listenFault(error: unknown, port: number): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return code === 'EADDRINUSE'
    ? `port ${port} is taken by another program; leave out --port for a free one, or choose another.`
    : `can't listen on 127.0.0.1, port ${port} (${message}); choose another one with --port.`;
}

/** Writes the page that reads dropped files. Resolves to the exit code. */
async function writePage(out: string, html: string, { io, force }: { io: Io; force: boolean }): Promise<number> {
  if (out === '-') {
    // The text of the page comes from the program, so it needs no guard.
    (io.stdout.unguarded ?? io.stdout).write(html);
    return 0;
  }
  const failed = writeTextFile(resolve(io.cwd, out), html, { force, within: [io.cwd] });
  io.stderr.write(
    failed
      ? `${PROGRAM}: ${escapeInvisible(`${out}: ${failed.fault}`)}\n`
      : `Written to ${escapeInvisible(out)} (${(html.length / 1e6).toFixed(1)} MB); open it in a browser, and drop files with runs on it.\n`,
  );
  return failed ? 2 : 0;
}
