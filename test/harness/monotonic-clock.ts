const now = performance.now.bind(performance);

/** Lets this process believe that so much time has passed since it was last right: what it remembers grows old. */
export function later(ms: number): void {
  performance.now = () => now() + ms;
}

export function backToNow(): void {
  performance.now = now;
}
