import type { LogOutputChannel } from 'vscode';

/** The log, in which a trace of requests shows no headers: these may be credentials. */
export function logWithoutHeaders(log: LogOutputChannel): LogOutputChannel {
  return Object.create(log, {
    trace: { value: (message: string, ...args: unknown[]) => log.trace(maskHeaders(message), ...args) },
  });
}

/** Masks the headers in the JSON of a request. */
export function maskHeaders(text: string): string {
  return text.replace(/("headers":\s*)"(?:[^"\\]|\\.)*"/g, '$1"…"');
}
