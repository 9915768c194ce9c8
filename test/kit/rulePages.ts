import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from './corpus';
import { type PageSection, pageSections } from './pageSections';

/** The page of a rule: Markdown beside the rule, whose examples are its fixtures. */
export interface RulePage {
  /** In the project. */
  path: string;
  text: string;
  rule: string;
  sections: PageSection[];
  /** What lies on the disk around the examples. */
  files: Record<string, string>;
}

/**
 * The pages of all rules. In a page `# RULE` comes first. A block follows a paragraph that begins with a label:
 *
 * - `**Good:**` an example without any problem
 * - `**Bad:**` an example with its problems drawn below their lines
 * - `**Fixed:**` what the rule's fixes make of the bad example before it
 * - `**Catalogue:**`, `**Protocol:**` the tools, and the protocol, that the examples rest on
 *
 * Several blocks may follow one label: the files of a run. A file's name stands in the paragraph before its block. What else
 * there is on the disk is listed behind `**On disk:**`.
 */
export function rulePages(): RulePage[] {
  return ['server/src/rules', 'server/src/families'].flatMap(folder =>
    readdirSync(join(projectRoot, folder), { recursive: true, encoding: 'utf8' })
      .filter(path => path.endsWith('.md'))
      .sort()
      .map(path => rulePage(`${folder}/${path.replaceAll('\\', '/')}`)),
  );
}

function rulePage(path: string): RulePage {
  const text = readFileSync(join(projectRoot, path), 'utf8');
  const rule = /^# (\S+)\n/.exec(text)?.[1];
  if (rule === undefined) throw new Error(`${path}: the page of a rule begins with "# " and its id`);
  return { path, text, rule, sections: pageSections(text), files: filesOnDisk(text) };
}

/** `a/b.md` is a file, `out -> /etc` a link. */
function filesOnDisk(text: string): Record<string, string> {
  const [, list = ''] = /^\*\*On disk:\*\*([^\n]*(?:\n[^\n]+)*)/m.exec(text) ?? [];
  return Object.fromEntries(
    [...list.matchAll(/`([^`]+)`/g)].map(([, entry = '']) => {
      const [name = '', target] = entry.split(' -> ');
      return [name, target === undefined ? FILE_TEXT : `-> ${target}`];
    }),
  );
}

const FILE_TEXT = `# Invoice export\n\n${'Invoices are exported as CSV.\n'.repeat(20)}`;
