import type { Analysis } from '../model/analysis';
import type { RecognisedKind } from '../shared/protocol';

/** The envelope kinds in a file with their counts, most frequent first. */
export function countRecognisedKinds({ parts }: Analysis): RecognisedKind[] {
  const kinds = new Map<string, RecognisedKind>();
  for (const { recognition: recognised, document } of parts) {
    const kind = document?.kind ?? recognised?.kind;
    // Files about envelopes, such as declarations, are not counted.
    if (!kind || recognised?.kind.fileNames) continue;
    const sure = document !== undefined || recognised?.sure === true;
    let known = kinds.get(kind.id);
    if (!known) {
      known = { id: kind.id, title: kind.title, count: 0, sure: false };
      kinds.set(kind.id, known);
    }
    known.count++;
    known.sure ||= sure;
  }
  return [...kinds.values()].sort((one, two) => two.count - one.count);
}
