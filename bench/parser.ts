/** Parser throughput against saxes, sax, htmlparser2 and a bare `indexOf('<')` scan, all in one run. */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { DEFAULT_CRITIQUE_CONFIG } from '@design-jury/contracts/defaults';
import { Parser as HtmlParser } from 'htmlparser2';
import sax from 'sax';
import { SaxesParser } from 'saxes';
import { createParser } from '../apps/daemon/src/protocols/theater/parser.ts';
import { compare, median } from './measure.ts';
import type { BenchRow } from './report.ts';
import { chunked, transcript } from './transcripts.ts';

const MIB = 1024 * 1024;
const REPEATS = 21;
const WARM_MS = 200;
const VERSION_2 = '--version-2';

/** The same text under version 2: every tag of the protocol carries it. */
const CODE = 'kx7wqz3mbn5r9t';
const TAG =
  /<(\/?)(CRITIQUE_RUN|ROUND_END|ROUND|PANELIST|NOTES|ARTIFACT|DIM|MUST_FIX|REASON|SHIP|SUMMARY)(?=[\s>/])/g;
const sealed = (text: string): string => text.replace(TAG, `<$1$2-${CODE}`);

type Reader = (chunks: readonly string[]) => number;

/** Every reader counts what it sees, so that no work can be optimised away. */
const readers = {
  ours(chunks) {
    const parser = createParser(DEFAULT_CRITIQUE_CONFIG);
    let seen = 0;
    for (const chunk of chunks) {
      const step = parser.write(chunk);
      seen += step.events.length;
      if (step.error !== null) throw step.error;
    }
    return seen + parser.end().events.length;
  },
  version2(chunks) {
    const parser = createParser(DEFAULT_CRITIQUE_CONFIG, { code: CODE });
    let seen = 0;
    for (const chunk of chunks) {
      const step = parser.write(chunk);
      seen += step.events.length;
      if (step.error !== null) throw step.error;
    }
    return seen + parser.end().events.length;
  },
  saxes(chunks) {
    const parser = new SaxesParser({ fragment: true });
    let seen = 0;
    parser.on('opentag', () => seen++);
    parser.on('text', () => seen++);
    parser.on('cdata', () => seen++);
    for (const chunk of chunks) parser.write(chunk);
    parser.close();
    return seen;
  },
  sax(chunks) {
    const parser = sax.parser(true);
    let seen = 0;
    parser.onopentag = () => seen++;
    parser.ontext = () => seen++;
    parser.oncdata = () => seen++;
    for (const chunk of chunks) parser.write(chunk);
    parser.close();
    return seen;
  },
  htmlparser2(chunks) {
    let seen = 0;
    const parser = new HtmlParser(
      { onopentag: () => seen++, ontext: () => seen++, oncdatastart: () => seen++ },
      { xmlMode: true },
    );
    for (const chunk of chunks) parser.write(chunk);
    parser.end();
    return seen;
  },
  indexOf(chunks) {
    let seen = 0;
    for (const chunk of chunks)
      for (let i = chunk.indexOf('<'); i !== -1; i = chunk.indexOf('<', i + 1)) seen++;
    return seen;
  },
} satisfies Record<string, Reader>;

function timed(reader: Reader, chunks: readonly string[]): number {
  const start = process.hrtime.bigint();
  if (reader(chunks) === 0) throw new Error('a reader saw nothing');
  return Number(process.hrtime.bigint() - start) / 1e6;
}

/**
 * Interleaved, so that a busy moment of the machine hits every reader alike. Every reader is compiled before it is
 * timed: in single readings of a millisecond the compiler would be most of what is measured.
 */
function race(chunks: readonly string[], names: (keyof typeof readers)[]): Record<string, number> {
  const times: Record<string, number[]> = Object.fromEntries(names.map((name) => [name, []]));
  for (const name of names) for (let ms = 0; ms < WARM_MS; ) ms += timed(readers[name], chunks);
  for (let i = 0; i < REPEATS; i++) {
    for (const name of names) times[name]?.push(timed(readers[name], chunks));
  }
  return Object.fromEntries(names.map((name) => [name, median(times[name] ?? [])]));
}

const CASES = [
  { kind: 'realistic', size: 1, label: '1 B', targets: { saxes: 0.5 } },
  { kind: 'realistic', size: 64, label: '64 B', targets: { saxes: 1.2 } },
  { kind: 'realistic', size: 4096, label: '4 KiB', targets: { saxes: 4, htmlparser2: 3, indexOf: 0.35 } },
  { kind: 'realistic', size: 65536, label: '64 KiB', targets: {} },
  { kind: 'dense', size: 64, label: '64 B dense', targets: {} },
  { kind: 'dense', size: 4096, label: '4 KiB dense', targets: { saxes: 1.2 } },
] as const;

export async function run(): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  const texts = { realistic: transcript('realistic', MIB), dense: transcript('dense', MIB) };
  for (const { kind, size, label, targets } of CASES) {
    const text = texts[kind];
    const names: (keyof typeof readers)[] = ['ours', 'saxes', 'sax', 'indexOf'];
    // htmlparser2 needs minutes for single characters.
    if (size > 1) names.push('htmlparser2');
    const ms = race(chunked(text, size), names);
    const ours = ms.ours ?? Number.NaN;
    rows.push({ name: `parser, ${label} chunks`, value: text.length / MIB / (ours / 1000), unit: 'MiB/s' });
    for (const anchor of names.slice(1)) {
      const ratio = (ms[anchor] ?? Number.NaN) / ours;
      rows.push(
        compare(`parser, ${label} chunks`, ratio, `× ${anchor}`, (targets as Record<string, number>)[anchor]),
      );
    }
  }
  // In a process of its own: a parser that has read both grammars is compiled for both.
  const child = execFileSync(
    process.execPath,
    [...process.execArgv, fileURLToPath(import.meta.url), VERSION_2],
    { encoding: 'utf8' },
  );
  rows.push(...(JSON.parse(child) as BenchRow[]));
  rows.push(...growth(VERSIONS[1]), memory(VERSIONS[1]));
  return rows;
}

function version2(): BenchRow[] {
  const rows: BenchRow[] = [];
  const texts = { realistic: transcript('realistic', MIB), dense: transcript('dense', MIB) };
  for (const { kind, size, label, targets } of CASES) {
    const text = sealed(texts[kind]);
    const ms = race(chunked(text, size), [
      'version2',
      'saxes',
      'sax',
      'indexOf',
      ...(size > 1 ? (['htmlparser2'] as const) : []),
    ]);
    const own = ms.version2 ?? Number.NaN;
    rows.push({ name: `version 2, ${label} chunks`, value: text.length / MIB / (own / 1000), unit: 'MiB/s' });
    for (const [anchor, target] of Object.entries(targets))
      rows.push(
        compare(`version 2, ${label} chunks`, (ms[anchor] ?? Number.NaN) / own, `× ${anchor}`, target),
      );
  }
  rows.push(...growth(VERSIONS[2]), memory(VERSIONS[2]));
  return rows;
}

interface Version {
  /** Before the name of a row. */
  named: string;
  written(text: string): string;
  parser(): ReturnType<typeof createParser>;
}

/** [P22] Both grow alike: the same rows, the same targets. */
const VERSIONS: Readonly<Record<1 | 2, Version>> = {
  1: { named: '', written: (text) => text, parser: () => createParser(DEFAULT_CRITIQUE_CONFIG) },
  2: {
    named: 'version 2, ',
    written: sealed,
    parser: () => createParser(DEFAULT_CRITIQUE_CONFIG, { code: CODE }),
  },
};

/** Reads a text in pieces cut on the way, so that no array of a million chunks burdens the collector. */
function readInPieces(parser: ReturnType<typeof createParser>, text: string, size: number): number {
  const start = process.hrtime.bigint();
  for (let i = 0; i < text.length; i += size) parser.write(text.slice(i, i + size));
  parser.end();
  return Number(process.hrtime.bigint() - start) / 1e6 / text.length;
}

/** Doubling must stay doubling: 64 MiB may cost 70 times what 1 MiB costs. */
function growth({ named, written, parser }: Version): BenchRow[] {
  const rows: BenchRow[] = [];
  const made = (kind: 'realistic' | 'dense', bytes: number): string => written(transcript(kind, bytes));
  const read = (text: string, size: number): number => readInPieces(parser(), text, size);
  const texts = { one: made('realistic', MIB), all: made('realistic', 64 * MIB) };
  for (const size of [64, 4096, 65536]) {
    const pairs = Array.from({ length: 6 }, () => {
      const one = median(Array.from({ length: 15 }, () => read(texts.one, size)));
      return (read(texts.all, size) / one) * 64;
    });
    const name = `${named}growth 1 → 64 MiB, ${size} B chunks`;
    rows.push(compare(name, median(pairs.slice(1)), '× time', 70, 'at most'));
  }
  const dense = { one: made('dense', MIB), two: made('dense', 2 * MIB) };
  const pairs = Array.from({ length: 7 }, () => (read(dense.two, 1) / read(dense.one, 1)) * 2);
  const name = `${named}growth 1 → 2 MiB, 1 B chunks, dense`;
  rows.push(compare(name, median(pairs), '× time', 2.3, 'at most'));
  return rows;
}

const ROUND = /<ROUND[\s-]/;

/** Peak heap over a 64 MiB stream of 60 KB artifacts that is made while it is read. */
function memory({ named, written, parser: begin }: Version): BenchRow {
  const round = written(transcript('realistic', 70_000));
  const body = round.slice(round.search(ROUND));
  const parser = begin();
  parser.write(round.slice(0, round.search(ROUND)));
  globalThis.gc?.();
  const before = process.memoryUsage().heapUsed;
  let peak = 0;
  for (let bytes = 0; bytes < 64 * MIB; bytes += body.length) {
    for (const chunk of chunked(body, 4096)) parser.write(chunk);
    peak = Math.max(peak, process.memoryUsage().heapUsed - before);
  }
  return compare(`${named}peak heap over 64 MiB of 60 KB artifacts`, peak / MIB, 'MiB', 64, 'at most');
}

if (process.argv[2] === VERSION_2) process.stdout.write(JSON.stringify(version2()));
