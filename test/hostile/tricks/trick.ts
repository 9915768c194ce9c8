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
export function hookOutput(properties: Record<string, unknown> = {}): string {
  return JSON.stringify({ ...OUTPUT, ...properties });
}

/** One that is fine but for the text of its properties, which is written as it is. */
export function hookOutputWithText(text: string): string {
  return hookOutput().replace(/\}$/, `,${text}}`);
}

export function hookOutputWriting(path: string, operation = 'create', content = '# Notes\n\nText.\n'): string {
  return hookOutput({ artifacts: [{ path, operation, content }] });
}
