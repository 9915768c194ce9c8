import { env } from 'vscode';
import { showStatusMessage } from '../../messages/notify';
import { stepLink } from './stepLink';

/** Copies a link to a step. */
export async function copyStepLink(extension: string, run: string, step: number): Promise<void> {
  await env.clipboard.writeText(stepLink(env.uriScheme, extension, { run, step }));
  showStatusMessage('Copied a link to the step');
}
