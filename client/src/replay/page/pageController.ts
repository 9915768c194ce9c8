import { l10n } from 'vscode';
import { errorText } from '../../../../server/src/shared/lspExtensions';
import type { ExtensionMessage, PageMessage, PageQuestion } from '../../../../server/src/shared/pageMessages';
import { REPLAY_QUESTIONS } from '../../../../server/src/shared/replay/index';
import type { RequestParams } from '../../../../server/src/shared/requests';
import { nullable } from '../../../../server/src/shared/validateShape';
import type { RunStep } from '../replayServices';
import { decodePageMessage } from './decodePageMessage';

/** The run or file that a replay page shows, and the functions through which its controller acts. */
interface PageControllerOptions {
  subject: PageSubject;
  send(message: ExtensionMessage): void;
  ask(question: RequestParams<'agentEnvelopes/replay'>): Promise<unknown>;
  /** Never rejects. */
  act(action: PageAction, run: string): Promise<void>;
  warn(text: string): void;
  /** Called when the page shows a run, or another step of it. */
  onShown(shown: RunStep): void;
}

/** Controls a replay page in a panel or an editor from the extension: decides what the page shows, and answers the page's questions. */
export class PageController {
  readonly #options: PageControllerOptions;
  #run: string | undefined;
  #step: number | undefined;
  #runsOfFile: readonly { key: string }[] = [];
  /** The target to show once its run is found. */
  #target: PageTarget;
  /**
   * The parts of the target to send once the page shows the run. If they were sent earlier, the step that the page restores would replace
   * them.
   */
  #pending: Omit<PageTarget, 'run'> = {};
  #isListening = false;
  /** Counts the pages: VS Code creates a hidden one anew. */
  #pages = 0;
  #isShowingRun = false;
  /** No run was shown yet, and none was restored after a reload. */
  #isFirstRun = true;
  #searches = 0;
  #emptyText: string | undefined;
  #hasWarned = false;
  readonly #actionsUnderWay = new Set<string>();

  constructor(options: PageControllerOptions, first: PageTarget = {}) {
    this.#options = options;
    this.#target = first;
  }

  /** The key of the shown run. */
  get run(): string | undefined {
    return this.#run;
  }

  /** The shown step, as last reported by the page. */
  get step(): number | undefined {
    return this.#step;
  }

  /** Returns whether the user can choose this run in the page. */
  offers(run: string): boolean {
    return this.#runsOfFile.some(({ key }) => key === run);
  }

  /** Shows another run or step. */
  show(target: PageTarget): void {
    this.#target = target;
    if (this.#isListening) void this.#findRun();
  }

  /** Shows the step at the cursor, which belongs to the shown run. */
  goTo(step: number): void {
    if (step !== this.#step) this.#send({ type: 'goto', step });
  }

  /** Makes the page download a text. */
  download({ text, name }: { text: string; name: string }): void {
    this.#send({ type: 'download', text, name });
  }

  onMessage(message: unknown): void {
    const decoded = decodePageMessage(message);
    if (decoded) {
      this.#receive(decoded);
      return;
    }
    if (!this.#hasWarned) this.#options.warn('A replay page sent a malformed message, which is ignored.');
    this.#hasWarned = true;
  }

  /** Stops sending until the page is ready again: VS Code discards a hidden page, and later creates it anew. */
  detach(): void {
    this.#isListening = false;
  }

  onRunsChanged(): void {
    if (!this.#isListening) return;
    if (this.#run === undefined) void this.#findRun();
    else void this.#renew(this.#run);
  }

  #receive(message: PageMessage): void {
    switch (message.type) {
      case 'ready':
        this.#onReady(message.run);
        break;
      case 'ask':
        void this.#answer(message);
        break;
      case 'at':
        this.#onStep(message.step);
        break;
      default:
        void this.#actOnce(message);
    }
  }

  #onReady(restoredRun: string | undefined): void {
    this.#isListening = true;
    this.#pages++;
    this.#isShowingRun = false;
    this.#emptyText = undefined;
    if (restoredRun !== undefined) {
      this.#target = { run: restoredRun, ...this.#target };
      this.#isFirstRun = false;
    }
    void this.#findRun();
  }

  #onStep(step: number): void {
    this.#step = step;
    this.#isShowingRun = true;
    this.#sendPending();
    if (this.#run !== undefined) this.#options.onShown({ run: this.#run, step });
  }

  async #findRun(): Promise<void> {
    const search = ++this.#searches;
    const { subject, warn } = this.#options;
    let found: FoundRun | undefined;
    let fault: string | undefined;
    try {
      found = await subject.find(this.#target.run ?? this.#run);
    } catch (error) {
      fault = l10n.t(
        'The run could not be read: {0}. The command "Agent Envelopes: Show Extension Log" shows more.',
        errorText(error),
      );
      warn(`The run to replay could not be found: ${errorText(error)}`);
    }
    if (search !== this.#searches || !this.#isListening) return;
    if (found) this.#showRun(found);
    else this.#showNothing(fault ?? subject.nothing());
  }

  /** Tells the page that its run may have changed, and which runs its file has now. If the run is gone, the page finds out by its questions. */
  async #renew(run: string): Promise<void> {
    this.#send({ type: 'changed' });
    const found = await this.#options.subject.find(run).catch(() => undefined);
    if (found?.run !== run || run !== this.#run) return;
    const { runs = [] } = found;
    if (JSON.stringify(runs) === JSON.stringify(this.#runsOfFile)) return;
    this.#runsOfFile = runs;
    this.#send({ type: 'show', run, runs });
  }

  #showRun({ run, step: firstStep, runs }: FoundRun): void {
    const { step = this.#isFirstRun ? firstStep : undefined, with: other, find } = this.#target;
    const isShown = this.#isShowingRun && run === this.#run;
    if (!isShown) this.#step = undefined;
    this.#run = run;
    this.#runsOfFile = runs ?? [];
    this.#emptyText = undefined;
    this.#isFirstRun = false;
    this.#pending = {
      ...this.#pending,
      ...(step !== undefined && { step }),
      ...(other !== undefined && { with: other }),
      ...(find !== undefined && { find }),
    };
    // A recreated page restores its position.
    this.#target = {};
    this.#send({ type: 'show', run, ...(step !== undefined && { step }), ...(runs && { runs }) });
    if (isShown) this.#sendPending();
    else this.#isShowingRun = false;
  }

  #sendPending(): void {
    const { step, with: other, find } = this.#pending;
    this.#pending = {};
    if (step !== undefined && step !== this.#step) this.#send({ type: 'goto', step });
    if (other !== undefined) this.#send({ type: 'compare', with: other });
    if (find !== undefined) this.#send({ type: 'find', query: find });
  }

  #showNothing(text: string): void {
    // Keeps the run as target, since it may come back.
    this.#target = { ...(this.#run !== undefined && { run: this.#run }), ...this.#target };
    this.#run = undefined;
    if (text !== this.#emptyText) this.#send({ type: 'nothing', text });
    this.#emptyText = text;
  }

  async #answer({ id, question, params }: PageQuestion): Promise<void> {
    const [run, page] = [this.#run, this.#pages];
    // The next page numbers its questions from 1 again.
    const send = (message: ExtensionMessage) => page === this.#pages && this.#send(message);
    try {
      const value = run === undefined ? undefined : await this.#options.ask({ run, question, params });
      const isMissing = run === undefined || (value === null && REPLAY_QUESTIONS[question].answer !== nullable);
      send(isMissing ? { type: 'failed', id, message: MISSING_RUN } : { type: 'answer', id, value });
      if (isMissing && run !== undefined && run === this.#run && question === 'overview') void this.#findRun();
    } catch (error) {
      this.#options.warn(`The question "${question}" of the replay of ${run} failed: ${errorText(error)}`);
      send({ type: 'failed', id, message: errorText(error) });
    }
  }

  /** Runs one action of each type at a time, so that a page can't pile up dialogs. */
  async #actOnce(action: PageAction): Promise<void> {
    if (this.#run === undefined || this.#actionsUnderWay.has(action.type)) return;
    this.#actionsUnderWay.add(action.type);
    await this.#options.act(action, this.#run).finally(() => this.#actionsUnderWay.delete(action.type));
  }

  #send(message: ExtensionMessage): void {
    if (this.#isListening) this.#options.send(message);
  }
}

const MISSING_RUN = l10n.t('This run no longer exists: its files were deleted or have other content now.');

/** A run for a page to show. */
export interface PageTarget {
  run?: string;
  step?: number;
  /** A run to compare it with. */
  with?: string;
  /** The words to search the run for. */
  find?: string;
}

/** The subject of a page: one run, or the runs of a file. */
export interface PageSubject {
  /** Finds the run to show, preferably the requested one; undefined while no run is known. */
  find(requested: string | undefined): Promise<FoundRun | undefined>;
  /** Explains to the user why there is no run, and how to go on. */
  nothing(): string;
}

export interface FoundRun {
  run: string;
  /** The first step to show, unless the page restores one. */
  step?: number;
  /** The runs of the same file, to choose from. */
  runs?: { key: string; title: string }[];
}

/** An action that a page requests from the editor. */
export type PageAction = Exclude<PageMessage, PageQuestion | { type: 'ready' | 'at' }>;
