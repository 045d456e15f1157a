import { generateKeyPairSync } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'

/** What the provider knows about our server. */
export const client = { id: 'sextant', secret: 'a-secret-of-the-client-1234567890' }

export interface IdentityProvider {
  issuer: string
  /** Users by the name with which they sign in; `sub` is that name. Tests add and change them. */
  people: Map<string, Record<string, unknown>>
  close(): Promise<void>
}

const page = `<!doctype html><html lang="en"><title>Provider</title><link rel="icon" href="data:,"><form method="post"><label>Login <input name="login"></label>
<button>Continue</button></form></html>`

async function bodyOf(request: IncomingMessage): Promise<URLSearchParams> {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  return new URLSearchParams(text)
}

/** A real OpenID Connect provider on loopback, for one client. Its sign-in page asks for a name only. */
export async function startIdentityProvider(redirectUri: string, port: number): Promise<IdentityProvider> {
  const { default: Provider } = await import('oidc-provider')
  const issuer = `http://127.0.0.1:${port}`
  const people = new Map<string, Record<string, unknown>>()
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: client.id,
        client_secret: client.secret,
        redirect_uris: [redirectUri],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    jwks: { keys: [privateKey.export({ format: 'jwk' })] },
    ttl: { AccessToken: 60, AuthorizationCode: 60, Grant: 600, IdToken: 60, Interaction: 600, Session: 600 },
    cookies: { keys: ['a key of the test'] },
    claims: {
      openid: ['sub'],
      profile: ['preferred_username', 'name', 'given_name', 'family_name', 'groups'],
      email: ['email', 'email_verified'],
    },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    findAccount: async (_context, id) => {
      const claims = people.get(id)
      return claims && { accountId: id, claims: async () => ({ ...claims, sub: id }) }
    },
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({ clientId: oidc.client.clientId, accountId: oidc.session.accountId })
      grant.addOIDCScope('openid profile email')
      await grant.save()
      return grant
    },
  })
  const answer = provider.callback()
  const server = createServer((request, response) => {
    if (!request.url?.startsWith('/interaction/')) return answer(request, response)
    if (request.method !== 'POST') return response.setHeader('content-type', 'text/html').end(page)
    return bodyOf(request)
      .then((form) =>
        provider.interactionFinished(request, response, { login: { accountId: form.get('login') ?? '' } }),
      )
      .catch((error: unknown) => response.writeHead(500).end(String(error)))
  })
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done))
  return {
    issuer,
    people,
    close: () =>
      new Promise((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}
