/**
 * Every route that is available without signing in. If a route requires `public` and is not listed here, the server
 * does not start.
 */
export const publicRoutes: ReadonlySet<string> = new Set([
  'GET /',
  'GET /back',
  'GET /favicon.ico',
  'GET /health',
  'GET /health/live',
  'GET /health/ready',
  'GET /healthcheck',
  // checks its own token, or the address of the caller
  'GET /metrics',
  'GET /ping',
  'GET /static/*',
  'GET /plugins/:file',
  'GET /login/',
  'POST /login/',
  'POST /login/code',
  'POST /login/code/cancel',
  'GET /login/oidc',
  'GET /login/oidc/callback',
  'GET /logout/',
  'GET /lang/:code',
  'GET /embedded/:uuid',
  'GET /register/',
  'GET /register/form',
  'POST /register/',
  'POST /register/form',
  'GET /setup/:token',
  'POST /setup/:token',
  // a signed link in an email
  'GET /unsubscribe/:token',
  'POST /unsubscribe/:token',
  'POST /api/v1/security/login',
  'POST /api/v1/security/refresh',
])
