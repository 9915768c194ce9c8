import { batch, computed, effect } from '@preact/signals';
import { isObject } from '../../../server/src/shared/isObject';
import type { Axis } from '../../../server/src/shared/lspExtensions';
import type { ExtensionMessage, PageState } from '../../../server/src/shared/pageMessages';
import { errorText } from '../../../server/src/shared/shownText';
import { isCount } from '../../../server/src/shared/validateShape';
import { speeds } from '../model/player';
import { type ReplayModel, sideIds, tabIds } from '../model/replayModel';
import { lanesChoices, preferredTimeAxis } from '../model/timelineViewport';
import { download } from '../selectHost';

const OF_OTHERS = ['candidates', 'compare', 'difference'] as const;

/**
 * Connects the page that replays a workflow run to its host: the editor, an exported file, or the list of runs. Shows the run that the host
 * sends, saves which step is shown, and follows a run that grows.
 */
export function connectHost(replay: ReplayModel): void {
  const { host } = replay;
  let wanted: string | undefined;
  let shown: string | undefined;
  let kept: Kept | undefined = host.loadState();
  let asking = false;
  let again: { step?: number } | undefined;

  async function look(step?: number): Promise<void> {
    if (asking) {
      // The last requested step wins.
      again = { ...again, ...(step !== undefined && { step }) };
      return;
    }
    asking = true;
    try {
      const overview = await host.ask('overview', {});
      replay.lostReason.value = undefined;
      // Another run may have been requested meanwhile: it is asked for next.
      if (overview.run.key === wanted) {
        const isOther = shown !== overview.run.key || !replay.overview.value;
        const known = replay.overview.value;
        if (isOther || overview.revision !== known?.revision) take(overview, step, isOther);
        else {
          if (overview.othersRevision !== known.othersRevision) takeOthers(overview);
          if (step !== undefined) replay.goTo(step);
        }
      }
    } catch (error) {
      const reason = replay.overview.value ? replay.lostReason : replay.emptyReason;
      reason.value = errorText(error);
    }
    asking = false;
    if (again) {
      const { step: next } = again;
      again = undefined;
      await look(next);
    }
  }

  function take(
    overview: NonNullable<ReplayModel['overview']['value']>,
    step: number | undefined,
    isOther: boolean,
  ): void {
    const before = isOther ? undefined : replay.overview.value;
    // A run that was temporarily gone is restored as it was shown.
    const known = kept?.run === overview.run.key ? kept : host.loadState();
    shown = overview.run.key;
    batch(() => {
      replay.answers.forget();
      replay.overview.value = overview;
      replay.emptyReason.value = undefined;
      if (isOther) {
        beginAnew(replay);
        restoreState(replay, known?.run === overview.run.key ? known : undefined);
        kept = undefined;
      }
      const last = overview.run.steps - 1;
      const added = before ? overview.run.steps - before.run.steps : 0;
      if (step !== undefined) replay.goTo(step);
      else if (replay.following.value) replay.step.value = Math.max(0, last);
      if (replay.step.value > last) replay.step.value = Math.max(0, last);
      if (!isOther) replay.arrived.value = newSteps(replay, replay.arrived.value + added);
      if ((replay.otherStep.value ?? 0) > last) replay.otherStep.value = undefined;
      // There may be more matches now.
      if (isOther) void replay.search.find(replay.search.query.value);
      else replay.search.findAnew();
    });
  }

  // Answers about this run alone stay valid.
  function takeOthers(overview: NonNullable<ReplayModel['overview']['value']>): void {
    batch(() => {
      replay.answers.forget(OF_OTHERS);
      replay.overview.value = overview;
    });
  }

  function begin(message: Extract<ExtensionMessage, { type: 'show' }>): void {
    wanted = message.run;
    if (message.run !== shown) replay.overview.value = undefined;
    replay.siblings.value = message.runs ?? [];
    void look(message.step);
  }

  host.listen(message => {
    switch (message.type) {
      case 'show':
        begin(message);
        break;
      case 'nothing':
        replay.overview.value = undefined;
        replay.emptyReason.value = message.text;
        break;
      case 'changed':
        if (wanted !== undefined) void look();
        break;
      case 'goto':
        replay.goTo(message.step);
        break;
      case 'compare':
        batch(() => {
          replay.comparedWith.value = message.with;
          replay.showTab('compare');
        });
        break;
      case 'download':
        download(message);
        break;
      case 'find':
        void replay.search.find(message.query);
    }
  });
  // Other changes of the overview, as of a growing run, do not change the position.
  const run = computed(() => replay.overview.value?.run.key);
  effect(() => {
    const step = replay.step.value;
    if (run.value !== undefined && !replay.player.playing.value) host.send({ type: 'at', step });
  });
  effect(() => {
    const { value } = replay.overview;
    if (value) persistState(replay, value.run.key);
  });
  host.send({ type: 'ready', ...(kept && { run: kept.run }) });
}

/** Resets what was set for another run. */
function beginAnew({ player, step, otherStep, comparedWith, folded, timeline, arrived, following }: ReplayModel): void {
  player.pause();
  player.loop.value = {};
  step.value = 0;
  comparedWith.value = undefined;
  otherStep.value = undefined;
  folded.unfoldAll();
  timeline.showAll();
  arrived.value = 0;
  following.value = false;
}

/** The saved state; untrusted, since it may be of an older version. */
export type Kept = PageState;

/** Saves the position in a run and the view settings. Called in an effect: runs again whenever any of them changes. */
function persistState(replay: ReplayModel, run: string): void {
  const {
    step,
    otherStep,
    tab,
    side,
    front,
    timeline,
    player,
    search,
    folded,
    comparedWith,
    following,
    arrived,
    overview,
    host,
  } = replay;
  host.saveState({
    run,
    step: step.value,
    tab: tab.value,
    side: side.value,
    front: front.value,
    envelopeAs: replay.envelopeView.as.value,
    conversationScope: replay.conversationScope.value,
    conversationSoFar: replay.conversationSoFar.value,
    showsAsWritten: replay.showsAsWritten.value,
    axis: timeline.axis.value,
    lanesBy: timeline.chosenLanes.value,
    range: timeline.range.value,
    speed: player.speed.value,
    pace: player.pace.value,
    loop: player.loop.value,
    query: search.query.value,
    folded: folded.now.value,
    otherStep: otherStep.value,
    comparedWith: comparedWith.value,
    following: following.value,
    steps: overview.value?.run.steps,
    arrived: arrived.value,
  });
}

/** Restores the saved view of a run; without one, chooses the best. */
export function restoreState(replay: ReplayModel, kept: Kept | undefined): void {
  const overview = replay.overview.value;
  if (!overview) return;
  const { timeline, player, folded, search } = replay;
  // On a time axis, steps without duration would be lines side by side.
  const byTime = preferredTimeAxis(overview);
  const first = overview.has.durations ? byTime : 'even';
  const wanted = kept?.['axis'];
  timeline.axis.value =
    wanted === 'even' || wanted === 'time' || wanted === 'active' ? axisThere(wanted, byTime) : first;
  if (overview.has.conversation) replay.tab.value = 'conversation';
  // A session is a conversation with one agent, whose graph says little.
  if (overview.has.conversation === 'run') replay.side.value = 'steps';
  if (!kept) return;
  const { step, tab, side, range, speed, pace, loop, query, folded: fold, comparedWith, following } = kept;
  if (isCount(step)) replay.step.value = Math.min(step, Math.max(0, overview.run.steps - 1));
  replay.tab.value = tabIds.find(id => id === tab) ?? replay.tab.value;
  replay.side.value = sideIds.find(id => id === side) ?? replay.side.value;
  replay.front.value = kept['front'] === 'side' ? 'side' : 'tab';
  replay.envelopeView.as.value = kept['envelopeAs'] === 'text' ? 'text' : 'tree';
  timeline.chosenLanes.value = lanesChoices(overview.lanes).find(by => by === kept['lanesBy']);
  const scope = kept['conversationScope'];
  replay.conversationScope.value = scope === 'step' || scope === 'run' ? scope : undefined;
  replay.conversationSoFar.value = kept['conversationSoFar'] === true;
  replay.showsAsWritten.value = kept['showsAsWritten'] === true;
  if (isSpan(range)) timeline.range.value = { from: range.from, to: range.to };
  player.speed.value = speeds.find(one => one === speed) ?? 1;
  player.pace.value = pace === 'even' ? 'even' : 'real';
  if (isObject(loop)) {
    const { from, to } = loop;
    player.loop.value = { ...(isCount(from) && { from }), ...(isCount(to) && { to }) };
  }
  if (isObject(fold) && Array.isArray(fold['but'])) {
    folded.now.value = { all: fold['all'] === true, but: fold['but'].filter(isCount) };
  }
  const held = kept['otherStep'];
  if (isCount(held) && held < overview.run.steps) replay.otherStep.value = held;
  if (typeof comparedWith === 'string') replay.comparedWith.value = comparedWith;
  replay.following.value = following === true;
  // Steps that arrived while the page was hidden count as new.
  const [steps, arrived] = [kept['steps'], kept['arrived']];
  if (isCount(steps) && isCount(arrived) && following !== true) {
    replay.arrived.value = newSteps(replay, arrived + overview.run.steps - steps);
  }
  if (typeof query === 'string' && query) void search.find(query);
}

/** Limits the number of new steps to those after the shown one: of a rewritten log fewer may be left. */
function newSteps({ overview, step }: ReplayModel, count: number): number {
  return Math.max(0, Math.min(count, (overview.value?.run.steps ?? 0) - 1 - step.value));
}

/** Falls back where a run has no times, or no idle time. */
function axisThere(wanted: Axis, byTime: Axis): Axis {
  if (wanted === 'even' || byTime === 'even') return 'even';
  return wanted === 'active' ? byTime : wanted;
}

function isSpan(value: unknown): value is { from: number; to: number } {
  if (!isObject(value)) return false;
  const { from, to } = value;
  return Number.isFinite(from) && Number.isFinite(to) && (from as number) < (to as number);
}
