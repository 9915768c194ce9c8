import { familiesWithSnippets } from '../families/familiesWithSnippets';
import { associationEdit, documentText } from '../features/associationEdit';
import { envelopeInsertion } from '../features/completion/envelopeItems';
import { inferFromFiles, protocolIdFault } from '../features/inference/inferFromFiles';
import { guessesMarkdown } from '../features/inference/summarizeGuesses';
import { missingSections, newRegistry, registryExtensions } from '../features/newRegistry';
import { envelopeKinds, fittingKinds } from '../features/recognitionStatus';
import type { CheckedFile } from '../model/analysis';
import type { Family } from '../model/family';
import { t } from '../shared/l10n';
import type { RequestAnswer } from '../shared/requests';
import { withFreeIds } from './serveDocumentFeatures';
import type { RequestHandlers, ServerState } from './serverState';

/** Answers the commands that write new envelopes and registries. Also provides the texts of rule pages and schemas. */
export function serveNewContent(
  { settings, workspace, withAnalysis, whenDiskLoaded, index }: ServerState,
  filesBelow: FilesBelow,
) {
  /** The families of all folders, built-in ones first. */
  async function allFamilies(): Promise<readonly Family[]> {
    const contexts = await Promise.all(workspace.current().folders.map(folder => settings.contextOf(`${folder}/`)));
    const families = [...familiesWithSnippets, ...contexts.flatMap(context => context.families)];
    return [...new Map(families.map(family => [family.id, family])).values()];
  }

  return {
    'agentEnvelopes/kinds': async () => envelopeKinds(await allFamilies()),
    'agentEnvelopes/fittingKinds': document =>
      withAnalysis(document, [], async analysis => {
        const context = await settings.contextOf(document.uri);
        return fittingKinds(analysis, context).map(({ id }) => id);
      }),
    'agentEnvelopes/associate': ({ uri, kind }) => whenDiskLoaded(here => associationEdit(uri, kind, here)),
    'agentEnvelopes/envelope': ({ uri, position, snippet }): Promise<RequestAnswer<'agentEnvelopes/envelope'>> =>
      withAnalysis({ uri }, null, async analysis => {
        const context = await settings.contextOf(uri);
        return withFreeIds(analysis, context, index, lastNumber =>
          whenDiskLoaded(
            () => envelopeInsertion(analysis, position, snippet, { context, now: Date.now(), lastNumber }) ?? null,
          ),
        );
      }),
    'agentEnvelopes/extensions': () => registryExtensions(),
    'agentEnvelopes/newRegistry': newRegistry,
    'agentEnvelopes/inferProtocol': async ({ files, id }) =>
      inferredProtocol(await filesBelow(files.map(({ uri }) => uri)), id, await allFamilies()),
    'agentEnvelopes/missingSections': document =>
      withAnalysis(document, null, analysis => missingSections(analysis) ?? null),
    'agentEnvelopes/document': async ({ uri }) => documentText(uri, await allFamilies()) ?? null,
  } satisfies Partial<RequestHandlers>;
}

/** Reads the files with these URIs; for the URI of a folder, reads all files below it. */
export type FilesBelow = (uris: readonly string[]) => Iterable<CheckedFile> | Promise<Iterable<CheckedFile>>;

function inferredProtocol(
  files: Iterable<CheckedFile>,
  id: string,
  families: readonly Family[],
): RequestAnswer<'agentEnvelopes/inferProtocol'> {
  const fault = protocolIdFault(id, families);
  if (fault !== undefined) return { guesses: '', note: t`"${id}" can't be the id: ${fault}.` };
  const { text, summary, known, leftOut } = inferFromFiles(upToLimit(files), { id, families });
  const left = [...known].map(([kind, count]) => t`${count} of ${kind}`).join(', ');
  const notes = [...(left === '' ? [] : [t`Envelopes of built-in protocols are left out: ${left}.`]), ...leftOut];
  const note = notes.length > 0 ? notes.join(' ') : undefined;
  if (text === undefined) return { guesses: '', note: note ?? t`There are no objects to infer a protocol from.` };
  return { text, guesses: guessesMarkdown(id, summary), ...(note !== undefined && { note }) };
}

/** No more files than can be looked at while the user waits. */
function* upToLimit(files: Iterable<CheckedFile>): Generator<CheckedFile> {
  let left = MOST_CHARACTERS;
  for (const file of files) {
    yield file;
    left -= file.text.length;
    if (left < 0) return;
  }
}

const MOST_CHARACTERS = 100_000_000;
