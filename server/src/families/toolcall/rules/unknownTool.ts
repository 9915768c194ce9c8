import type { Catalogue } from '../../../model/catalogue';
import type { DeclarationPlan, Finding, FixPlan } from '../../../model/rule';
import type { Path } from '../../../model/text';
import { type Call, calledTool, readCall, toolsNamed } from '../../../rules/calledTool';
import { defineRule, isPlaceholder } from '../../../rules/defineRule';
import { comparesCalls, findToolCalls } from '../../../rules/findToolCalls';
import { t } from '../../../shared/l10n';
import { quoteName } from '../../../text/characters';
import { fileNameOf } from '../../../text/decodeUri';
import { atPath } from '../../../text/jsonPointer';
import { memoizeByObject, memoizeByVersion } from '../../../text/memoize';
import { isLikelyTypo, nearestWord } from '../../../text/similarNames';
import { isQuarantineLog } from '../isQuarantineLog';

/** Reports a call of an agent or tool that the workspace's catalogue does not list. */
export default defineRule({
  id: 'toolcall/unknown-tool',
  kinds: ['toolcall/call'],
  severity: 'error',
  ofReadOnly: true,
  fix: 'names the agent or the tool that was meant, or adds the tool to the catalogue',
  check({ value, kind, facts: { catalogue }, uri }, report) {
    // A tool is reported as unknown only if the catalogue is complete; it might otherwise be in a part that was not read.
    if (!catalogue?.isWhole || !catalogue.isClosed) return;
    if (kind.hasOwnTools || !comparesCalls(kind)) return;
    if (!kind.toolCall?.agent) {
      for (const call of findToolCalls(value, kind)) {
        const found = unlistedTool(call, catalogue, kind.toolCall !== undefined && call.agent === undefined);
        if (found) report(found);
      }
      return;
    }
    const call = readCall(value, kind);
    if (!call) return;
    const named = atPath(value, call.at.tool);
    if (!kind.readOnly && typeof named === 'string' && named.trim() === '') {
      report({ ...emptyTool(call, catalogue), ...(isQuarantineLog(uri) && { severity: 'info' }) });
      return;
    }
    if (calledTool(call, catalogue)) return;
    const { agents } = catalogue;
    // Servers are no agents: an agent of any name may call their tools.
    const isAnyAgent = ![...agents.values()].some(({ isServer, name }) => !isServer || name === call.agent);
    const found = isAnyAgent ? unlistedTool(call, catalogue, true) : findingOf(call, catalogue);
    if (found) report({ ...found, ...(isQuarantineLog(uri) && { severity: 'info' }) });
  },
});

/**
 * The finding for a call that names no agent of the catalogue. A log may call tools that no catalogue lists, so an unknown name in it is
 * reported only if it is certainly a misspelling of a listed one.
 *
 * @param isRequest the call is an envelope of its own, and all tools that it may mean are in the catalogue
 */
function unlistedTool(
  { tool, at }: Pick<Call, 'tool' | 'at'>,
  catalogue: Catalogue,
  isRequest: boolean,
): Finding | undefined {
  if (tool === undefined || isPlaceholder(tool) || toolsNamed(tool, catalogue).length > 0) return undefined;
  const names = allToolNames(catalogue);
  const meant = nearestWord(tool, names);
  if (!isRequest && (meant === undefined || !isMisspelt(tool, meant, names))) return undefined;
  const hint = meant === undefined ? t`its tools are ${listed(names)}.` : t`did you mean ${quoteName(meant)}?`;
  const fixes = isRequest && meant !== undefined ? fixesFor(at.tool, [meant]) : [];
  return { path: at.tool, message: t`${quoteName(tool)} is not a tool in the catalogue; ${hint}`, fixes };
}

// Another program may have a tool of nearly the same name: `Read` is no misspelling of `read`.
function isMisspelt(tool: string, meant: string, names: readonly string[]): boolean {
  return tool.toLowerCase() !== meant.toLowerCase() && isLikelyTypo(tool, meant, names);
}

const allToolNames = memoizeByObject(({ agents }: Catalogue) => [
  ...new Set([...agents.values()].flatMap(({ tools }) => [...tools.keys()])),
]);

// Cached, since the calls of a log repeat the same tools and a large catalogue is slow to search.
const findings = memoizeByObject((_: Catalogue) => memoizeByVersion<Finding | undefined>(1000));

function findingOf(call: Call, catalogue: Catalogue): Finding | undefined {
  const names = JSON.stringify([call.agent, call.tool, call.at]);
  const find = () => unknownAgent(call, catalogue) ?? unknownTool(call, catalogue);
  return findings(catalogue)(names, undefined, find);
}

function unknownAgent({ agent, tool, at }: Call, catalogue: Catalogue): Finding | undefined {
  if (at.agent === undefined || agent === undefined || isPlaceholder(agent) || catalogue.agents.has(agent))
    return undefined;
  const owners = tool === undefined ? [] : toolsNamed(tool, catalogue).map(one => one.agent);
  const known = [...catalogue.agents.values()].filter(one => !one.isServer).map(({ name }) => name);
  const meant = nearestWord(agent, owners) ?? nearestWord(agent, known);
  const instead = meant !== undefined ? [meant] : owners;
  const hint =
    meant !== undefined
      ? t`did you mean ${quoteName(meant)}?`
      : owners.length > 0
        ? t`${quoteName(tool ?? '')} is a tool of ${listed(owners)}.`
        : t`its agents are ${listed(known)}.`;
  const message = t`${quoteName(agent)} is not an agent in the catalogue; ${hint}`;
  return {
    path: at.agent,
    message,
    fixes: fixesFor(at.agent, instead),
    declarations: listing(catalogue, agent, tool, at),
  };
}

function emptyTool({ agent, at }: Call, catalogue: Catalogue): Finding {
  const names = [...(catalogue.agents.get(agent ?? '')?.tools.keys() ?? [])];
  const message =
    agent === undefined || names.length === 0
      ? t`"tool" is empty; name a tool of the catalogue.`
      : t`"tool" is empty; the tools of ${quoteName(agent)} are ${listed(names)}.`;
  return { path: at.tool, message };
}

function unknownTool({ agent, tool, at }: Call, catalogue: Catalogue): Finding | undefined {
  const own = agent === undefined ? undefined : catalogue.agents.get(agent);
  if (!own || tool === undefined || isPlaceholder(tool)) return undefined;
  const names = own.tools;
  const meant = nearestWord(tool, names.keys());
  const owners = toolsNamed(tool, catalogue).map(one => one.agent);
  const hint =
    meant !== undefined
      ? t`did you mean ${quoteName(meant)}?`
      : owners.length > 0
        ? owners.length > 1
          ? t`${listed(owners)} have a tool of this name.`
          : t`${listed(owners)} has a tool of this name.`
        : names.size > 0
          ? t`its tools are ${listed([...names.keys()])}.`
          : t`the catalogue lists no tools for it.`;
  const message = t`${quoteName(tool)} is not a tool of ${quoteName(own.name)}; ${hint}`;
  return {
    path: at.tool,
    message,
    fixes: [...fixesFor(at.tool, meant === undefined ? [] : [meant]), ...(at.agent ? fixesFor(at.agent, owners) : [])],
    declarations: listing(catalogue, own.name, tool, at),
  };
}

function fixesFor(path: Path, values: readonly string[]): FixPlan[] {
  return values
    .slice(0, MOST_FIXES)
    .map(value => ({ title: t`Change "${String(path.at(-1))}" to ${quoteName(value)}`, do: 'set', path, value }));
}

function listing(
  { agents, files }: Catalogue,
  agent: string,
  tool: string | undefined,
  { args }: Call['at'],
): DeclarationPlan[] {
  const own = agents.get(agent);
  // Tools are added only to catalogues of the protocol.
  const uri = own?.uri ?? [...files].find(([, { isForeign }]) => !isForeign)?.[0];
  if (own?.isServer) return [];
  if (tool === undefined || isPlaceholder(tool) || uri === undefined) return [];
  const title = t`Add ${quoteName(tool)} of ${quoteName(agent)} to ${fileNameOf(uri)}`;
  return [{ title, in: 'catalogue', uri, path: own?.path ?? [agent], tool, args }];
}

const MOST_FIXES = 3;

function listed(names: readonly string[]): string {
  const shown = names.slice(0, MOST_NAMES).map(quoteName).join(', ');
  return names.length > MOST_NAMES ? `${shown}, …` : shown;
}

const MOST_NAMES = 8;
