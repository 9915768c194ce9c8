import { batch, computed, effect } from '@preact/signals';
import type { ExtensionMessage } from '../../../server/src/shared/pageMessages';
import type { ReplayModel } from '../model/replayModel';
import { type Kept, persistState, restoreState } from './persistedState';

const OF_OTHERS = ['candidates', 'compare', 'difference'] as const;

/** Connects the model to its host: shows what the host sends, saves the position, and follows a growing run. */
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
      if (!replay.overview.value) replay.emptyReason.value = error instanceof Error ? error.message : String(error);
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
      else if (added > 0) replay.arrived.value += added;
      if (replay.step.value > last) replay.step.value = Math.max(0, last);
      if ((replay.otherStep.value ?? 0) > last) replay.otherStep.value = undefined;
      // There may be more matches now.
      if (replay.search.query.value) void replay.search.find(replay.search.query.value);
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
