import { URI } from 'vscode-uri';
import type { Association } from '../analysis/recognise';
import type { Family } from '../model/family';
import { globError } from '../text/glob/globError';
import { globMatcher } from '../text/glob/globMatcher';
import { nearestWord } from '../text/names/nearestWord';

/**
 * Parses the setting `agentEnvelopes.associations`. Globs are relative to the file's workspace folder; one without a
 * slash matches a file name in any folder. The last matching glob wins.
 */
export function parseAssociations(
  setting: Readonly<Record<string, string>>,
  families: readonly Family[],
  folders: readonly string[],
): { kindOf(uri: string): Association; faults: string[] } {
  const kinds = new Map(
    families
      .flatMap(family => family.kinds)
      .filter(({ fileNames }) => !fileNames)
      .map(kind => [kind.id, kind]),
  );
  const faults: string[] = [];
  const entries: { fits(path: string): boolean; kind: Association }[] = [];
  for (const [glob, id] of Object.entries(setting)) {
    const kind = id === 'none' ? 'none' : kinds.get(id);
    const fault = globError(glob);
    if (fault) faults.push(`agentEnvelopes.associations: "${glob.slice(0, 20)}" ${fault}.`);
    else if (kind) entries.push({ fits: compileGlob(glob), kind });
    else faults.push(unknownKind(glob, id, [...kinds.keys(), 'none']));
  }
  return {
    kindOf: uri =>
      entries.length > 0 ? entries.findLast(({ fits }) => fits(relativePath(uri, folders)))?.kind : undefined,
    faults,
  };
}

function compileGlob(glob: string): (path: string) => boolean {
  const fits = globMatcher(glob);
  return glob.includes('/') ? fits : path => fits(path.slice(path.lastIndexOf('/') + 1));
}

function unknownKind(glob: string, id: string, known: readonly string[]): string {
  const meant = nearestWord(id, known);
  const hint = meant ? `did you mean "${meant}"?` : `known are ${known.join(', ')}.`;
  return `agentEnvelopes.associations: "${id}" for "${glob}" is not a kind of envelope; ${hint}`;
}

function relativePath(uri: string, folders: readonly string[]): string {
  const path = URI.parse(uri).path;
  const folder = folders.map(one => URI.parse(one).path).find(one => path.startsWith(`${one}/`));
  return folder ? path.slice(folder.length + 1) : path.slice(1);
}
