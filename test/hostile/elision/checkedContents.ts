import { expect } from 'vitest';
import { temporaryFolder } from '../../kit/temporaryFolder';
import { commandInProcess } from '../commandInProcess';

const run = commandInProcess();

export interface Artifact {
  path: string;
  operation: string;
  content: string;
}

/**
 * What the built command line says of the content of each artifact, all of them in one output that it is told to expect.
 *
 * @param disk files that are there already, by path
 */
export async function checkedContents(
  artifacts: readonly Artifact[],
  disk: Record<string, string> = {},
): Promise<(string | undefined)[]> {
  const folder = temporaryFolder(disk);
  try {
    const lines = artifacts.map(artifact => JSON.stringify(artifact)).join(',\n');
    const stdin = `{ "success": true, "summary": "Done.", "recommendation": "proceed", "artifacts": [\n${lines}\n] }`;
    const args = ['check', '-', '--as', 'agent-protocol/output', '--stdin-name', 'output.json', '--format', 'json'];
    const { out, err } = await run(args, { cwd: folder.path, stdin });
    expect(err).not.toContain('    at ');
    const said: (string | undefined)[] = Array(artifacts.length).fill(undefined);
    const { files } = JSON.parse(out) as Report;
    for (const { rule, severity, range, message } of files.flatMap(({ problems }) => problems)) {
      // The first line is the envelope's own.
      if (rule === 'envelope/elided-content' && severity === 'error') said[range.start.line - 1] = message;
    }
    return said;
  } finally {
    folder.dispose();
  }
}

interface Report {
  files: { problems: { rule: string; severity: string; message: string; range: { start: { line: number } } }[] }[];
}
