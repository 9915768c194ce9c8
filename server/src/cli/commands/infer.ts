import { families } from '../../families';
import { inferFromFiles, protocolIdFault } from '../../features/inference/inferFromFiles';
import { formatGuesses } from '../../features/inference/summarizeGuesses';
import type { CheckedFile } from '../../model/analysis';
import { suggestProtocolId } from '../../shared/protocolId';
import { FILE_EXTENSIONS } from '../../text/fileLanguage';
import { walkFiles } from '../../workspace/walkFiles';
import { counted, createProgress, tell, writePieces } from '../commandIo';
import { PROGRAM, UsageError } from '../readArguments';
import { escapeControls, escapeInvisible } from '../terminalLine';
import type { Command } from './commandTypes';

/** Returns the command `agent-envelopes infer`, which infers a first declaration of a protocol from sample envelopes. */
export function inferCommand(): Command {
  return {
    name: 'infer',
    about: 'Infer a protocol from its envelopes: write a first declaration',
    operands: 'PATHS',
    options: { id: { value: 'NAME', about: "the protocol's id (default: from the name of the first path)" } },
    notes: NOTES,
    async run({ operands, options }, io) {
      const [first] = operands;
      if (first === undefined) throw new UsageError('"infer" needs a file or folder with envelopes.');
      const id = options.get('id') ?? freeId(first);
      const fault = protocolIdFault(id, families);
      if (fault !== undefined) throw new UsageError(`"--id ${id}" can't be used: ${fault}.`);
      const progress = createProgress(io);
      let isRead = true;
      function* readFiles(): Generator<CheckedFile> {
        for (const file of walkFiles(operands, { cwd: io.cwd, endings: FILE_EXTENSIONS })) {
          if (!('fault' in file)) {
            progress.show(`reading, now ${file.path}`);
            yield file;
            continue;
          }
          progress.erase();
          tell(`${file.path}: ${file.fault}`, io);
          if (!file.isNote) isRead = false;
        }
      }
      const { text, summary, samples, known, leftOut } = inferFromFiles(readFiles(), { id, families });
      progress.erase();
      for (const [kind, count] of known) tell(`${counted(count, 'envelope')} left out: ${kind} is built in.`, io);
      for (const sentence of leftOut) tell(sentence, io);
      if (text === undefined) {
        tell('no objects to infer a protocol from.', io);
        return isRead ? 1 : 2;
      }
      await writePieces(io.stdout, [escapeControls(text)]);
      tell(`inferred "${id}" from ${counted(samples, 'sample')}:`, io);
      for (const line of formatGuesses(summary)) io.stderr.write(`${escapeInvisible(line)}\n`);
      return isRead ? 0 : 2;
    },
  };
}

const NOTES = `Writes a declaration of the protocol that the envelopes in PATHS follow to standard output, and each guess with the
number of samples that support it to standard error:

  ${PROGRAM} infer logs --id review-queue > review-queue.agent-protocol.json

Kinds are told by a property whose values go with different properties, else by their properties; the rest follows from
the values: types, required properties, lists of words, formats, constants, ids, agents, times, status, order. It is a
first draft: read it, and change what the samples did not show.

PATHS are files (${FILE_EXTENSIONS.join(' ')}) and folders. Objects in JSON and YAML files, in arrays, in lines of logs and
in JSON blocks of Markdown are samples. Envelopes of built-in protocols are left out, and so are files that declare
something.
At most 5000 samples are used, in stretches from all of them.

Exit code: 0 inferred; 1 nothing to infer from; 2 wrong usage, or something could not be read.`;

function freeId(path: string): string {
  const id = suggestProtocolId(path);
  return protocolIdFault(id, families) === undefined ? id : 'my-protocol';
}
