import { version } from '../../package.json';
import { checkCommand } from './cli/commands/check';
import { interruptiblePause } from './cli/processOutput';
import { startProgram } from './cli/startProgram';
import { createChecker, createFixer } from './features/fixes/fileReport';

// The check of files alone: a hook starts it for each file that an agent writes, and loads nothing of the other commands.
startProgram([checkCommand({ createChecker, createFixer, pause: interruptiblePause(), version })], version);
