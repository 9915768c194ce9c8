import { envelopeText } from '../../../server/src/features/replay/envelopeTextLines';
import type { EnvelopeContent, EnvelopeProblem, ReplayedRun } from '../../../server/src/features/replay/replayedRun';
import type { Window } from '../../../server/src/shared/replay';
import { fileRecordOf } from '../../kit/fileRecordOf';
import { replayOf } from './replayOf';

export type Lang = 'json' | 'jsonc' | 'markdown';

interface Showing extends Window {
  lang?: Lang;
  problems?: EnvelopeProblem[];
}

export function shown(text: string, { lang = 'json', problems = [], ...window }: Showing = {}) {
  return envelopeText(showing({ text, lang }, problems), { step: 0, envelope: 0, ...window });
}

export function showing(read: EnvelopeContent, problems: EnvelopeProblem[] = []): ReplayedRun {
  return replayOf([fileRecordOf('a.jsonl', [{ title: 't' }])], {
    reader: { text: () => read, problems: () => problems },
  });
}
