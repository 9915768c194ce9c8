import { dirname } from 'node:path';
import { authoringFamilies } from '../families/authoringFamilies';
import { associationEdit, documentText } from '../features/associationEdit';
import { envelopeInsertion } from '../features/completion/envelopeItems';
import { envelopeKinds, fittingKinds } from '../features/fileState';
import { guessesMarkdown } from '../features/inference/describeGuesses';
import { inferFromFiles, protocolIdFault } from '../features/inference/inferFromFiles';
import { missingSections, newRegistry, registryExtensions } from '../features/newRegistry';
import type { CheckedFile } from '../model/analysis';
import type { Family } from '../model/family';
import type { RequestAnswer } from '../shared/requests';
import { FILE_EXTENSIONS } from '../text/language';
import { toFilePath } from '../workspace/fileUri';
import { walkPaths } from '../workspace/walkPaths';
import type { RequestHandlers, ServerState } from './serverState';
import { withFreeIds } from './serveText';

/** Answers the commands that write envelopes and registries, and provides the texts of rule pages and schemas. */
export function serveAuthoring({ settings, workspace, withAnalysis, whenDiskLoaded, index }: ServerState) {
  /** The families of all folders, built-in ones first. */
  async function allFamilies(): Promise<readonly Family[]> {
    const contexts = await Promise.all(workspace.current().folders.map(folder => settings.contextOf(`${folder}/`)));
    const families = [...authoringFamilies, ...contexts.flatMap(context => context.families)];
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
    'agentEnvelopes/inferProtocol': async ({ files, id }) => inferredProtocol(files, id, await allFamilies()),
    'agentEnvelopes/missingSections': document =>
      withAnalysis(document, null, analysis => missingSections(analysis) ?? null),
    'agentEnvelopes/document': async ({ uri }) => documentText(uri, await allFamilies()) ?? null,
  } satisfies Partial<RequestHandlers>;
}

function inferredProtocol(
  files: readonly { uri: string }[],
  id: string,
  families: readonly Family[],
): RequestAnswer<'agentEnvelopes/inferProtocol'> {
  const fault = protocolIdFault(id, families);
  if (fault !== undefined) return { guesses: '', note: `"${id}" can't be the id: ${fault}.` };
  const { text, summary, known } = inferFromFiles(filesBelow(files), { id, families });
  const left = [...known].map(([kind, count]) => `${count} of ${kind}`).join(', ');
  const leftOut = left === '' ? undefined : `Envelopes of built-in protocols are left out: ${left}.`;
  if (text === undefined) return { guesses: '', note: leftOut ?? 'There are no objects to infer a protocol from.' };
  return { text, guesses: guessesMarkdown(id, summary), ...(leftOut !== undefined && { note: leftOut }) };
}

/** Yields the named files, and the files below the named folders, up to the number that can be read while the user waits. */
function* filesBelow(files: readonly { uri: string }[]): Generator<CheckedFile> {
  let left = MOST_CHARACTERS;
  for (const { uri } of files) {
    if (!uri.startsWith('file:')) continue;
    const path = toFilePath(uri);
    for (const file of walkPaths([path], { cwd: dirname(path), endings: FILE_EXTENSIONS })) {
      if ('fault' in file) continue;
      yield file;
      left -= file.text.length;
      if (left < 0) return;
    }
  }
}

const MOST_CHARACTERS = 100_000_000;
