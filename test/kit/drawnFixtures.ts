import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { projectRoot } from './corpus';
import { type DrawnFixture, parseFixture } from './drawnFixture';

/** What is drawn of one rule: what it finds, and what nearly looks like it and is fine. */
export interface DrawnRule {
  rule: string;
  fires: DrawnCase[];
  silent: DrawnCase[];
  /** The files beside them. */
  files?: Record<string, string>;
}

export interface DrawnCase extends DrawnFixture {
  name: string;
  /** What its fixes make of it: of each problem of the rule the first fix, as long as there is one. */
  fixed?: string;
}

/**
 * The fixtures of all rules, `test/rules/drawn/<rule>.txt`. A line `== fires NAME` begins a file of that name, with markers
 * (drawnFixture.ts); `== fixed` what its fixes make of the one before; `== silent NAME` a file in which the rule finds nothing;
 * `== beside PATH` a file that is there, too.
 */
export function drawnFixtures(): DrawnRule[] {
  return readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
    .filter(path => path.endsWith('.txt'))
    .sort()
    .map(path => drawnRule(join(FOLDER, path)));
}

const FOLDER = join(projectRoot, 'test/rules/drawn');

function drawnRule(path: string): DrawnRule {
  const rule = relative(FOLDER, path)
    .replaceAll('\\', '/')
    .replace(/\.txt$/, '');
  const drawn: DrawnRule = { rule, fires: [], silent: [] };
  for (const section of readFileSync(path, 'utf8').split(/^== /m).slice(1)) {
    const end = section.indexOf('\n');
    const [what, name = ''] = section.slice(0, end).split(' ');
    const text = section.slice(end + 1);
    const last = drawn.fires.at(-1);
    if (what === 'fires' || what === 'silent') drawn[what].push({ name, ...parseFixture(text) });
    else if (what === 'fixed' && last) last.fixed = parseFixture(text).text;
    else if (what === 'beside') drawn.files = { ...drawn.files, [name]: text };
    else throw new Error(`${path}: "== ${section.slice(0, end)}" says nothing`);
  }
  return drawn;
}
