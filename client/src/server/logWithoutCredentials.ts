import type { LogOutputChannel } from 'vscode';

/** The log, in which a trace of requests shows neither headers, which may be credentials, nor the credentials of stores. */
export function logWithoutCredentials(log: LogOutputChannel): LogOutputChannel {
  return Object.create(log, {
    trace: { value: (message: string, ...args: unknown[]) => log.trace(maskCredentials(message), ...args) },
  });
}

/** Masks headers and credentials in the JSON of a request or an answer. */
export function maskCredentials(text: string): string {
  return text.replace(/("(?:headers|credential)":\s*)"(?:[^"\\]|\\.)*"/g, '$1"…"');
}
