/** The standard variables of OpenTelemetry that we take, for `env-table.ts`. Values are read in `telemetry/otlp/settings.ts`. */

const SIGNALS = ['traces', 'logs', 'metrics'] as const;
export type Signal = (typeof SIGNALS)[number];

const PARTS = {
  ENDPOINT: {
    does: 'where %s are sent; without it nothing is',
    takes: 'an address',
    otherwise: 'nothing is sent',
  },
  HEADERS: { does: 'headers of what is sent, for %s', takes: '`name=value,…`', otherwise: 'none' },
  PROTOCOL: {
    does: 'how %s are sent',
    takes: '`http/json`; `http/protobuf` is sent as JSON too',
    otherwise: 'http/json',
  },
  TIMEOUT: { does: 'how long one try may take, for %s', takes: 'milliseconds', otherwise: '10000' },
  COMPRESSION: { does: 'whether %s are packed', takes: 'gzip or none', otherwise: 'none' },
} as const;
type Part = keyof typeof PARTS;

interface OtelVariable {
  does: string;
  takes: string;
  otherwise: string;
  parse: (text: string) => string;
}

type OtlpName = `OTEL_EXPORTER_OTLP_${Part}` | `OTEL_EXPORTER_OTLP_${Uppercase<Signal>}_${Part}`;

const verbatim = (text: string): string => text.trim();

/** What stands for all signals, then what each has of its own. */
function otlpRows(): Record<OtlpName, OtelVariable> {
  const rows: Record<string, OtelVariable> = {};
  for (const [part, { does, takes, otherwise }] of Object.entries(PARTS)) {
    rows[`OTEL_EXPORTER_OTLP_${part}`] = {
      does: does.replace('%s', 'traces, logs and metrics'),
      takes,
      otherwise,
      parse: verbatim,
    };
    for (const signal of SIGNALS)
      rows[`OTEL_EXPORTER_OTLP_${signal.toUpperCase()}_${part}`] = {
        does: does.replace('%s', `${signal} alone`),
        takes: part === 'ENDPOINT' ? 'the whole address' : takes,
        otherwise: `as \`OTEL_EXPORTER_OTLP_${part}\``,
        parse: verbatim,
      };
  }
  return rows as Record<OtlpName, OtelVariable>;
}

const row = (does: string, takes: string, otherwise: string): OtelVariable => ({
  does,
  takes,
  otherwise,
  parse: verbatim,
});

export const OTEL_VARIABLES = {
  ...otlpRows(),
  OTEL_SDK_DISABLED: row('true: nothing is sent, whatever else is set', 'true or false', 'false'),
  OTEL_TRACES_EXPORTER: row('none: no traces', 'otlp or none', 'otlp'),
  OTEL_LOGS_EXPORTER: row('none: no logs', 'otlp or none', 'otlp'),
  OTEL_METRICS_EXPORTER: row('none: no metrics', 'otlp or none', 'otlp'),
  OTEL_TRACES_SAMPLER: row(
    'which traces are sent',
    'always_on, always_off, traceidratio, or one of them after `parentbased_`',
    'parentbased_always_on',
  ),
  OTEL_TRACES_SAMPLER_ARG: row('the share of traces that traceidratio takes', '0 to 1', '1'),
  OTEL_SERVICE_NAME: row('the name of this service', 'a name', 'design-jury'),
  OTEL_RESOURCE_ATTRIBUTES: row('more about this service', '`name=value,…`', 'none'),
  OTEL_BSP_SCHEDULE_DELAY: row('how long a span or an entry may wait for others', 'milliseconds', '5000'),
  OTEL_BSP_MAX_QUEUE_SIZE: row('how many may wait; the others are dropped', 'a whole number', '2048'),
  OTEL_BSP_MAX_EXPORT_BATCH_SIZE: row('how many are sent at once', 'a whole number', '512'),
  OTEL_METRIC_EXPORT_INTERVAL: row('how often metrics are sent', 'milliseconds', '60000'),
  TRACEPARENT: row(
    'the trace that started this command; its runs go on with it',
    'a W3C `traceparent`',
    'a trace of its own',
  ),
} as const satisfies Record<string, OtelVariable>;
