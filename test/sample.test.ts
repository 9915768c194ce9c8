import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parse } from 'jsonc-parser';
import { describe, expect, test } from 'vitest';
import { analyse, type Context } from '../server/src/analysis/analyse';
import { compileSchema } from '../server/src/entries/compileSchema';
import { rangeOf } from '../server/src/parts/positions';
import { contextProvider } from '../server/src/project/contextProvider';
import { readSettings } from '../server/src/project/readSettings';
import { declarationsByFolder } from '../server/src/project/resolveProject';
import { withRunProblems } from '../server/src/runs/runRules/withRunProblems';
import { languageOf } from '../server/src/text/fileLanguage';
import { textFile } from '../server/src/text/lines';
import { syncDisk } from '../server/src/workspace/nodeDisk';
import { problemsIn } from './kit/analyseText';
import { filesBelow, projectRoot } from './kit/corpus';

/**
 * What a new user sees in the sample workspace, with its settings: the kinds of each file, and below them each problem
 * with its line and what is underlined. All of it is meant; where a rule changes it on purpose, change it here, and the
 * sample's README with it.
 */
const SAMPLE = `
.vscode/settings.json
README.md
data/orders.json
data/settings.json
docs/handoff-notes.md                                  agent-message/message, agent-message/checkpoint-record, agent-message/error, toolcall/result, agent-message/checkpoint, agent-io/event x2
   50  error    schema/enum                                   "approved"
   51  error    schema/pattern                                "4 min"
   66  error    schema/type                                   "0"
  111  info     syntax/elided                                 ...
  121  error    schema/enum                                   "done"
drafts/next-message.json                               agent-message/message
    1  error    schema/required                               {
    1  error    schema/required                               {
    6  error    schema/required                               "payload"
    6  error    schema/required                               "payload"
    6  error    schema/required                               "payload"
io/events.jsonl                                        agent-io/event x10
io/failed.response.json                                agent-io/response
    4  error    schema/type                                   null
   20  warning  envelope/time-without-zone                    "2026-06-08T06:00:31.310"
io/plan.request.json                                   agent-io/request
io/plan.response.json                                  agent-io/response
io/service.log.jsonl                                   agent-io/event x5
    4  warning  schema/required                               {
io/structured.jsonl                                    agent-io/event x8
    7  error    schema/enum                                   "failed"
messages/audit.jsonl                                   agent-message/checkpoint-record x3
messages/broken.json                                   agent-message/message
    3  warning  envelope/time-without-zone                    "2026-06-12T14:05:00"
    4  warning  agent-message/unknown-agent                   "vison"
   10  error    schema/enum                                   5
   13  error    schema/required                               "payload"
   18  error    schema/maximum                                1.4
   23  error    schema/required                               "instruction"
   27  error    schema/enum                                   "critical"
messages/build-failed.error.json                       agent-message/error
messages/checkpoint.json                               agent-message/checkpoint
messages/torn.jsonl                                    agent-message/message x4
    5  error    syntax                                        f
messages/wf_team_invites.jsonl                         agent-message/message x14, agent-message/checkpoint
reviews/invites.jsonl                                  review-queue/request x2, review-queue/verdict x2
    3  error    schema/enum                                   "urgent"
reviews/review-queue.agent-protocol.json               agent-envelopes/protocol
reviews/verdict.schema.json
specs/005-team-invites/.workflow/broken-index.md       workflow-primitives/registry
    1  warning  workflow-primitives/missing-section           Feature Index: 005-team-invites
   17  warning  workflow-primitives/document-there            absent
   18  warning  workflow-primitives/document-missing          present
   24  warning  workflow-primitives/unknown-word              complete
   30  warning  workflow-primitives/completed-with-open-gaps  completed
   31  warning  workflow-primitives/counter-range             12 / 10
   39  warning  workflow-primitives/gap-without-question      clarifying
   40  warning  workflow-primitives/resolved-without-history  resolved
   41  warning  workflow-primitives/unknown-word              High
   42  warning  workflow-primitives/undefined-reference       CHK042
   42  warning  workflow-primitives/undefined-reference       FR-099
   43  error    workflow-primitives/cell-count                | Minor | G-005 | CHK001 | Who may invit
   61  warning  workflow-primitives/time-goes-back            2026-06-08T10:05:00Z
specs/005-team-invites/.workflow/clarify.input.json    agent-protocol/input
specs/005-team-invites/.workflow/clarify.output.json   agent-protocol/output
    7  warning  agent-protocol/superseded                     "overwrite"
    8  error    envelope/elided-content                       "# Team invites\\n\\nThe owner of a team i
   11  error    schema/type                                   "FR-003 names the period now"
   12  warning  agent-protocol/failed-but-proceeds            "proceed"
specs/005-team-invites/.workflow/index.md              workflow-primitives/registry
specs/005-team-invites/.workflow/legacy.input.json     workflow-primitives/input
specs/005-team-invites/.workflow/legacy.return.json    workflow-primitives/artifact-return
   14  warning  schema/enum                                   "complete"
   19  warning  schema/enum                                   "missing"
   38  warning  envelope/placeholder                          "proceed|retry"
specs/005-team-invites/.workflow/validate.input.json   agent-protocol/input
   12  info     envelope/path-missing                         "memory/constitution.md"
specs/005-team-invites/.workflow/validate.output.json  agent-protocol/output
specs/005-team-invites/checklists/security.md
specs/005-team-invites/spec.md
tools/calls.jsonl                                      toolcall/call x5
tools/decision.trace.json                              toolcall/trace
tools/errors/quarantine_calls.jsonl                    toolcall/quarantined-call, toolcall/call
    1  info     toolcall/rejected-call                        "25 min"
    2  info     toolcall/rejected-call                        "T-REPLY-7"
    2  info     toolcall/rejected-call                        25
tools/evening.jsonl                                    toolcall/call x5, toolcall/result x3
    2  warning  toolcall/late-result                          1830.5
    3  error    toolcall/arguments                            30
    5  warning  toolcall/call-without-result                  "t_over00eve3"
    5  error    toolcall/unknown-tool                         "find_overlap"
    6  warning  toolcall/duplicate-call                       "t_hold00eve2"
    7  warning  toolcall/result-without-call                  "t_reply0eve9"
    8  error    schema/enum                                   "TV"
tools/results.jsonl                                    toolcall/result x5
tools/tool_catalogue.json                              toolcall/catalogue
`;

const root = join(projectRoot, 'test/sample');

describe('the sample workspace', () => {
  test('shows what it is meant to show', () => {
    expect(filesBelow(root).filter(languageOf).map(shown).join('\n')).toBe(SAMPLE.trim());
  });

  test('has what its README links to', () => {
    const links = [...readFileSync(join(root, 'README.md'), 'utf8').matchAll(/\]\(([^)]+)\)/g)].map(
      ([, to]) => to ?? '',
    );
    expect(links.length).toBeGreaterThan(5);
    expect(links.filter(to => !existsSync(join(root, to)))).toEqual([]);
  });
});

const context = contextOfSample();

function contextOfSample(): Context {
  const settings = parse(readFileSync(join(root, '.vscode/settings.json'), 'utf8'));
  const folder = pathToFileURL(root).href;
  const protocols = filesBelow(root).map(path => pathToFileURL(path).href);
  const workspace = { folders: [folder], disk: syncDisk([]), declaringFiles: declarationsByFolder(protocols) };
  const faults: string[] = [];
  const contextUnder = contextProvider({
    workspace: () => workspace,
    compile: compileSchema,
    warn: fault => faults.push(fault),
  });
  const own = readSettings({
    associations: settings['agentEnvelopes.associations'],
    agents: settings['agentEnvelopes.agents'],
  });
  const { context } = contextUnder(own, `${folder}/README.md`);
  expect(faults).toEqual([]);
  return context;
}

function shown(path: string): string {
  const file = textFile(pathToFileURL(path).href, languageOf(path) ?? 'json', readFileSync(path, 'utf8'));
  const analysis = withRunProblems(analyse(file, context).analysis, context);
  const kinds = analysis.parts.flatMap(({ recognition, document }) => {
    const kind = document?.kind ?? (recognition?.sure ? recognition.kind : undefined);
    return kind ? [kind.id] : [];
  });
  const problems = problemsIn(analysis)
    .map(problem => ({ ...problem, at: rangeOf(problem.part, problem.span).start }))
    .sort((one, two) => one.at.line - two.at.line || one.at.character - two.at.character)
    .map(({ at, severity, rule, part, span }) => {
      const underlined = part.text.slice(span.start, span.end).split('\n', 1)[0] ?? '';
      return [String(at.line + 1).padStart(5), severity.padEnd(7), rule.padEnd(44), underlined.slice(0, 40)].join('  ');
    });
  return [`${nameOf(path).padEnd(54)} ${counted(kinds)}`.trimEnd(), ...problems].join('\n');
}

function nameOf(path: string): string {
  return relative(root, path).replaceAll('\\', '/');
}

function counted(kinds: readonly string[]): string {
  const times = (kind: string) => kinds.filter(one => one === kind).length;
  return [...new Set(kinds)].map(kind => (times(kind) > 1 ? `${kind} x${times(kind)}` : kind)).join(', ');
}
