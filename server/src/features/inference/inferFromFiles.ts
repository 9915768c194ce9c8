import { fileKind, recognise } from '../../analysis/recognise';
import { RESERVED_IDS } from '../../families/declared/declaredFamilies';
import type { CheckedFile } from '../../model/analysis';
import type { Family } from '../../model/family';
import type { TextFile } from '../../model/text';
import { splitIntoParts } from '../../parts/splitIntoParts';
import { t } from '../../shared/l10n';
import { isProtocolId, PROTOCOL_ID_RULE } from '../../shared/protocolId';
import { languageOf } from '../../text/fileLanguage';
import { isObject } from '../../text/jsonPointer';
import { textFile } from '../../text/lines';
import { parseJsonOrYaml } from '../../text/parseJsonOrYaml';
import type { Sample } from './groupSamples';
import { inferProtocol, thinOut } from './inferProtocol';
import { type GuessSummary, summarizeGuesses } from './summarizeGuesses';

/** The parameters of `inferFromFiles`: the id for the new protocol, and the protocols that are known already. */
interface InferFromFilesOptions {
  /** A valid protocol id. */
  id: string;
  /** All families. Envelopes that a built-in family recognises are not used as samples. */
  families: readonly Family[];
}

/** The declaration of a protocol that was inferred from files with sample envelopes, with the evidence for it. */
export interface InferredFromFiles {
  /** The text of the declaration; undefined if there were no samples. */
  text?: string;
  summary: GuessSummary[];
  /** The number of objects that were used as samples. */
  samples: number;
  /** The number of objects that built-in protocols recognise, by kind. */
  known: ReadonlyMap<string, number>;
  /** Sentences about parts that are too long to be used, one for each file. */
  leftOut: readonly string[];
}

/**
 * Infers a protocol from the JSON objects in files. Skips files whose names say that they are no samples, such as settings and declared
 * protocols, and objects beyond a limit.
 */
export function inferFromFiles(
  files: Iterable<CheckedFile>,
  { id, families }: InferFromFilesOptions,
): InferredFromFiles {
  const own = families.filter(({ isDeclared }) => !isDeclared);
  const samples: Sample[] = [];
  const known = new Map<string, number>();
  const leftOut: string[] = [];
  for (const { uri, path, text } of files) {
    const lang = languageOf(uri);
    if (!lang || fileKind(uri, families)) continue;
    let longest = 0;
    const onTooLong = (length: number) => {
      longest = Math.max(longest, length);
    };
    const found = findSamples(textFile(uri, lang, text), onTooLong);
    if (longest > 0) leftOut.push(tooLongText(path, longest));
    for (const sample of found) {
      const found = recognise(sample.value, own, undefined);
      if (found?.sure) known.set(found.kind.id, (known.get(found.kind.id) ?? 0) + 1);
      else samples.push(sample);
    }
    if (samples.length >= MAX_SAMPLES) break;
  }
  if (samples.length === 0) return { summary: [], samples: 0, known, leftOut };
  const inferred = inferProtocol(samples, { id });
  return {
    text: `${JSON.stringify(inferred.declaration, undefined, 2)}\n`,
    summary: summarizeGuesses(inferred),
    samples: samples.length,
    known,
    leftOut,
  };
}

function tooLongText(path: string, length: number): string {
  const megabytes = (length / 1e6).toFixed(1);
  return t`${path} is left out, or in part: an object of ${megabytes} MB is too long to infer from; the longest that is used has ${MAX_LENGTH / 1e6} MB.`;
}

const MAX_SAMPLES = 50_000;

/** Returns why a text can't be the id of a new protocol; undefined if it can. */
export function protocolIdFault(id: string, families: readonly Family[]): string | undefined {
  if (!isProtocolId(id)) return t`it ${PROTOCOL_ID_RULE}`;
  const taken = [...RESERVED_IDS, ...families.filter(({ isDeclared }) => !isDeclared).map(family => family.id)];
  return taken.includes(id.toLowerCase()) ? t`it is taken by a built-in protocol` : undefined;
}

/**
 * Returns the objects in a file from which a protocol can be inferred: its root, the elements of an array, the lines of a log, the
 * documents of YAML, the JSON blocks of Markdown.
 *
 * @param onTooLong called with the length of each text that is too long to be read
 */
export function findSamples(file: TextFile, onTooLong?: (length: number) => void): Sample[] {
  const parts = splitIntoParts(file);
  const used = thinOut(parts, MAX_PARTS);
  // Parts that were left out may lie between two lines, and blocks of Markdown are examples, so neither is a sequence.
  const isSequence = used.length === parts.length && file.lang !== 'markdown';
  return used.flatMap(({ text, lang }, at): Sample[] => {
    if (text.length > MAX_LENGTH) onTooLong?.(text.length);
    if (text.length > MAX_LENGTH || text.trim() === '') return [];
    // YAML in Markdown is mostly what its front matter says about the page.
    if (file.lang === 'markdown' && lang === 'yaml') return [];
    const { value, fault } = parseJsonOrYaml(text, lang === 'markdown' ? 'json' : lang);
    // The last line of a log may be cut: what it lacks says nothing of its kind. Examples in documents are shortened, but whole.
    if (!isObject(value) || (fault && file.lang === 'jsonl')) return [];
    // Properties that control checks are not part of an envelope.
    const { $schema: _, $ignore: __, ...own } = value;
    return [{ value: own, source: isSequence ? file.uri : `${file.uri}#${at}` }];
  });
}

const MAX_PARTS = 5000;
const MAX_LENGTH = 5_000_000;
