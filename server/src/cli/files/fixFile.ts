import { fileURLToPath } from 'node:url';
import type { CheckedFile, Fix } from '../../model/report';
import { rewriteText } from '../../workspace/write/rewriteText';
import { PROGRAM } from '../program';
import { counted } from '../summary';
import { escapeInvisible } from '../terminal/escapeInvisible';
import type { Io } from '../terminal/io';

/** Fixes one file on disk. Returns how many problems are gone. */
type FixFile = (file: CheckedFile) => { fixed: number } | { fault: string };

/**
 * Creates a function that fixes files on disk and reports, for each changed file, the rules whose problems are gone.
 *
 * @param within absolute paths of folders without links: nothing outside of them is written
 */
export function fileFixer(fix: Fix, within: readonly string[], { stderr }: Io): FixFile {
  return file => {
    const { text, rules } = fix(file);
    if (text === file.text) return { fixed: 0 };
    const failed = rewriteText(fileURLToPath(file.uri), { before: file.text, after: text }, within);
    if (failed) return failed;
    stderr.write(
      `${PROGRAM}: ${escapeInvisible(`${file.path}: ${counted(rules.length, 'problem')} fixed (${listed(rules)})`)}\n`,
    );
    return { fixed: rules.length };
  };
}

// Lists each rule once, with its count if that is greater than one.
function listed(rules: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const rule of rules) counts.set(rule, (counts.get(rule) ?? 0) + 1);
  return [...counts].map(([rule, count]) => (count === 1 ? rule : `${rule} x${count}`)).join(', ');
}
