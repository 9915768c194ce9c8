/** What an agent may return to get past `check - --as agent-protocol/output`. */
export interface Trick {
  name: string;
  stdin: string | Buffer;
  /** What is said of it, on standard output or error. */
  says: RegExp;
  /** `output.json` where it isn't said. */
  stdinName?: string;
}

export const OUTPUT = { success: true, summary: 'Done.', artifacts: [], recommendation: 'proceed' };

/** An output that is fine, with other properties. */
export function output(properties: Record<string, unknown> = {}): string {
  return JSON.stringify({ ...OUTPUT, ...properties });
}

/** One that is fine but for the text of its properties, which is written as it is. */
export function outputWith(text: string): string {
  return output().replace(/\}$/, `,${text}}`);
}

export function writing(path: string, operation = 'create', content = '# Notes\n\nText.\n'): string {
  return output({ artifacts: [{ path, operation, content }] });
}
