/** `GET /api/fleet`: the nodes and the queue that this daemon is one of. */
import type { FleetNode, FleetReport } from '@design-jury/contracts/ops';
import type { Hono } from 'hono';

export interface FleetView {
  nodeId: string;
  nodes(): Promise<FleetNode[]>;
  queue(): Promise<FleetReport['queue']>;
}

export async function reportOf(fleet: FleetView): Promise<FleetReport> {
  return { nodeId: fleet.nodeId, nodes: await fleet.nodes(), queue: await fleet.queue() };
}

/** A daemon that is alone has no such address. */
export function mountFleet(app: Hono, fleet: FleetView): void {
  app.get('/api/fleet', async (c) => c.json(await reportOf(fleet)));
}
