import { commands, env, type WebviewPanel } from 'vscode';
import type { Redaction } from '../../../../server/src/shared/protocol';
import { showStatusMessage } from '../../messages/notify';
import type { ExpectedCursor } from '../../runs/followCursor';
import { openDiff } from '../artifacts/artifactDiff';
import { copyStepLink } from '../links/copyStepLink';
import { openLink } from '../links/openLink';
import { openStep } from '../openStep';
import { pickCandidate } from '../runs/pickRun';
import { saveExport } from '../saveExport';
import type { PageController } from './pageController';
import type { PageAction } from './pageTypes';
import type { ReplayServices } from './replayServices';

/** Runs an action that a page requests. Never rejects: shows failures to the user. */
export type PageActions = (action: PageAction, page: ActingPage) => Promise<void>;

/** The page that requests an action, and the run that it shows. */
export interface ActingPage {
  panel: WebviewPanel;
  controller: PageController;
  run: string;
}

interface PageActionsOptions {
  /** Announces a cursor move that a page causes. */
  expect(location: ExpectedCursor): void;
  openRun(run: string): void;
  send(run: string, redaction: Redaction): Promise<void>;
}

export function pageActions(services: ReplayServices, { expect, openRun, send }: PageActionsOptions): PageActions {
  const { server } = services;
  const runAction = async (action: PageAction, { panel, controller, run }: ActingPage): Promise<unknown> => {
    switch (action.type) {
      case 'openSource':
        return openStep(server, { run, ...action }, panel.viewColumn, expect);
      case 'openDiff':
        return openDiff(server, { run, ...action });
      case 'openLink':
        return openLink(action.href);
      case 'showInRuns':
        return commands.executeCommand('agentEnvelopes.showInRuns', run, action.step);
      case 'pickOther': {
        const other = await pickCandidate(server, run);
        return other !== undefined && controller.show({ run, with: other });
      }
      case 'openRun':
        return controller.offers(action.run) ? controller.show({ run: action.run }) : openRun(action.run);
      case 'save':
        return saveExport(server, { run, ...action });
      case 'send':
        return send(run, action.redaction);
      case 'copy':
        await env.clipboard.writeText(action.text);
        return showStatusMessage('Copied');
      case 'copyLink':
        return copyStepLink(services.extensionId, run, action.step);
    }
  };
  return async (action, page) => {
    try {
      await runAction(action, page);
    } catch (error) {
      await services.reportFailure(ACTION_NAMES[action.type], error);
    }
  };
}

const ACTION_NAMES: Record<PageAction['type'], string> = {
  openSource: 'Opening the envelope',
  openDiff: 'Comparing the artifact',
  openLink: 'Opening the link',
  showInRuns: 'Showing the step in the runs',
  pickOther: 'Listing the runs to compare with',
  openRun: 'Opening the run',
  save: 'Saving the run',
  send: 'Sending the run',
  copy: 'Copying',
  copyLink: 'Copying a link',
};
