const ALLOWED = ['image/png', 'image/jpeg'];
const KEEP_DAYS = 30;
const SCANNER = { host: '127.0.0.1', port: 3301 };
export async function upload(req, scan) {
  if (!ALLOWED.includes(req.type)) return { status: 415 };
  const verdict = await scan(SCANNER, req.body);
  if (verdict === 'clean') return { status: 201 };
  return { status: 422 };
}
