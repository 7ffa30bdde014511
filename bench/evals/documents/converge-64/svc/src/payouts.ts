import express from 'express';
const app = express();
const REQUEST_TIMEOUT_MS = 20_000;
const RETRIES = 6;
const MAX_PAYOUT_EUROS = 10_000;

interface Payout {
  payout_id: string;
  amount_minor: number;
  created_at: string;
  currency: string;
}

app.post('/payouts', make);
app.get('/payouts/:id', show);
app.patch('/payouts/:id', cancel);

const key = process.env.PAYOUT_API_KEY;
const limit = process.env.PAYOUT_RETRY_MAX;
