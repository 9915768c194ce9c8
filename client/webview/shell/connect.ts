import { batch, effect } from '@preact/signals';
import type { ToPage } from '../../src/replay/messages';
import type { Replay } from '../replay/replay';
import { type Kept, keepState, restoreState } from './keptState';

/** Ties a replay to its host: shows what the host says, keeps the place, and follows a run that is being written. */
export function connect(replay: Replay): void {
  const { host } = replay;
  let shown: string | undefined;
  let kept: Kept | undefined = host.kept();
  let asking = false;
  let again: { wanted?: number } | undefined;

  async function look(wanted?: number): Promise<void> {
    if (asking) {
      // The last step that was wanted counts.
      again = { ...again, ...(wanted !== undefined && { wanted }) };
      return;
    }
    asking = true;
    try {
      const overview = await host.ask('overview', {});
      if (overview.revision !== replay.overview.value?.revision || shown !== overview.run.key) {
        shown = overview.run.key;
        take(overview, wanted);
      } else if (wanted !== undefined) replay.goTo(wanted);
    } catch (error) {
      if (!replay.overview.value) replay.nothing.value = error instanceof Error ? error.message : String(error);
    }
    asking = false;
    if (again) {
      const { wanted: next } = again;
      again = undefined;
      await look(next);
    }
  }

  function take(overview: NonNullable<Replay['overview']['value']>, wanted: number | undefined): void {
    const before = replay.overview.value;
    batch(() => {
      replay.answers.forget();
      replay.overview.value = overview;
      replay.nothing.value = undefined;
      if (!before) {
        restoreState(replay, kept?.run === overview.run.key ? kept : undefined);
        kept = undefined;
      }
      const last = overview.run.steps - 1;
      const added = before ? overview.run.steps - before.run.steps : 0;
      if (wanted !== undefined) replay.goTo(wanted);
      else if (replay.following.value) replay.step.value = Math.max(0, last);
      else if (added > 0) replay.arrived.value += added;
      if (replay.step.value > last) replay.step.value = Math.max(0, last);
      // What was found may be more by now.
      if (replay.search.query.value) void replay.search.find(replay.search.query.value);
    });
  }

  function begin(message: Extract<ToPage, { type: 'show' }>): void {
    if (message.run !== shown) {
      batch(() => {
        replay.overview.value = undefined;
        replay.player.pause();
        replay.step.value = 0;
        replay.comparedWith.value = undefined;
      });
    }
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
        replay.nothing.value = message.text;
        break;
      case 'changed':
        if (shown !== undefined) void look();
        break;
      case 'goto':
        replay.goTo(message.step);
        break;
      case 'compare':
        batch(() => {
          replay.comparedWith.value = message.with;
          replay.tab.value = 'compare';
        });
    }
  });
  effect(() => {
    const step = replay.step.value;
    if (replay.overview.value && !replay.player.playing.value) host.tell({ type: 'at', step });
  });
  effect(() => {
    const { value } = replay.overview;
    if (value) keepState(replay, value.run.key);
  });
  host.tell({ type: 'ready', ...(kept && { run: kept.run }) });
}
