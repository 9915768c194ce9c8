import type { CodeAction } from 'vscode-languageserver-types';
import type { AnalysedPart, Analysis, Problem } from '../../model/analysis';
import type { Workspace } from '../../model/disk';
import type { Range } from '../../model/text';
import { toDiagnostic } from '../diagnostics/diagnostics';
import { projectFileEdit } from './jsonFileEdit';
import { problemsInRange } from './problemsInRange';
import { suppressionEdit } from './suppressionEdit';

interface Client {
  opensDocs: boolean;
  /** It can create a file as part of an edit. */
  createsFiles: boolean;
}

/**
 * Actions that suppress the problems of a range: in place, or each rule in the folder. Listed last, and never applied
 * without a request.
 */
export function suppressActions(
  analysis: Analysis,
  range: Range,
  { workspace, client, only }: { workspace: Workspace; client: Client; only?: readonly string[] | undefined },
): CodeAction[] {
  if (only && !only.some(kind => kind === '' || kind === KIND)) return [];
  const touched = problemsInRange(analysis, range).flatMap(({ part, problems }) =>
    problems.map(problem => ({ part, problem })),
  );
  const here = touched.flatMap(({ part, problem }) => hereAction(analysis, part, problem, client) ?? []);
  const rules = [...new Map(touched.map(({ problem }) => [problem.rule, problem])).keys()].filter(isOptional);
  const everywhere = rules.flatMap(rule => {
    const edit = projectFileEdit(
      analysis.file.uri,
      { path: ['rules', rule], value: 'off' },
      { workspace, createsFiles: client.createsFiles },
    );
    const problems = touched.filter(({ problem }) => problem.rule === rule).map(({ problem }) => problem);
    return edit ? [actionOf(`Switch off ${rule} in this folder`, problems, { edit }, client)] : [];
  });
  return [
    ...new Map(here.map(action => [JSON.stringify([action.title, action.edit]), action])).values(),
    ...everywhere,
  ];
}

const KIND = 'quickfix';

function hereAction({ file }: Analysis, part: AnalysedPart, problem: Problem, client: Client): CodeAction | undefined {
  const changes = suppressionEdit(file, part, problem);
  if (!changes) return undefined;
  const edit = { changes: { [file.uri]: changes.map(({ range, text }) => ({ range, newText: text })) } };
  return actionOf(`Suppress ${problem.rule} here`, [problem], { edit }, client);
}

function actionOf(
  title: string,
  problems: readonly Problem[],
  { edit }: Pick<CodeAction, 'edit'>,
  client: Client,
): CodeAction {
  const diagnostics = problems.map(problem => toDiagnostic(problem, client));
  return { title, kind: KIND, isPreferred: false, diagnostics, ...(edit && { edit }) };
}

// Syntax errors can't be suppressed.
function isOptional(rule: string): boolean {
  return rule !== 'syntax';
}
