/** Every route that answers without knowing who asks. A route that says `public` and is not here stops the start. */
export const publicRoutes: ReadonlySet<string> = new Set([
  'GET /',
  'GET /health',
  'GET /health/live',
  'GET /health/ready',
  'GET /healthcheck',
  'GET /ping',
  'GET /static/*',
  'GET /login/',
  'POST /login/',
  'GET /logout/',
  'GET /lang/:code',
  'GET /setup/:token',
  'POST /setup/:token',
  'POST /api/v1/security/login',
  'POST /api/v1/security/refresh',
])
