/**
 * Routes that refuse API keys, whatever the owner of the key may do: they change accounts, passwords and keys. A leaked
 * key must not become a way to sign in, or outlive its expiry.
 */
export const keylessRoutes: ReadonlySet<string> = new Set([
  'PUT /api/v1/me/',
  'GET /api/v1/me/api_keys/',
  'POST /api/v1/me/api_keys/',
  'DELETE /api/v1/me/api_keys/:id',
  'GET /api/v1/me/sign_in/',
  'DELETE /api/v1/me/sign_in/provider',
  'POST /login/oidc/connect',
  'PUT /api/v1/security/feature_flags/',
  'POST /api/v1/me/second_factor/',
  'POST /api/v1/me/second_factor/confirm',
  'POST /api/v1/me/second_factor/remove',
  'DELETE /api/v1/security/users/:id/second_factor',
  'POST /api/v1/security/users/',
  'PUT /api/v1/security/users/:id',
  'DELETE /api/v1/security/users/',
  'DELETE /api/v1/security/users/:id',
  'POST /api/v1/security/users/:id/link',
  'POST /api/v1/security/users/:id/view_as',
  'GET /api/v1/security/users/:id/api_keys/',
  'DELETE /api/v1/security/users/:id/api_keys/:keyId',
])
