import { describe, expect, it } from '@jest/globals';
import { missingSettings, type Surroundings } from './process-settings.js';

const MEBIBYTE = 1_048_576;
const missing = (given: Partial<Surroundings>) =>
  missingSettings({ environment: {}, flags: [], memoryBytes: 2_048 * MEBIBYTE, ...given });

describe('settings of the process', () => {
  it.each([
    ['half of the memory', 512, 256],
    ['half of a larger one', 6_000, 3_000],
    ['no more than V8 can use well', 65_536, 4_096],
    ['no less than the server needs to start', 64, 128],
  ])('the heap is %s', (_, memory, heap) => {
    expect(missing({ memoryBytes: memory * MEBIBYTE }).flags).toContain(`--max-old-space-size=${heap}`);
  });

  it.each([
    ['4', 512],
    ['1', 2_048],
    ['', 2_048],
    ['many', 2_048],
  ])('%s workers share the memory', (GATEWAY_WORKERS, heap) => {
    const { flags } = missing({ environment: { GATEWAY_WORKERS }, memoryBytes: 4_096 * MEBIBYTE });
    expect(flags).toContain(`--max-old-space-size=${heap}`);
  });

  it.each([
    ['the most that pays', 65_536, 1, 32],
    ['a power of two', 3_000, 2, 16],
    ['little of a small container', 512, 1, 8],
    ['no less than requests need', 64, 1, 8],
  ])('what lives shortly gets %s', (_, memory, workers, size) => {
    const given = {
      environment: { GATEWAY_WORKERS: String(workers) },
      memoryBytes: memory * MEBIBYTE,
    };
    expect(missing(given).flags).toContain(`--max-semi-space-size=${size}`);
  });

  it.each([
    ['much memory', 2_048, 1, true],
    ['little', 512, 1, false],
    ['workers that share much', 3_000, 4, false],
  ])('the heap may grow freely with %s: %d MiB, %d processes', (_, memory, workers, grows) => {
    const environment = { GATEWAY_WORKERS: String(workers) };
    const { flags } = missing({ environment, memoryBytes: memory * MEBIBYTE });
    expect(flags.some((flag) => flag.startsWith('--heap-growing-percent='))).toBe(grows);
  });

  it('nothing is missing once the process has what was missing', () => {
    const { environment, flags } = missing({});
    expect(Object.keys(environment)).not.toHaveLength(0);
    expect(missing({ environment, flags })).toEqual({ environment: {}, flags: [] });
  });

  it.each([
    ['as a flag', { flags: ['--max-old-space-size=300'] }],
    ['as a flag with underscores', { flags: ['--max_old_space_size=300'] }],
    ['as a share', { flags: ['--max-old-space-size-percentage=30'] }],
    ['in NODE_OPTIONS', { environment: { NODE_OPTIONS: '--trace-warnings --max-old-space-size=300' } }],
  ])('a heap that the operator sets %s stays', (_, given) => {
    const { flags } = missing(given);
    expect(flags.filter((flag) => flag.includes('old-space'))).toEqual([]);
    expect(flags.filter((flag) => flag.includes('semi-space'))).toHaveLength(1);
  });

  it('an allocator that the operator has set stays', () => {
    const { environment } = missing({ environment: { MALLOC_ARENA_MAX: '4' } });
    expect(environment).not.toHaveProperty('MALLOC_ARENA_MAX');
    expect(environment).toHaveProperty('MALLOC_MMAP_THRESHOLD_');
  });
});
