import { version } from '../../../package.json';
import { checkCommand } from '../cli/commands/check';
import { interruptiblePause } from '../cli/processOutput';
import { startProgram } from '../cli/startProgram';
import { createChecker, createFixer } from '../features/fixes/checkAndFixFiles';

// A program that only checks files, with as little code as possible: a hook starts it for each file that an agent writes.
startProgram([checkCommand({ createChecker, createFixer, pause: interruptiblePause(), version })], version);
