import { resolve } from 'node:path';
import { hasLoneSurrogate } from '../../text/hasLoneSurrogate';
import { readConfined } from '../../workspace/links/namedPath';
import { PROGRAM } from '../program';
import { escapeInvisible } from '../terminal/escapeInvisible';
import type { ProjectFault } from './projectFault';

/**
 * The files named by the settings that can't be read, so that their declarations are lost.
 *
 * @param named paths as written in the settings
 * @param settings the settings file as the user named it; paths are relative to its folder
 */
export function missingFileErrors(
  named: readonly string[],
  { settings, folder }: { settings: string; folder: string },
): ProjectFault[] {
  return [...new Set(named)].flatMap(path => {
    const fault = faultAt(folder, path.replaceAll('\\', '/'));
    if (fault === undefined) return [];
    const line = `${PROGRAM}: ${escapeInvisible(`${settings} names "${path.slice(0, 200)}", which ${fault}`)}\n`;
    return [{ line, isBroken: true }];
  });
}

function faultAt(folder: string, path: string): string | undefined {
  if (path.startsWith('//')) return 'is on another machine, which is never accessed; name a file on this one.';
  if (path.trim() === '' || hasLoneSurrogate(path)) return 'is not a path; name a file.';
  const read = readConfined(resolve(folder, path), [folder]);
  return 'fault' in read ? read.fault : undefined;
}
