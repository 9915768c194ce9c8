import type { Ask, ExtensionMessage, PageMessage } from '../../../../server/src/shared/pageMessages';
import type { ReplayParams } from '../../../../server/src/shared/protocol';
import { decodePageMessage } from './decodePageMessage';
import type { ShownStep } from './replayServices';

/** What is said between the extension and the page of a replay, whatever tab that is in. */
export interface PageController {
  /** The run that is shown: its key. */
  readonly run: string | undefined;
  /** The step that is shown, as far as the page said so. */
  readonly step: number | undefined;
  /** The user can choose this run in the page. */
  offers(run: string): boolean;
  /** Shows another run, or another step. */
  show(wanted: PageTarget): void;
  /** Shows a step of the run that is shown: the cursor is there. */
  goTo(step: number): void;
  /** The page said something. */
  onMessage(message: unknown): void;
  /** The page is not there until it says that it is ready: one in the background is made anew when it is shown. */
  detach(): void;
  /** Runs may be otherwise now. */
  onRunsChanged(): void;
}

export interface PageTarget {
  run?: string;
  step?: number;
  /** A run to compare it with. */
  with?: string;
}

/** What a page is about: one run, or those of a file. */
export interface PageSubject {
  /** What there is to show, of these the run wanted where it is among them; undefined as long as nothing is known. */
  find(wanted: string | undefined): Promise<FoundRun | undefined>;
  /** Says why there is nothing, and how to go on. */
  nothing(): string;
}

export interface FoundRun {
  run: string;
  /** Where to begin, unless the page knows better. */
  step?: number;
  /** Those of its file, to choose from. */
  runs?: { key: string; title: string }[];
}

/** What a page wants to be done in the editor. */
export type PageAction = Exclude<PageMessage, Ask | { type: 'ready' | 'at' }>;

interface PageControllerOptions {
  subject: PageSubject;
  send(message: ExtensionMessage): void;
  ask(question: ReplayParams): Promise<unknown>;
  /** Never rejects. */
  act(action: PageAction, run: string): Promise<void>;
  warn(text: string): void;
  /** The page shows a run, or another step of it. */
  onShown(shown: ShownStep): void;
}

export function pageController(
  { subject, send: post, ask, act, warn, onShown }: PageControllerOptions,
  first: PageTarget = {},
): PageController {
  let wanted = first;
  let run: string | undefined;
  let step: number | undefined;
  let offered: readonly { key: string }[] = [];
  let listens = false;
  // It shows the run, at the place that it kept.
  let placed = false;
  // What it is told once it does: before, the place that it kept may come over it.
  let due: Omit<PageTarget, 'run'> = {};
  // Nothing was shown yet, nor kept from before a reload.
  let isFirst = true;
  let finding = 0;
  let said: string | undefined;
  let warned = false;
  const busy = new Set<string>();

  const send = (message: ExtensionMessage) => {
    if (listens) post(message);
  };

  async function find(): Promise<void> {
    const own = ++finding;
    let found: FoundRun | undefined;
    let fault: string | undefined;
    try {
      found = await subject.find(wanted.run ?? run);
    } catch (error) {
      fault = `The run could not be read: ${messageOf(error)}. The command "Agent Envelopes: Show Log" shows more.`;
      warn(`What is to be replayed could not be found: ${messageOf(error)}`);
    }
    if (own !== finding || !listens) return;
    if (found) present(found);
    else sayNothing(fault ?? subject.nothing());
  }

  function present({ run: key, step: begin, runs }: FoundRun): void {
    const at = wanted.step ?? (isFirst ? begin : undefined);
    const isShown = placed && key === run;
    if (!isShown) step = undefined;
    run = key;
    offered = runs ?? [];
    said = undefined;
    isFirst = false;
    due = { ...due, ...(at !== undefined && { step: at }), ...(wanted.with !== undefined && { with: wanted.with }) };
    // A page that is made anew goes on from where it was.
    wanted = {};
    send({ type: 'show', run, ...(at !== undefined && { step: at }), ...(runs && { runs }) });
    if (isShown) tellDue();
    else placed = false;
  }

  function tellDue(): void {
    const { step: at, with: other } = due;
    due = {};
    if (at !== undefined && at !== step) send({ type: 'goto', step: at });
    if (other !== undefined) send({ type: 'compare', with: other });
  }

  function sayNothing(text: string): void {
    // It may come back.
    wanted = { ...(run !== undefined && { run }), ...wanted };
    run = undefined;
    if (text !== said) send({ type: 'nothing', text });
    said = text;
  }

  async function answer({ id, question, params }: Ask): Promise<void> {
    const asked = run;
    if (asked === undefined) return send({ type: 'failed', id, message: GONE });
    try {
      const value = await ask({ run: asked, question, params });
      if (value !== null || CAN_BE_NULL.has(question)) return send({ type: 'answer', id, value });
      send({ type: 'failed', id, message: GONE });
      if (run === asked && question === 'overview') void find();
    } catch (error) {
      warn(`A replay could not be told "${question}" of ${asked}: ${messageOf(error)}`);
      send({ type: 'failed', id, message: messageOf(error) });
    }
  }

  // One of a kind at a time: a page can't heap up dialogs.
  async function actOnce(action: PageAction): Promise<void> {
    if (run === undefined || busy.has(action.type)) return;
    busy.add(action.type);
    await act(action, run).finally(() => busy.delete(action.type));
  }

  function take(message: PageMessage): void {
    switch (message.type) {
      case 'ready':
        listens = true;
        placed = false;
        said = undefined;
        if (message.run !== undefined) {
          wanted = { run: message.run, ...wanted };
          isFirst = false;
        }
        void find();
        break;
      case 'ask':
        void answer(message);
        break;
      case 'at':
        step = message.step;
        placed = true;
        tellDue();
        if (run !== undefined) onShown({ run, step });
        break;
      default:
        void actOnce(message);
    }
  }

  return {
    get run() {
      return run;
    },
    get step() {
      return step;
    },
    offers: one => offered.some(({ key }) => key === one),
    show(next) {
      wanted = next;
      if (listens) void find();
    },
    goTo(next) {
      if (next !== step) send({ type: 'goto', step: next });
    },
    onMessage(message) {
      const decoded = decodePageMessage(message);
      if (decoded) return take(decoded);
      if (!warned) warn('The page of a replay said something that it should not; such is not heard.');
      warned = true;
    },
    detach() {
      listens = false;
    },
    onRunsChanged() {
      if (run !== undefined) send({ type: 'changed' });
      else if (listens) void find();
    },
  };
}

const GONE = 'This run is gone: its files are not there any more, or hold something else now.';

/** Of other questions null says that there is no such run. */
const CAN_BE_NULL: ReadonlySet<string> = new Set(['why', 'next']);

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
