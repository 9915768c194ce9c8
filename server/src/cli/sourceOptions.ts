import { unfinishedTerm } from '../features/agentTools/unfinishedTerm';
import { parseTimeBound } from '../text/parseTime';
import { type Arguments, type Option, UsageError } from './readArguments';

/** The command-line options that name a trace store and select runs in it. */
export const SOURCE_OPTIONS = {
  source: { value: 'NAME', about: 'runs of this store instead of files' },
  sources: {
    value: 'FILE',
    about: 'the file that lists your stores',
  },
} as const satisfies Record<string, Option>;

/** The options that choose runs of a store. */
export const SELECTION_OPTIONS = {
  since: { value: 'TIME', about: 'with --source: runs that started since then, such as 1h or 7d' },
  filter: { value: 'FILTER', about: 'with --source: runs that match, such as status:failed' },
  limit: { value: 'N', about: 'with --source: the maximum number of runs' },
} as const satisfies Record<string, Option>;

/** The help text of these options. */
export const SOURCE_NOTES = `Stores are listed in a file of your own: $XDG_CONFIG_HOME/agent-envelopes/sources.json (else in ~/.config), or the one
that --sources names, never one of a folder that is checked. It is a list:
[{ "name": "prod", "kind": "tempo", "address": "http://tempo:3200" }], of kind jaeger, tempo, clickhouse or langfuse.
The credential of a store is the value of AGENT_ENVELOPES_<NAME>_CREDENTIAL, its name in capitals with _ for all else:
user:password, or a token.`;

/** The selected runs of a store. */
export interface SourceSelection {
  name: string;
  filter: string;
  limit: number;
}

/**
 * Returns the selected runs of a store; undefined if no store is named. Throws UsageError.
 *
 * @param usual the default limit of runs
 */
export function readSelection(
  { options }: Arguments,
  { usual, refused = [] }: { usual: number; refused?: readonly string[] },
): SourceSelection | undefined {
  const name = options.get('source');
  const own = ['sources', ...Object.keys(SELECTION_OPTIONS)].find(one => options.has(one));
  if (name === undefined) {
    if (own !== undefined) throw new UsageError(`"--${own}" is for the runs of a store; add "--source NAME".`);
    return undefined;
  }
  const other = refused.find(one => options.has(one));
  if (other !== undefined)
    throw new UsageError(`"--${other}" is for files, and "--source" reads a store; leave out one of them.`);
  const since = options.get('since');
  if (since !== undefined && parseTimeBound(since, Date.now()) === undefined) {
    throw new UsageError(`"--since" takes a time: 30m, 1h, 7d or 2026-02-28T12:00Z; "${since}" is not one.`);
  }
  const unfinished = unfinishedTerm(options.get('filter') ?? '');
  if (unfinished !== undefined) throw new UsageError(unfinished);
  const limit = options.get('limit') ?? String(usual);
  if (!/^[1-9]\d{0,5}$/.test(limit))
    throw new UsageError(`"--limit" takes a whole number from 1 on; "${limit}" is not one.`);
  const filter = [options.get('filter') ?? '', since === undefined ? '' : `since:${since}`];
  return { name, limit: Number(limit), filter: filter.filter(term => term !== '').join(' ') };
}
