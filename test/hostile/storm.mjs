/**
 * What a storm is made of. Everything it does comes from its seed and its pace: so many actions a second, so many
 * connections at most, until its time is over. It counts what the server said, by status or by how it ended.
 */
import { connect } from 'node:net';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';

const TICK_MS = 10;
/** A generator that fell behind must not make up for it in one burst: the server would get a wave, not a storm. */
const LARGEST_BURST = 50;

export class Storm {
  #held = new Set();
  #counts = {};
  #random;
  #at = 0;

  constructor({ target, seconds, seed, addresses }) {
    this.target = target;
    this.seconds = seconds;
    this.addresses = addresses;
    this.deadline = performance.now() + seconds * 1_000;
    this.#random = mulberry32(seed);
  }

  get over() {
    return performance.now() >= this.deadline;
  }

  get held() {
    return this.#held.size;
  }

  get counts() {
    return this.#counts;
  }

  count(outcome) {
    this.#counts[outcome] = (this.#counts[outcome] ?? 0) + 1;
  }

  /** An integer from 0 to below `limit`. */
  random(limit) {
    return Math.floor(this.#random() * limit);
  }

  pick(list) {
    return list[this.random(list.length)];
  }

  text(length) {
    return Array.from({ length }, () => this.random(36).toString(36)).join('');
  }

  /**
   * A connection to one of the server's ports, from one of the storm's addresses in turn. What it answers is counted by
   * status, an end without an answer as `cut`; `silent` connections count nothing of what is said.
   */
  open(port, { silent = false, onStatus = () => undefined } = {}) {
    const localAddress = this.addresses[this.#at++ % this.addresses.length];
    const socket = connect({ port, host: '127.0.0.1', localAddress, noDelay: true });
    let answered = false;
    this.#held.add(socket);
    const fault = (error) => {
      if (!answered && !this.over) this.count(error.code ?? 'error');
      answered = true;
    };
    socket.on('error', fault);
    socket.on('close', () => {
      this.#held.delete(socket);
      if (!answered && !this.over) this.count('cut');
    });
    if (!silent)
      socket.on('data', (chunk) => {
        answered = true;
        for (const [, status] of chunk.latin1Slice().matchAll(/HTTP\/1\.[01] (\d{3})/g)) {
          this.count(status);
          onStatus(Number(status), socket);
        }
      });
    return socket;
  }

  /** Starts `perSecond` actions a second while fewer than `most` connections are held. */
  async paced(perSecond, most, action) {
    let due = 0;
    let last = performance.now();
    while (!this.over) {
      await sleep(TICK_MS);
      const now = performance.now();
      due = Math.min(due + ((now - last) / 1_000) * perSecond, LARGEST_BURST);
      last = now;
      for (; due >= 1 && this.held < most; due--) action();
    }
  }

  end() {
    for (const socket of this.#held) socket.destroy();
  }
}

function mulberry32(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let value = Math.imul(state ^ (state >>> 15), state | 1);
    value ^= value + Math.imul(value ^ (value >>> 7), value | 61);
    return ((value ^ (value >>> 14)) >>> 0) / 4_294_967_296;
  };
}
