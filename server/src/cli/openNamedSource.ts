import { homedir } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';
import type { RunSource } from '../model/runSource';
import { createStoreSource } from '../sources/createStoreSource';
import type { Request } from '../sources/storeClient';
import { credentialVariable, parseSources } from '../sources/storeConfig';
import { parseJson } from '../text/json/parseJson';
import { readTextFile } from '../workspace/readTextFile';
import type { Io } from './commandIo';
import { type Arguments, suggestion, UsageError } from './readArguments';

/**
 * Opens the trace store that a command names, from the user's list of stores. Throws UsageError if no store has this name, or the list has a
 * mistake.
 */
export function openNamedSource(
  name: string,
  { options }: Arguments,
  { cwd, env }: Pick<Io, 'cwd' | 'env'>,
  request: Request,
): RunSource {
  const named = options.get('sources');
  const file = named === undefined ? usualFile(env) : resolve(cwd, named);
  const read = readTextFile(file);
  if ('fault' in read) {
    throw new UsageError(
      `there is no list of stores: ${file} ${read.fault} Write one, or name it with "--sources FILE".`,
    );
  }
  const { value, fault } = parseJson(read.text, 'jsonc');
  if (fault) throw new UsageError(`${file} is not valid JSON: ${fault.message}`);
  const { sources, faults } = parseSources(value);
  const config = sources.find(one => one.name.toLowerCase() === name.toLowerCase());
  if (!config) {
    // An error in the entry of this store says more than that the store is missing.
    const own = faults.find(fault => fault.toLowerCase().includes(`"${name.toLowerCase()}"`));
    const mistake = own ?? faults[0];
    if (mistake !== undefined) throw new UsageError(`${file}: ${mistake}`);
    const names = sources.map(one => one.name);
    throw new UsageError(`${file} lists no store "${name}"${suggestion(name, names)}`);
  }
  const variable = credentialVariable(config.name);
  return createStoreSource(config, {
    ...{ request, credential: env[variable], credentialRemedy: `set ${variable}` },
    now: Date.now,
  });
}

/** Returns the default path of the list. Ignores relative folders, which could lie in the folder that is being checked. */
function usualFile({ XDG_CONFIG_HOME: folder, HOME: home }: Io['env']): string {
  const settings = folder !== undefined && isAbsolute(folder) ? folder : join(home || homedir(), '.config');
  return join(settings, 'agent-envelopes', 'sources.json');
}
