import { allow } from "./limiter.js";
import { Store } from "./store.js";

const store = new Store();

/** THR-1c */
export function throttle(req: { headers: Record<string, string> }, res: { statusCode: number; end(body?: string): void }, next: () => void): void {
  const key = req.headers["x-api-key"] ?? "anonymous";
  if (allow(store, key, Date.now())) {
    next();
    return;
  }
  res.statusCode = 429;
  res.end("too many requests");
}
