import {
  type CancellationToken,
  type InputBoxOptions,
  type Progress,
  type ProgressOptions,
  type QuickPick,
  type QuickPickItem,
  type QuickPickOptions,
  type StatusBarAlignment,
  type StatusBarItem,
  window,
} from 'vscode';
import { neutralizeIcons, neutralizeLinks } from '../../../server/src/shared/lspExtensions';

// Shows all texts to the user outside editors, trees and pages. VS Code interprets links and icons in these texts, which contain names and
// values from files, so they are neutralized here. The linter allows no other way (`tools/lint/notify.grit`).

/** Shows a message to the user. Resolves to the button that the user chose, or undefined if the message was closed. */
export function showInformation(message: string, ...buttons: string[]): Thenable<string | undefined> {
  return window.showInformationMessage(neutralizeLinks(message), ...buttons);
}

/** The same for a warning. */
export function showWarning(message: string, ...buttons: string[]): Thenable<string | undefined> {
  return window.showWarningMessage(neutralizeLinks(message), ...buttons);
}

/** The same for an error. */
export function showError(message: string, ...buttons: string[]): Thenable<string | undefined> {
  return window.showErrorMessage(neutralizeLinks(message), ...buttons);
}

/** Asks in a modal dialog; resolves to the chosen button, undefined if the dialog was cancelled. */
export function showModal(message: string, detail: string, ...buttons: string[]): Thenable<string | undefined> {
  const options = { modal: true, detail: neutralizeLinks(detail) };
  return window.showInformationMessage(neutralizeLinks(message), options, ...buttons);
}

/** Shows a short message in the status bar. */
export function showStatusMessage(message: string): void {
  window.setStatusBarMessage(neutralize(message), 3000);
}

/** Shows progress while a task runs. */
export function withProgress<T>(
  { title, ...options }: ProgressOptions,
  task: (progress: Progress<string>, token: CancellationToken) => Thenable<T>,
): Thenable<T> {
  const neutralized = { ...options, ...(title !== undefined && { title: neutralizeLinks(title) }) };
  return window.withProgress(neutralized, (progress, token) =>
    task({ report: message => progress.report({ message: neutralizeLinks(message) }) }, token),
  );
}

interface StatusItemLook {
  icon: string;
  text: string;
  tooltip: string;
}

/** An item of the status bar. */
export interface StatusItem extends Omit<StatusBarItem, 'text' | 'tooltip'> {
  describe(look: StatusItemLook): void;
}

/** Creates a status bar item, initially hidden. */
export function createStatusItem(
  id: string,
  alignment: StatusBarAlignment,
  { name, ...look }: StatusItemLook & { name: string },
): StatusItem {
  const item = window.createStatusBarItem(id, alignment);
  item.name = name;
  const described = Object.assign(item, {
    describe({ icon, text, tooltip }: StatusItemLook) {
      item.text = `$(${icon}) ${neutralize(text)}`;
      item.tooltip = neutralizeLinks(tooltip);
    },
  });
  described.describe(look);
  return described;
}

/** Asks for one of several choices; undefined if none was chosen. */
export function pickOne<T extends QuickPickItem>(
  items: readonly T[],
  options: QuickPickOptions,
): Thenable<T | undefined> {
  return window.showQuickPick(items.map(neutralizeChoice), options);
}

/** Asks for any number of several choices; undefined if the list was closed. */
export function pickMany<T extends QuickPickItem>(
  items: readonly T[],
  options: QuickPickOptions,
): Thenable<T[] | undefined> {
  return window.showQuickPick(items.map(neutralizeChoice), { ...options, canPickMany: true });
}

/** A list of choices that can change while it is shown. */
export interface Picker<T extends QuickPickItem> extends Omit<QuickPick<T>, 'items'> {
  /** Returns the items as they are shown. */
  offer(items: readonly T[]): readonly T[];
}

/** Creates such a list, which is not shown yet. Its texts may come from files. */
export function createPicker<T extends QuickPickItem>(): Picker<T> {
  const pick = window.createQuickPick<T>();
  return Object.assign(pick, {
    offer(items: readonly T[]) {
      pick.items = items.map(neutralizeChoice);
      return pick.items;
    },
  });
}

/** Asks for a line of text; undefined if the box was closed. */
export function askForText({ validateInput, ...options }: TextQuestion): Thenable<string | undefined> {
  return window.showInputBox({
    ...options,
    prompt: neutralizeLinks(options.prompt),
    ...(validateInput && {
      validateInput: async value => {
        const fault = await validateInput(value);
        return fault === undefined ? undefined : neutralizeLinks(fault);
      },
    }),
  });
}

interface TextQuestion
  extends Pick<InputBoxOptions, 'title' | 'placeHolder' | 'value' | 'password' | 'ignoreFocusOut'> {
  prompt: string;
  validateInput?(value: string): string | undefined | Promise<string | undefined>;
}

function neutralizeChoice<T extends QuickPickItem>(choice: T): T {
  const { label, description, detail } = choice;
  return {
    ...choice,
    label: neutralizeIcons(label),
    ...(description !== undefined && { description: neutralizeIcons(description) }),
    ...(detail !== undefined && { detail: neutralizeIcons(detail) }),
  };
}

function neutralize(text: string): string {
  return neutralizeIcons(neutralizeLinks(text));
}
