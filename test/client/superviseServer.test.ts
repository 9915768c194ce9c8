import { describe, expect, it } from 'vitest';
import { MAX_CRASHES, type ServerState, superviseServer } from '../../client/src/superviseServer';

/** A server that starts, fails and exits under the control of the test. */
function supervised() {
  const states: ServerState[] = [];
  const launched: ReturnType<typeof process>[] = [];
  const clock = { now: 0 };
  const process = (end: () => void) => {
    let start = () => {};
    let fail = (_error: Error) => {};
    const started = new Promise<void>((resolve, reject) => {
      start = resolve;
      fail = reject;
    });
    return { started, start, fail, end, isStopped: false, stop: async () => {} };
  };
  const supervisor = superviseServer({
    launch(end) {
      const own = process(end);
      own.stop = async () => {
        own.isStopped = true;
      };
      launched.push(own);
      return own;
    },
    onStateChange: state => states.push(state),
    now: () => clock.now,
  });
  const newest = () => {
    const last = launched.at(-1);
    if (!last) throw new Error('nothing was launched');
    return last;
  };
  return { supervisor, states, launched, clock, newest };
}

describe('a supervised server', () => {
  it('is replaced when it exits, and the new one answers', async () => {
    const { supervisor, launched, newest } = supervised();
    const started = supervisor.start();
    newest().start();
    await started;
    newest().end();
    const running = supervisor.running();
    newest().start();
    expect(await running).toBe(newest());
    expect(launched).toHaveLength(2);
    expect(supervisor.state).toBe('running');
  });

  it('is not restarted after it exited too often, and rejects requests', async () => {
    const { supervisor, states, launched, newest } = supervised();
    const started = supervisor.start();
    for (let count = 0; count < MAX_CRASHES; count++) {
      newest().start();
      newest().end();
    }
    await started;
    expect(launched).toHaveLength(MAX_CRASHES);
    expect(states.at(-1)).toBe('stopped');
    await expect(supervisor.running()).rejects.toThrow(/has stopped.*Restart Server/);
  });

  it('counts a failed start as an exit', async () => {
    const { supervisor, launched, newest } = supervised();
    const started = supervisor.start();
    for (let count = 0; count < MAX_CRASHES; count++) {
      const failing = newest();
      failing.fail(new Error('no such module'));
      await failing.started.catch(() => {});
      await Promise.resolve();
    }
    await started;
    expect([supervisor.state, launched.length]).toEqual(['stopped', MAX_CRASHES]);
  });

  it('counts an exit once, however often it is reported', async () => {
    const { supervisor, launched, newest } = supervised();
    void supervisor.start();
    const first = newest();
    first.end();
    first.fail(new Error('connection closed'));
    first.end();
    await first.started.catch(() => {});
    expect(launched).toHaveLength(2);
  });

  it('is always restarted if it exits rarely', async () => {
    const { supervisor, clock, newest } = supervised();
    void supervisor.start();
    for (let count = 0; count < 3 * MAX_CRASHES; count++) {
      clock.now += 60_000;
      newest().end();
    }
    expect(supervisor.state).toBe('starting');
  });

  it('can be restarted after the stop, and may then exit as often as before', async () => {
    const { supervisor, launched, newest } = supervised();
    void supervisor.start();
    for (let count = 0; count < MAX_CRASHES; count++) newest().end();
    const restarted = supervisor.restart();
    expect(supervisor.state).toBe('starting');
    await Promise.resolve();
    await Promise.resolve();
    newest().end();
    newest().start();
    await restarted;
    expect([supervisor.state, launched.length]).toEqual(['running', MAX_CRASHES + 2]);
  });

  it('can be restarted while it runs or starts: one server remains, and the exit of the other does not count', async () => {
    const { supervisor, launched, newest } = supervised();
    void supervisor.start();
    const first = newest();
    const restarts = [supervisor.restart(), supervisor.restart()];
    const asked = supervisor.running();
    while (launched.length < 2) await Promise.resolve();
    first.end();
    first.start();
    newest().start();
    await Promise.all(restarts);
    expect(first.isStopped).toBe(true);
    expect(launched).toHaveLength(2);
    expect(await asked).toBe(newest());
  });

  it('stays stopped after it was disposed', async () => {
    const { supervisor, launched, newest } = supervised();
    void supervisor.start();
    await supervisor.stop();
    newest().end();
    expect([supervisor.state, launched.length]).toEqual(['stopped', 1]);
  });
});
