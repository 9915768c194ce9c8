import { plain } from '../features/runs/words';
import type { SaidMatch } from '../model/runSource';
import { runKey } from '../runs/index/runKey';
import type { FoundText } from '../shared/protocol';
import type { StoreFolder } from './storeNodes';

/** A match in a store, as the editor shows it; its run is loaded when it is opened. */
export function storedMatch(match: SaidMatch, { name, uri }: Pick<StoreFolder, 'name' | 'uri'>): FoundText {
  const { run, family, step } = match;
  return {
    ...match,
    about: [name, plain(run, 16)].join(' · '),
    stored: { run: runKey(family, run, uri), ...(step !== undefined && { step }) },
  };
}
