import { basename, dirname, isAbsolute, join, resolve } from 'node:path';
import { NOTICE } from '../../features/agentTools/callTool';
import { createChecker } from '../../features/fixes/checkAndFixFiles';
import type { ReportedProblem } from '../../model/analysis';
import { isObject } from '../../shared/isObject';
import { FILE_EXTENSIONS } from '../../text/fileLanguage';
import { parseWholeJson } from '../../text/parseJsonOrYaml';
import { containsPath, realPath } from '../../workspace/confinedPath';
import { toFileUri } from '../../workspace/fileUri';
import { readDocument } from '../../workspace/readDocument';
import { locateInside } from '../../workspace/resolveUserPath';
import { cliProject, PROJECT_NOTES, PROJECT_OPTIONS, withAbsoluteConfig } from '../cliProject';
import { counted } from '../commandIo';
import { PROGRAM, toSlashes, UsageError } from '../readArguments';
import { escapeControls, escapeInvisible } from '../terminalLine';
import type { Command } from './commandTypes';

/**
 * Returns the command `agent-envelopes hook`. A coding agent calls it after it has written a file, and reads the problems of this file from the
 * output.
 */
export function hookCommand(): Command {
  return {
    name: 'hook',
    about: 'Check the file that a coding agent has just written, as a hook of Claude Code',
    operands: '',
    options: { ...PROJECT_OPTIONS },
    notes: NOTES,
    async run(args, io) {
      const [stray] = args.operands;
      if (stray !== undefined) throw new UsageError(`"hook" reads standard input; leave out "${stray}".`);
      const written = readHookInput(String(await io.readStdin()), io.cwd);
      // Prints nothing for another event, for a tool that writes no file, and for an unsupported file.
      const found = written && locateInside(written.file, { folders: [written.folder], endings: FILE_EXTENSIONS });
      if (!written || !found || 'fault' in found || found.is === 'folder') return 0;
      const { path } = found;
      const read = readDocument(path);
      if ('fault' in read) return 0;
      const project = cliProject(withAbsoluteConfig(args, io.cwd), { cwd: written.folder }, [path]);
      const shown = toSlashes(path.slice(written.folder.length).replace(/^[\\/]/, ''));
      const { problems } = createChecker(project)({ uri: toFileUri(path), path: shown, text: read.text });
      const answer = hookAnswer(shown, problems);
      if (answer) io.stdout.write(`${escapeControls(JSON.stringify(answer))}\n`);
      return 0;
    },
  };
}

const NOTES = `Reads the input of a PostToolUse hook from standard input, and checks the file that the tool has written: a file of a
supported type in the folder that the agent works in. Errors are handed back to the agent, which then mends them
("decision": "block"); warnings are told to it as context. Of all other files and events nothing is said. In the settings
of Claude Code:

  { "hooks": { "PostToolUse": [ { "matcher": "Write|Edit|MultiEdit",
    "hooks": [ { "type": "command", "command": "${PROGRAM} hook" } ] } ] } }

${PROJECT_NOTES}

Exit code: 0, whatever was found; 2 wrong usage.`;

interface WrittenFile {
  /** The path as the agent wrote it. */
  file: string;
  /** The absolute path of the agent's working folder. */
  folder: string;
}

/** Returns the file that a tool has written; undefined for another event. Throws UsageError if the input is not a hook's. */
function readHookInput(text: string, cwd: string): WrittenFile | undefined {
  const input = parseWholeJson(text);
  if (!isObject(input) || typeof input['hook_event_name'] !== 'string') {
    throw new UsageError('"hook" needs the input of a hook: a JSON object with "hook_event_name" and "tool_input".');
  }
  const { hook_event_name: event, tool_input: tool, cwd: folder } = input;
  const file = isObject(tool) ? tool['file_path'] : undefined;
  if (event !== 'PostToolUse' || typeof file !== 'string') return undefined;
  return samePlace(file, typeof folder === 'string' && isAbsolute(folder) ? resolve(folder) : cwd);
}

/**
 * Returns file and folder by paths that can be compared. Either may be named by a link above the folder, such as `/tmp` on a Mac: if the
 * file is not in the folder by name, both get their real paths. Keeps the file's own name, which may be a link out of the folder.
 */
function samePlace(file: string, folder: string): WrittenFile {
  const absolute = resolve(folder, file);
  // No other machine is asked what a path means there.
  if (containsPath(folder, absolute) || absolute.startsWith('\\\\')) return { file, folder };
  return { file: join(realPath(dirname(absolute)), basename(absolute)), folder: realPath(folder) };
}

/** Returns the answer to Claude Code; undefined if there is nothing to correct. */
function hookAnswer(file: string, problems: readonly ReportedProblem[]) {
  const errors = problems.filter(({ severity }) => severity === 'error');
  const told = errors.length > 0 ? errors : problems.filter(({ severity }) => severity === 'warning');
  if (told.length === 0) return undefined;
  const lines = told.slice(0, MOST_PROBLEMS).map(({ range: { start }, severity, message, rule, fixes: [fix] }) => {
    const mend = fix === undefined ? '' : ` (fix: ${fix})`;
    return escapeInvisible(`${file}:${start.line + 1}:${start.character + 1} ${severity} ${message} ${rule}${mend}`);
  });
  const more = told.length - lines.length;
  const kind = errors.length > 0 ? 'error' : 'warning';
  const text = [
    `${escapeInvisible(file)} has ${counted(told.length, kind)}. ${NOTICE}`,
    ...lines,
    ...(more > 0 ? [`${more} more: ${PROGRAM} check ${escapeInvisible(file)}`] : []),
    `Mend ${told.length === 1 ? 'it' : 'them'}; "${PROGRAM} explain RULE" says what a rule wants.`,
  ].join('\n');
  if (errors.length > 0) return { decision: 'block', reason: text };
  return { hookSpecificOutput: { hookEventName: 'PostToolUse', additionalContext: text } };
}

const MOST_PROBLEMS = 20;
