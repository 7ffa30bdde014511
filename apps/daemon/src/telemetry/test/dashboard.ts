/**
 * What Grafana takes for a dashboard, as far as ours uses it: a name that it does not know it leaves out without a word, so
 * nothing else may be there. Fields as in Grafana's own kinds (`kinds/dashboard`) of schema version 39.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

export const DASHBOARD = fileURLToPath(
  new URL('../../../../../tools/dev/dashboards/critique.json', import.meta.url),
);
const COLUMNS = 24;

const words = z.string().min(1);
const id = z.int().positive();
// biome-ignore lint/suspicious/noTemplateCurlyInString: Grafana's variable, not ours
const datasource = z.strictObject({ type: z.literal('prometheus'), uid: z.literal('${datasource}') });

const GridPosSchema = z
  .strictObject({
    x: z.int().min(0),
    y: z.int().min(0),
    w: z.int().min(1),
    h: z.int().min(1),
  })
  .refine(({ x, w }) => x + w <= COLUMNS, 'reaches over the edge');

const ThresholdsSchema = z.strictObject({
  mode: z.literal('absolute'),
  // The first has no value: it goes from wherever the scale begins.
  steps: z.tuple(
    [z.strictObject({ color: words, value: z.null() })],
    z.strictObject({ color: words, value: z.number() }),
  ),
});

const shown = {
  id,
  title: words,
  datasource,
  gridPos: GridPosSchema,
  fieldConfig: z.strictObject({
    defaults: z.strictObject({
      unit: z.enum(['percentunit', 's', 'ms', 'currencyUSD']).optional(),
      thresholds: ThresholdsSchema.optional(),
      custom: z.strictObject({ thresholdsStyle: z.strictObject({ mode: z.literal('line') }) }).optional(),
    }),
    overrides: z.tuple([]),
  }),
  options: z.strictObject({}),
  targets: z
    .array(
      z.strictObject({ refId: z.string().regex(/^[A-Z]$/), datasource, expr: words, legendFormat: words }),
    )
    .min(1),
};

const PanelSchema = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('row'),
    id,
    title: words,
    collapsed: z.literal(false),
    gridPos: GridPosSchema,
    // Those of a collapsed row; of an open one they stand below it.
    panels: z.tuple([]),
    targets: z.never().optional(),
    fieldConfig: z.never().optional(),
  }),
  z.strictObject({ type: z.literal('timeseries'), ...shown }),
  z.strictObject({ type: z.literal('bargauge'), ...shown }),
  z.strictObject({ type: z.literal('stat'), ...shown }),
]);
type Panel = z.infer<typeof PanelSchema>;

const ChoiceSchema = z.strictObject({ text: words, value: words });
const variable = { name: z.string().regex(/^\w+$/), label: words, hide: z.literal(0) };
const VariableSchema = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('datasource'),
    ...variable,
    query: z.literal('prometheus'),
    current: z.strictObject({}),
  }),
  z.strictObject({
    type: z.literal('query'),
    ...variable,
    datasource,
    query: z.strictObject({ query: words, refId: words }),
    // 2: whenever the time that is looked at changes.
    refresh: z.literal([1, 2]),
    includeAll: z.boolean(),
    allValue: words,
    multi: z.boolean(),
    current: ChoiceSchema,
  }),
  z.strictObject({
    type: z.literal('custom'),
    ...variable,
    query: words,
    options: z.array(z.strictObject({ ...ChoiceSchema.shape, selected: z.boolean() })).min(1),
    current: ChoiceSchema,
  }),
]);

export const DashboardSchema = z.strictObject({
  uid: z.string().regex(/^[\w-]{1,40}$/),
  title: words,
  description: words,
  tags: z.array(words),
  schemaVersion: z.literal(39),
  version: z.int().positive(),
  editable: z.boolean(),
  timezone: z.enum(['browser', 'utc']),
  time: z.strictObject({ from: words, to: words }),
  refresh: z.string().regex(/^\d+[smh]$/),
  annotations: z.strictObject({ list: z.tuple([]) }),
  links: z.tuple([]),
  templating: z.strictObject({ list: z.array(VariableSchema) }),
  panels: z.array(PanelSchema).min(1),
});
export type Dashboard = z.infer<typeof DashboardSchema>;

export function readDashboard(): Dashboard {
  return DashboardSchema.parse(JSON.parse(readFileSync(DASHBOARD, 'utf8')));
}

/** Pairs of panels of which one lies on the other. */
export function overlaps(panels: readonly Pick<Panel, 'title' | 'gridPos'>[]): string[] {
  return panels.flatMap((one, n) =>
    panels
      .slice(n + 1)
      .filter(({ gridPos }) => meet(one.gridPos, gridPos))
      .map(({ title }) => `${one.title} / ${title}`),
  );
}

function meet(a: Panel['gridPos'], b: Panel['gridPos']): boolean {
  return a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;
}
