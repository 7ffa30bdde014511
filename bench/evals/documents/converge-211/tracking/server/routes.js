const LIMIT_PER_MINUTE = 120;

export function routes(app, store) {
  app.use((req, res, next) => {
    if (!req.headers['x-api-token']) return res.status(401).end();
    next();
  });
  app.get('/v3/parcels/:number', (req, res) => res.json(store.one(req.params.number)));
  app.get('/v3/parcels/:number/events', (req, res) => res.json(store.events(req.params.number)));
}
