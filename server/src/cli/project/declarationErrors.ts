import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Context } from '../../analysis/analyse';
import { createChecker } from '../../features/fixes/fileReport';
import type { FileReport } from '../../model/report';
import { isProtocolFile } from '../../session/resolveProject';
import { containsPath } from '../../workspace/links/confinedPath';
import { readConfined } from '../../workspace/links/namedPath';
import { toSlashes } from '../files/toSlashes';
import { contextForKind } from './contextForKind';
import type { DeclarationFile } from './projectContexts';
import { isError, type ProjectFault, problemsLine } from './projectFault';

interface Declaring {
  cwd: string;
  /** The folder of the settings, and what was named; absolute. Of what lies elsewhere nothing is told that stands in it. */
  within: readonly string[];
  files: readonly DeclarationFile[];
  contextOf(uri: string): Context;
  /** What was said of a file, by its absolute path, where it was checked with the rest. */
  reportOf(path: string): FileReport | undefined;
}

/**
 * What is wrong with the protocols and catalogues by which others were checked, and that were not checked themselves: what they
 * declare is not all known, and nothing said so.
 */
export function declarationErrors({ cwd, within, files, contextOf, reportOf }: Declaring): ProjectFault[] {
  const checks = {
    protocol: createChecker({ contextOf: uri => contextForKind('x.agent-protocol.json', contextOf(uri)) }),
    catalogue: createChecker({ contextOf: uri => withSyntax(contextOf(uri)) }),
  };
  return files.flatMap(({ uri, is }): ProjectFault[] => {
    const path = fileURLToPath(uri);
    // A protocol by another name was checked as something else.
    const isTold = is === 'catalogue' || isProtocolFile(path);
    const read = isTold && reportOf(path) ? undefined : readConfined(path, within);
    if (!read || 'fault' in read) return [];
    const errors = checks[is]({ uri, path, text: read.text }).problems.filter(isError);
    if (errors.length === 0) return [];
    const isWithin = within.some(folder => containsPath(folder, path));
    return [{ line: problemsLine(toSlashes(relative(cwd, path)), errors, { isTold, isWithin }), isBroken: true }];
  });
}

// Half a catalogue says of no tool that it is unknown, whatever that is to count as.
function withSyntax({ severities = new Map(), ...context }: Context): Context {
  return { ...context, severities: new Map([...severities].filter(([rule]) => !/^syntax\b/.test(rule))) };
}
