import { appendFileSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** A folder on disk that a test may change, with files by their paths in it; `from` is copied into it first. */
export function temporaryFolder(files: Readonly<Record<string, string | Buffer>> = {}, from?: string) {
  const path = mkdtempSync(join(tmpdir(), 'agent-envelopes-'));
  const pathOf = (file: string) => join(path, file);
  const write = (file: string, content: string | Buffer) => {
    mkdirSync(dirname(pathOf(file)), { recursive: true });
    writeFileSync(pathOf(file), content);
  };
  if (from !== undefined) cpSync(from, path, { recursive: true });
  for (const [file, content] of Object.entries(files)) write(file, content);
  return {
    path,
    uri: String(pathToFileURL(path)),
    pathOf,
    uriOf: (file: string) => String(pathToFileURL(pathOf(file))),
    write,
    append: (file: string, text: string) => appendFileSync(pathOf(file), text),
    remove: (file: string) => rmSync(pathOf(file), { recursive: true }),
    dispose: () => rmSync(path, { recursive: true }),
  };
}
