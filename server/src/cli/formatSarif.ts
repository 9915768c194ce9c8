import { isAbsolute } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ruleSummary } from '../features/ruleDocs';
import type { FileReport, ReportedProblem } from '../model/report';
import type { Severity } from '../model/rule';
import type { Range } from '../model/text';
import { asciiControls } from './formatJson';
import { PROGRAM } from './program';
import { slashed } from './slashed';

/**
 * For code scanning: a SARIF 2.1.0 log with one run. Its rules are those that found something, each with its docs; they have no
 * `helpUri`, since they stand at no address. Each result has the fixes that would mend it, as replacements of text.
 */
export function formatSarif(reports: readonly FileReport[], { version }: { version: string }): string {
  const rules = rulesOf(reports.flatMap(({ problems }) => problems));
  const indices = new Map([...rules.keys()].map((id, index) => [id, index]));
  const results = reports.flatMap(({ file, problems }) =>
    problems.map(problem => ({
      ruleId: problem.rule,
      ruleIndex: indices.get(problem.rule),
      level: LEVELS[problem.severity],
      message: { text: problem.message },
      locations: [{ physicalLocation: { artifactLocation: { uri: uriOf(file) }, region: regionOf(problem.range) } }],
      ...fixesOf(file, problem),
    })),
  );
  const driver = { name: PROGRAM, version, rules: [...rules.values()] };
  const log = {
    $schema: 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json',
    version: '2.1.0',
    runs: [{ tool: { driver }, columnKind: 'utf16CodeUnits', results }],
  };
  return asciiControls(JSON.stringify(log));
}

const LEVELS: Record<Severity, string> = { error: 'error', warning: 'warning', info: 'note' };

/** By id. A rule's level is that of its first problem; each result says its own besides. */
function rulesOf(problems: readonly ReportedProblem[]): Map<string, object> {
  const rules = new Map<string, object>();
  for (const { rule: id, severity, docs = id } of problems) {
    if (rules.has(id)) continue;
    rules.set(id, {
      id,
      shortDescription: { text: ruleSummary({ docs }) },
      fullDescription: { text: firstParagraph(docs) },
      help: { text: docs, markdown: docs },
      defaultConfiguration: { level: LEVELS[severity] },
    });
  }
  return rules;
}

function firstParagraph(docs: string): string {
  const [paragraph = docs] = docs.trim().split(/\n\s*\n/);
  return paragraph.replace(/\s+/g, ' ');
}

function fixesOf(file: string, { fixes, changes }: ReportedProblem): { fixes?: object[] } {
  const listed = fixes.flatMap((title, index) => {
    const replacements = (changes?.(index) ?? []).map(({ range, text }) => ({
      deletedRegion: regionOf(range),
      ...(text !== '' && { insertedContent: { text } }),
    }));
    // A fix that changes nothing is none to a reader, and the format has no room for it.
    if (replacements.length === 0) return [];
    return {
      description: { text: title },
      artifactChanges: [{ artifactLocation: { uri: uriOf(file) }, replacements }],
    };
  });
  return listed.length > 0 ? { fixes: listed } : {};
}

function uriOf(file: string): string {
  if (isAbsolute(file)) return pathToFileURL(file).href;
  return slashed(file).split('/').map(encodeURIComponent).join('/');
}

/** SARIF counts lines and columns from 1; the end column is the one behind the last character. */
function regionOf({ start, end }: Range): object {
  return {
    startLine: start.line + 1,
    startColumn: start.character + 1,
    endLine: end.line + 1,
    endColumn: end.character + 1,
  };
}
