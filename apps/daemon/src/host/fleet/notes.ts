/** What is said about the present and never stored, such as that a run ended before it began, to the streams of all nodes. */
import { z } from 'zod';
import type { Notices } from '../../store/postgres/notices.ts';
import type { Bus, Notice } from '../stream/bus.ts';

const MOST_CHARS = 2_000;
const NoticeSchema = z.object({
  projectId: z.string(),
  runId: z.string(),
  name: z.string(),
  data: z.unknown(),
});

/** The same bus, whose notices are heard on other nodes too. */
export function sharingBus(bus: Bus, notices: Notices, nodeId: string): Bus {
  return {
    ...bus,
    get streams() {
      return bus.streams;
    },
    announce(notice) {
      bus.announce(notice);
      const text = Buffer.from(JSON.stringify(notice)).toString('base64url');
      if (text.length <= MOST_CHARS) notices.say(`note:${nodeId}:${text}`);
    },
  };
}

/** Ours were announced when they were said. */
export function hearNote(topic: string, bus: Bus, nodeId: string): void {
  const [, from, text = ''] = topic.split(':');
  if (from === nodeId) return;
  const parsed = NoticeSchema.safeParse(JSON.parse(Buffer.from(text, 'base64url').toString()));
  if (parsed.success) bus.announce(parsed.data as Notice);
}
