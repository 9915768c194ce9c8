import { resolve } from 'node:path';
import { type ReceivedCounts, type Receiver, receiveTraces } from '../../network/receive/receiveTraces';
import { portHolder, receiverIdentity } from '../../network/receive/sharedReceiver';
import { DEFAULT_LIMITS, traceFolder } from '../../network/receive/traceFolder';
import { DEFAULT_OTLP_PORT } from '../../shared/lspExtensions';
import { createProgress, type Io, tell } from '../commandIo';
import { type Arguments, PROGRAM, UsageError } from '../readArguments';
import { escapeInvisible } from '../terminalLine';
import type { Command } from './commandTypes';

/** The functions that the command `receive` needs to wait and to stop. */
interface ReceiveDependencies {
  /** Resolves after the delay; to false if the user wants to stop. */
  pause(milliseconds: number): Promise<boolean>;
}

/** Returns the command `agent-envelopes receive`, which receives OpenTelemetry traces from programs over HTTP, and writes them to files. */
export function receiveCommand({ pause }: ReceiveDependencies): Command {
  return {
    name: 'receive',
    about: 'Receive traces by OTLP, and keep them in files',
    operands: '',
    options: {
      port: { value: 'N', about: `the port on 127.0.0.1 (default: ${DEFAULT_OTLP_PORT})` },
      dir: { value: 'DIR', about: `the folder to write to (default: ${DEFAULT_FOLDER})` },
      'max-megabytes': {
        value: 'N',
        about: `how many megabytes to keep, the newest (default: ${DEFAULT_LIMITS.maxMegabytes})`,
      },
      'max-days': { value: 'N', about: `how many days to keep them (default: ${DEFAULT_LIMITS.maxDays})` },
    },
    notes: NOTES,
    async run(args, io) {
      const { port, folder, limits } = readRequest(args, io);
      const progress = createProgress(io);
      const warn = (text: string) => {
        progress.erase();
        tell(text, io);
      };
      const kept = traceFolder(folder, { limits, onChanged: () => {} });
      const unusable = kept.prepare();
      if (unusable) {
        warn(`${unusable.fault}; choose another folder with --dir.`);
        return 2;
      }
      let lastFault: string | undefined;
      let counts: ReceivedCounts = { spans: 0, logRecords: 0, rejected: 0 };
      let receiver: Receiver;
      try {
        receiver = await receiveTraces({
          port,
          identity: receiverIdentity(folder),
          keep(line) {
            const failed = kept.keep(line);
            if (failed && failed.fault !== lastFault) warn(failed.fault);
            lastFault = failed?.fault;
            return failed;
          },
          onReceived(now) {
            counts = now;
            progress.show(countsText(counts));
          },
        });
      } catch (error) {
        warn(await listenFault(error, port));
        return 2;
      }
      kept.limit();
      const { maxMegabytes, maxDays } = limits;
      // Starts before the line is written: its reader may send a signal at once.
      let isGoingOn = pause(HOUR);
      const keeps = `${maxMegabytes} MB and ${maxDays} days of it are kept`;
      io.stdout.write(
        `Receiving traces on http://127.0.0.1:${receiver.port}, writing them to ${escapeInvisible(folder)} (${keeps}); Ctrl+C ends it.\n`,
      );
      while (await isGoingOn) {
        kept.limit();
        isGoingOn = pause(HOUR);
      }
      await receiver.close();
      progress.erase();
      if (io.stderr.isTTY) io.stderr.write(`${PROGRAM}: ${countsText(counts)}.\n`);
      return 0;
    },
  };
}

const DEFAULT_FOLDER = 'traces';
/** An hour, in milliseconds. */
const HOUR = 3_600_000;

const NOTES = `Listens on 127.0.0.1 only, for OTLP/HTTP: POST of /v1/traces and /v1/logs, JSON or protobuf. Programs with an
OpenTelemetry SDK send there with OTEL_EXPORTER_OTLP_ENDPOINT=http://127.0.0.1:${DEFAULT_OTLP_PORT} and
OTEL_EXPORTER_OTLP_PROTOCOL=http/protobuf.

Each request becomes a line of OTLP/JSON in DIR/traces-….jsonl. An editor with Agent Envelopes shows the runs if DIR is in its
workspace, and so does "${PROGRAM} runs DIR --follow". The oldest of these files are deleted when there are too many; no other file is.

Exit code: 0 when it is ended by a signal, 2 where it can't listen
or write to the folder.`;

function readRequest({ options, operands }: Arguments, { cwd }: Io) {
  if (operands.length > 0) throw new UsageError(`"receive" takes no paths; name the folder with --dir ${operands[0]}.`);
  const numberIn = (name: string, otherwise: number, [least, most]: readonly [number, number]) => {
    const given = options.get(name);
    const value = given === undefined ? otherwise : Number(given);
    if (Number.isInteger(value) && value >= least && value <= most && given?.trim() !== '') return value;
    throw new UsageError(`--${name} takes a whole number from ${least} to ${most}; "${given}" is not one.`);
  };
  return {
    port: numberIn('port', DEFAULT_OTLP_PORT, [0, 65_535]),
    folder: resolve(cwd, options.get('dir') ?? DEFAULT_FOLDER),
    limits: {
      maxMegabytes: numberIn('max-megabytes', DEFAULT_LIMITS.maxMegabytes, [1, 1_000_000]),
      maxDays: numberIn('max-days', DEFAULT_LIMITS.maxDays, [1, 36_500]),
    },
  };
}

async function listenFault(error: unknown, port: number): Promise<string> {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE')
    return `port ${port} is taken by ${(await portHolder(port)).text}; end that, or choose another port with --port.`;
  return `can't listen on port ${port} (${message}); choose another one with --port.`;
}

function countsText({ spans, logRecords, rejected }: ReceivedCounts): string {
  const counts = [`${spans} spans`, ...(logRecords > 0 ? [`${logRecords} log records`] : [])];
  return `${counts.join(', ')} received${rejected > 0 ? `, ${rejected} rejected` : ''}`;
}
