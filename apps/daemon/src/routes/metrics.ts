/** `GET /metrics`: what a Prometheus reads, for whoever may use the API. */
import type { Hono } from 'hono';
import type { Metrics } from '../telemetry/metrics.ts';

export function mountMetrics(app: Hono, metrics: Metrics): void {
  app.get('/metrics', async (c) => {
    const wanted = c.req.header('accept')?.includes('application/openmetrics-text') === true;
    const { type, body } = await metrics.text(wanted ? 'openmetrics' : 'prometheus');
    return c.body(body, 200, { 'Content-Type': type });
  });
}
