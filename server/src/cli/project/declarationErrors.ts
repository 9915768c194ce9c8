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

interface DeclarationErrorsOptions {
  cwd: string;
  /** The settings' folder and the named paths, absolute. Content of files outside of them is not printed. */
  within: readonly string[];
  files: readonly DeclarationFile[];
  contextOf(uri: string): Context;
  /** The report of a file, by absolute path, if it was checked with the rest. */
  reportOf(path: string): FileReport | undefined;
}

/**
 * The errors of protocols and catalogues that other files were checked with but that were not checked themselves: part of their
 * declarations is lost, and no report says so.
 */
export function declarationErrors({
  cwd,
  within,
  files,
  contextOf,
  reportOf,
}: DeclarationErrorsOptions): ProjectFault[] {
  const checks = {
    protocol: createChecker({ contextOf: uri => contextForKind('x.agent-protocol.json', contextOf(uri)) }),
    catalogue: createChecker({ contextOf: uri => withSyntax(contextOf(uri)) }),
  };
  return files.flatMap(({ uri, is }): ProjectFault[] => {
    const path = fileURLToPath(uri);
    // A protocol file with another name was not checked as a protocol.
    const isTold = is === 'catalogue' || isProtocolFile(path);
    const read = isTold && reportOf(path) ? undefined : readConfined(path, within);
    if (!read || 'fault' in read) return [];
    const errors = checks[is]({ uri, path, text: read.text }).problems.filter(isError);
    if (errors.length === 0) return [];
    const isWithin = within.some(folder => containsPath(folder, path));
    return [{ line: problemsLine(toSlashes(relative(cwd, path)), errors, { isTold, isWithin }), isBroken: true }];
  });
}

// A broken catalogue disables the reports of unknown tools, so its syntax errors count whatever severity the settings give
// them.
function withSyntax({ severities = new Map(), ...context }: Context): Context {
  return { ...context, severities: new Map([...severities].filter(([rule]) => !/^syntax\b/.test(rule))) };
}
