import { describe, expect, it } from '@jest/globals';
import { parseCron } from './cron-expression.js';
import { nextRun } from './next-run.js';
import { timeZone } from './time-zone.js';

/** As ISO times to the minute. */
function runs(expression: string, zone: string, after: string, count = 1): (string | null)[] {
  const parsed = parseCron(expression);
  const place = timeZone(zone);
  if (parsed === null || place === null) throw new Error(`Not readable: ${expression} in ${zone}`);
  const found: (string | null)[] = [];
  for (let at = Date.parse(after); found.length < count;) {
    const next = nextRun(parsed, place, at);
    found.push(next === null ? null : new Date(next).toISOString().replace(':00.000Z', 'Z'));
    if (next === null) break;
    at = next;
  }
  return found;
}

describe('fields', () => {
  it.each<[string, string[]]>([
    ['* * * * *', ['2026-01-01T00:01Z', '2026-01-01T00:02Z']],
    ['*/20 * * * *', ['2026-01-01T00:20Z', '2026-01-01T00:40Z', '2026-01-01T01:00Z']],
    ['10-20/5 * * * *', ['2026-01-01T00:10Z', '2026-01-01T00:15Z', '2026-01-01T00:20Z', '2026-01-01T01:10Z']],
    ['50/4 * * * *', ['2026-01-01T00:50Z', '2026-01-01T00:54Z', '2026-01-01T00:58Z', '2026-01-01T01:50Z']],
    ['5,1 3,2 * * *', ['2026-01-01T02:01Z', '2026-01-01T02:05Z', '2026-01-01T03:01Z']],
    ['0 0 1 JAN-mar/2 *', ['2026-03-01T00:00Z', '2027-01-01T00:00Z']],
    ['0 0 * * 0', ['2026-01-04T00:00Z']],
    ['0 0 * * 7', ['2026-01-04T00:00Z', '2026-01-11T00:00Z']],
    ['0 0 * * fri-Sun', ['2026-01-02T00:00Z', '2026-01-03T00:00Z', '2026-01-04T00:00Z', '2026-01-09T00:00Z']],
    ['0 0 * * 5-7', ['2026-01-02T00:00Z', '2026-01-03T00:00Z', '2026-01-04T00:00Z', '2026-01-09T00:00Z']],
    ['0 0 L * *', ['2026-01-31T00:00Z', '2026-02-28T00:00Z', '2026-03-31T00:00Z']],
    ['0 0 15,l * *', ['2026-01-15T00:00Z', '2026-01-31T00:00Z', '2026-02-15T00:00Z', '2026-02-28T00:00Z']],
    ['0 0 L FEB *', ['2026-02-28T00:00Z', '2027-02-28T00:00Z', '2028-02-29T00:00Z']],
    ['0 0 * * mon#1', ['2026-01-05T00:00Z', '2026-02-02T00:00Z']],
    ['0 0 * * 5#5', ['2026-01-30T00:00Z', '2026-05-29T00:00Z']],
    ['0 0 * * FRI#L', ['2026-01-30T00:00Z', '2026-02-27T00:00Z']],
    ['0 0 * * 7#1,wed', ['2026-01-04T00:00Z', '2026-01-07T00:00Z']],
    ['@hourly', ['2026-01-01T01:00Z']],
    ['@daily', ['2026-01-02T00:00Z']],
    ['@Midnight', ['2026-01-02T00:00Z']],
    ['@weekly', ['2026-01-04T00:00Z']],
    ['@monthly', ['2026-02-01T00:00Z']],
    ['@yearly', ['2027-01-01T00:00Z']],
    ['  @annually ', ['2027-01-01T00:00Z']],
    ['  0\t12  * * * ', ['2026-01-01T12:00Z']],
  ])('%s', (expression, expected) => {
    expect(runs(expression, 'UTC', '2026-01-01T00:00:00Z', expected.length)).toEqual(expected);
  });

  it.each(
    [
      ['', '*', '* * * *', '0 * * * * *', '0 0 1 1 * 2026', '2026-01-01T00:00:00Z'],
      ['60 * * * *', '* 24 * * *', '* * 0 * *', '* * 32 * *', '* * * 0 *', '* * * 13 *', '* * * * 8'],
      [
        '-1 * * * *',
        '1.5 * * * *',
        '1,,2 * * * *',
        ', * * * *',
        '1- * * * *',
        '5-1 * * * *',
        '1-2-3 * * * *',
      ],
      [
        '*/0 * * * *',
        '*/61 * * * *',
        '*/-1 * * * *',
        '*/ * * * *',
        '*-5 * * * *',
        '1/2/3 * * * *',
        '** * * * *',
      ],
      ['? * * * *', '0 0 ? * *', '0 0 15W * *', '0 0 LW * *', '0 0 L-3 * *', '0 0 1-L * *', '0 0 L/2 * *'],
      ['0 0 * * L', '0 0 * * 5L', '0 0 * * #1', '0 0 * * 1#', '0 0 * * 1#0', '0 0 * * 1#6', '0 0 * * 8#1'],
      ['0 0 * * 1-3#1', '0 0 * * *#1', '0 0 * * 1#1#1', '0 0 * * 1/2#1', '0 0 * * 1#01', '0 0 * * +1'],
      [
        '0 0 * * monday',
        '0 0 * sun *',
        '0 0 * * jan',
        'mon * * * *',
        '@reboot',
        '@',
        '@daily *',
        '@every 1h',
      ],
      ['٣ * * * *', '0 0 * * 1 #1', '0x1 * * * *', '001 * * * *', '* * * * * ; *'],
    ].flat(),
  )('refuses %j', (expression) => {
    expect(parseCron(expression)).toBeNull();
  });
});

describe('days', () => {
  it('fires on either when both day fields are restricted', () => {
    expect(runs('0 0 13 * FRI', 'UTC', '2026-01-01T00:00:00Z', 3)).toEqual([
      '2026-01-02T00:00Z',
      '2026-01-09T00:00Z',
      '2026-01-13T00:00Z',
    ]);
    // A step restricts as well.
    expect(runs('0 0 */10 * SUN', 'UTC', '2026-01-01T00:00:00Z', 3)).toEqual([
      '2026-01-04T00:00Z',
      '2026-01-11T00:00Z',
      '2026-01-18T00:00Z',
    ]);
    expect(runs('0 0 L * SUN#2', 'UTC', '2026-01-01T00:00:00Z', 2)).toEqual([
      '2026-01-11T00:00Z',
      '2026-01-31T00:00Z',
    ]);
  });

  it('fires on the one that is restricted', () => {
    expect(runs('0 0 13 * *', 'UTC', '2026-01-01T00:00:00Z')).toEqual(['2026-01-13T00:00Z']);
    expect(runs('0 0 * * FRI', 'UTC', '2026-01-01T00:00:00Z')).toEqual(['2026-01-02T00:00Z']);
  });

  it.each([
    ['0 0 29 2 *', '2096-03-01T00:00:00Z', '2104-02-29T00:00Z'],
    ['0 0 * 2 MON#5', '2026-01-01T00:00:00Z', '2044-02-29T00:00Z'],
    ['0 0 * 2 MON#5', '2072-03-01T00:00:00Z', '2112-02-29T00:00Z'],
  ])('waits years for %s', (expression, after, expected) => {
    expect(runs(expression, 'UTC', after)).toEqual([expected]);
  });

  it.each(['0 0 30 2 *', '0 0 31 2,4,6,9,11 *', '0 0 30,31 FEB *'])('never comes: %s', (expression) => {
    expect(runs(expression, 'Europe/Berlin', '2026-01-01T00:00:00Z')).toEqual([null]);
  });

  it('is strictly after the instant', () => {
    expect(runs('0 12 * * *', 'UTC', '2026-01-01T11:59:59.999Z')).toEqual(['2026-01-01T12:00Z']);
    expect(runs('0 12 * * *', 'UTC', '2026-01-01T12:00:00.000Z')).toEqual(['2026-01-02T12:00Z']);
    expect(runs('0 12 * * *', 'UTC', '2026-01-01T12:00:00.001Z')).toEqual(['2026-01-02T12:00Z']);
  });
});

interface ZoneCase {
  name: string;
  expression: string;
  zone: string;
  after: string;
  expected: string[];
}

const ZONES: ZoneCase[] = [
  {
    name: 'a zone in summer',
    expression: '0 14 * * *',
    zone: 'Europe/London',
    after: '2026-07-01T00:00:00Z',
    expected: ['2026-07-01T13:00Z'],
  },
  {
    name: 'a zone with three quarters of an hour, named in small letters',
    expression: '0 9 * * MON',
    zone: 'asia/kathmandu',
    after: '2026-01-01T00:00:00Z',
    expected: ['2026-01-05T03:15Z'],
  },
  {
    name: 'the local day, not that of UTC',
    expression: '30 23 L * *',
    zone: 'America/Los_Angeles',
    after: '2026-01-31T00:00:00Z',
    expected: ['2026-02-01T07:30Z', '2026-03-01T07:30Z'],
  },
  {
    name: 'a skipped time is at the first instant after the gap',
    expression: '30 2 * * *',
    zone: 'Europe/Berlin',
    after: '2026-03-28T12:00:00Z',
    expected: ['2026-03-29T01:00Z', '2026-03-30T00:30Z'],
  },
  {
    name: 'many skipped times are one',
    expression: '*/15 2 * * *',
    zone: 'Europe/Berlin',
    after: '2026-03-29T00:00:00Z',
    expected: ['2026-03-29T01:00Z', '2026-03-30T00:00Z'],
  },
  {
    name: 'a skipped time and the first one after the gap are one',
    expression: '30 2,3 * * *',
    zone: 'America/New_York',
    after: '2026-03-08T00:00:00Z',
    expected: ['2026-03-08T07:00Z', '2026-03-08T07:30Z', '2026-03-09T06:30Z'],
  },
  {
    name: 'an hourly one goes on over the gap',
    expression: '@hourly',
    zone: 'America/New_York',
    after: '2026-03-08T05:30:00Z',
    expected: ['2026-03-08T06:00Z', '2026-03-08T07:00Z', '2026-03-08T08:00Z'],
  },
  {
    name: 'a gap of half an hour',
    expression: '15 2 * * *',
    zone: 'Australia/Lord_Howe',
    after: '2026-10-03T12:00:00Z',
    expected: ['2026-10-03T15:30Z', '2026-10-04T15:15Z'],
  },
  {
    name: 'a gap at midnight',
    expression: '@daily',
    zone: 'America/Santiago',
    after: '2026-09-05T12:00:00Z',
    expected: ['2026-09-06T04:00Z', '2026-09-07T03:00Z'],
  },
  {
    name: 'a day that there never was',
    expression: '0 12 30 12 *',
    zone: 'Pacific/Apia',
    after: '2011-12-29T00:00:00Z',
    expected: ['2011-12-30T10:00Z', '2012-12-29T22:00Z'],
  },
  {
    name: 'a time that comes twice is at its first',
    expression: '30 1 * * *',
    zone: 'America/New_York',
    after: '2026-11-01T00:00:00Z',
    expected: ['2026-11-01T05:30Z', '2026-11-02T06:30Z'],
  },
  {
    name: 'one that comes twice, asked between the two',
    expression: '30 1 * * *',
    zone: 'America/New_York',
    after: '2026-11-01T05:45:00Z',
    expected: ['2026-11-02T06:30Z'],
  },
  {
    name: 'an hour that comes twice is silent the second time',
    expression: '*/20 * * * *',
    zone: 'America/New_York',
    after: '2026-11-01T05:20:00Z',
    expected: ['2026-11-01T05:40Z', '2026-11-01T07:00Z'],
  },
  {
    name: 'a midnight that comes twice',
    expression: '@daily',
    zone: 'America/Havana',
    after: '2026-10-31T12:00:00Z',
    expected: ['2026-11-01T04:00Z', '2026-11-02T05:00Z'],
  },
  {
    name: 'half an hour that comes twice',
    expression: '45 1 * * *',
    zone: 'Australia/Lord_Howe',
    after: '2026-04-04T12:00:00Z',
    expected: ['2026-04-04T14:45Z', '2026-04-05T15:15Z'],
  },
  {
    name: 'the year turns where the zone is',
    expression: '@yearly',
    zone: 'Pacific/Kiritimati',
    after: '2026-06-01T00:00:00Z',
    expected: ['2026-12-31T10:00Z'],
  },
];

describe('zones', () => {
  it.each(ZONES)('$name', ({ expression, zone, after, expected }) => {
    expect(runs(expression, zone, after, expected.length)).toEqual(expected);
  });

  it('are those of IANA', () => {
    for (const name of ['UTC', 'Etc/GMT+5', 'Asia/Calcutta', 'EST5EDT', 'europe/london'])
      expect(timeZone(name)).not.toBeNull();
    for (const name of ['', 'Not/AZone', '+01:00', '-0500', 'GMT+1', 'Europe/London ', 'local', '../etc/utc'])
      expect(timeZone(name)).toBeNull();
  });

  it('agree with a walk through every quarter of an hour, around changes of many zones', () => {
    const zones = [
      'Europe/Berlin',
      'America/Sao_Paulo',
      'Africa/Casablanca',
      'Asia/Tehran',
      'Antarctica/Troll',
    ];
    for (const name of zones) {
      const zone = timeZone(name)!;
      for (const day of [
        '2026-03-29',
        '2026-10-25',
        '2018-11-04',
        '2026-02-15',
        '2026-03-22',
        '2022-09-21',
      ]) {
        const seen = new Set<number>();
        const start = Date.parse(`${day}T00:00:00Z`) - 12 * 3_600_000;
        for (let quarter = 0; quarter < 36 * 4; quarter++) {
          const instant = start + quarter * 900_000;
          const local = zone.localOf(instant);
          if (!seen.has(local) && quarter > 12)
            expect([name, zone.instantOf(local)]).toEqual([name, instant]);
          seen.add(local);
        }
      }
    }
  });
});
