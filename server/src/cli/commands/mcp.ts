import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { serveMcp } from '../../entries/mcp';
import { AGENT_TOOLS, needsRuns } from '../../features/agentTools/agentTools';
import { callTool, INSTRUCTIONS, toolDeclarations } from '../../features/agentTools/callTool';
import { createCursors, type ToolContext } from '../../features/agentTools/toolContext';
import { type EnvelopeReader, otherRuns } from '../../features/replay/replayedRun';
import type { DescribedRule } from '../../features/rulePages';
import type { ToolAnswer } from '../../shared/lspExtensions';
import { FILE_EXTENSIONS } from '../../text/fileLanguage';
import { memoizeByVersion } from '../../text/memoize';
import { agentToolPaths } from '../../thread/agentToolPaths';
import { toFileUri } from '../../workspace/fileUri';
import { syncDisk } from '../../workspace/nodeDisk';
import { nodeFileAccess } from '../../workspace/nodeFileAccess';
import { locateInside } from '../../workspace/resolveUserPath';
import { type CliProject, cliProject, PROJECT_NOTES, PROJECT_OPTIONS, withAbsoluteConfig } from '../cliProject';
import type { Io } from '../commandIo';
import { indexRunFiles, type ReadRuns } from '../indexRunFiles';
import { type Arguments, PROGRAM, UsageError } from '../readArguments';
import type { Command } from './commandTypes';

/** The functions and texts that the command `mcp` needs, such as the rules and the version of the program. */
interface McpDependencies {
  version: string;
  rules(): readonly DescribedRule[];
  /** The folder of the built code: the protocol is loaded from there, since no other command needs it. */
  code: string;
}

/** Returns the command `agent-envelopes mcp`, which serves this program's tools to agents over the Model Context Protocol. */
export function mcpCommand({ version, rules, code }: McpDependencies): Command {
  return {
    name: 'mcp',
    about: 'Answer the questions of agents, as a server of the Model Context Protocol',
    operands: '[folders…]',
    options: {
      redact: { about: 'redact secrets, addresses and personal data in every answer' },
      ...PROJECT_OPTIONS,
    },
    notes: NOTES,
    async run(written, io) {
      const args = withAbsoluteConfig(written, io.cwd);
      const given = args.operands.map(path => resolve(io.cwd, path));
      const fault = given.flatMap(path => {
        const found = locateInside(path, { folders: [path], endings: FILE_EXTENSIONS });
        return 'fault' in found
          ? `${path}: ${found.fault}`
          : found.is === 'file'
            ? `${path} is a file; name folders.`
            : [];
      })[0];
      if (fault !== undefined) throw new UsageError(fault);
      let folders = given.length > 0 ? given : [io.cwd];
      // Wrong options are told at once, not to the agent at its first question. Which folders a client names is not known yet.
      if (given.length > 0) cliProject(args, { cwd: folders[0] as string }, folders);
      let tools = agentToolFolders(folders, { args, io, rules });
      let queue: Promise<unknown> = Promise.resolve();
      const { serveMcp: serve } = createRequire(join(code, 'commands.js'))('./mcp.js') as { serveMcp: typeof serveMcp };
      await serve({
        name: PROGRAM,
        title: 'Agent Envelopes',
        version,
        instructions: INSTRUCTIONS,
        tools: toolDeclarations(),
        call(name, input, signal) {
          // One after the other: they share what is read.
          const answer = queue.then(() => tools.call(name, input, signal));
          queue = answer.catch(() => {});
          return answer;
        },
        ...(given.length === 0 && {
          onRoots(uris) {
            const roots = uris.flatMap(rootPath);
            if (roots.length === 0 || JSON.stringify(roots) === JSON.stringify(folders)) return;
            folders = roots;
            tools = agentToolFolders(folders, { args, io, rules });
          },
        }),
      });
      return 0;
    },
  };
}

const NOTES = `Serves on standard input and output. Without folders, those that the client works in (its roots), or the current folder.

Tools: ${AGENT_TOOLS.map(({ name }) => name).join(', ')}. All only read, and only in these folders; links that lead
out are not followed. Settings and declarations of the folders above apply, too. The data of an answer has at most
20 KB, and a cursor where there is more.

${PROJECT_NOTES}

Exit code: 0 when the input ends; 2 wrong usage.`;

/** Returns the path of a client's folder; an empty list if the URI is no path on this machine. */
function rootPath(uri: string): string[] {
  try {
    const path = uri.startsWith('file:') ? resolve(fileURLToPath(uri)) : undefined;
    return path === undefined || path.includes('\0') ? [] : [path];
  } catch {
    return [];
  }
}

interface ToolFolders {
  call(name: string, input: unknown, signal: AbortSignal): Promise<ToolAnswer>;
}

/**
 * Creates the tools for some folders. Each call sees the folders' current files. Runs are read only for tools that need them.
 *
 * @param folders absolute paths
 */
function agentToolFolders(
  folders: readonly string[],
  { args, io, rules }: { args: Arguments; io: Io; rules(): readonly DescribedRule[] },
): ToolFolders {
  const [cwd = io.cwd] = folders;
  const options = { options: new Map([...args.options].filter(([name]) => name !== 'redact')), operands: folders };
  const uris = folders.map(folder => toFileUri(folder).replace(/\/$/, ''));
  const cursors = createCursors();
  const readings = memoizeByVersion<{ runs: ReadRuns; reader: EnvelopeReader }>(1);

  /** Reads the runs under the current settings and declarations. */
  function readRuns(): { runs: ReadRuns; reader: EnvelopeReader; project: CliProject } {
    const project = cliProject(options, { cwd }, folders);
    const known = readings('', projectMark(project, uris), () => {
      const runs = indexRunFiles(folders, { cwd, project, onFile: () => {} });
      return { runs, reader: runs.reader() };
    });
    // Its contexts know the disk of now.
    return { ...known, project };
  }

  return {
    async call(name, input, signal) {
      const { runs, reader, project } = readRuns();
      const isReading = needsRuns(name) && !(await readWhile(runs, signal));
      const search = runs.searchContext();
      const { index } = runs;
      const context: ToolContext = {
        ...agentToolPaths(uris),
        folders: uris,
        index,
        isReading,
        access: runs.access,
        opened: search.opened,
        workspace: { folders: uris, disk: syncDisk(uris) },
        contextOf: project.contextOf,
        replayOf(key) {
          const run = index.run(key);
          return run && { run, reader, others: otherRuns(index, key), now: Date.now() };
        },
        search,
        rules,
        redactsAll: args.options.has('redact'),
        cursors,
      };
      return callTool(name, input, context);
    },
  };
}

/** Returns a text that changes with the settings and with the files that declare something. */
function projectMark({ settingsMark, contextOf, declaring }: CliProject, uris: readonly string[]): string {
  for (const uri of uris) contextOf(`${uri}/x.json`);
  const access = nodeFileAccess(() => ({ useIgnoreFiles: false }));
  const marks = declaring().map(path => {
    const found = access.stat(toFileUri(path));
    return [path, found?.size, found?.changedAt];
  });
  return JSON.stringify([settingsMark, marks]);
}

/** Reads for some seconds, with pauses in which messages arrive. Resolves to whether all is read. Rejects if the call is cancelled. */
async function readWhile(runs: ReadRuns, signal: AbortSignal): Promise<boolean> {
  const end = performance.now() + MOST_TIME;
  while (!runs.readFor(SLICE)) {
    if (performance.now() > end) return false;
    await new Promise(resolve => setImmediate(resolve));
    signal.throwIfAborted();
  }
  return true;
}

/** Milliseconds. Clients wait a minute for an answer. */
const MOST_TIME = 20_000;
const SLICE = 50;
