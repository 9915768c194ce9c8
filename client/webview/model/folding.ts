import { type Signal, signal } from '@preact/signals';
import type { Folded } from '../../../server/src/shared/protocol';

/** The folded steps, which hide those nested in them. */
export interface Folding {
  now: Signal<Folded>;
  toggle(step: number): void;
  foldAll(): void;
  unfoldAll(): void;
}

export function createFolding(): Folding {
  const now = signal<Folded>({ all: false, but: [] });
  return {
    now,
    toggle(step) {
      const { all, but } = now.value;
      now.value = { all, but: but.includes(step) ? but.filter(one => one !== step) : [...but, step] };
    },
    foldAll() {
      now.value = { all: true, but: [] };
    },
    unfoldAll() {
      now.value = { all: false, but: [] };
    },
  };
}
