import type { Configuration, IDToken } from 'openid-client'
import type { OidcConfig } from '../signInSettings.ts'
import type { ExternalPerson } from './externalPerson.ts'

/** A sign-in that has begun: stored in the browser, encrypted, until the provider sends the user back. */
export interface BegunSignIn {
  state: string
  nonce: string
  verifier: string
}

export interface Oidc {
  /** The address of the provider to which the browser is sent, and the data to store until it returns. */
  begin(redirectUri: string): Promise<{ address: string; begun: BegunSignIn }>
  /** The person that the provider has signed in. @throws if the response does not match the request */
  finish(returned: URL, begun: BegunSignIn): Promise<ExternalPerson>
}

const TIMEOUT_S = 10

/** Sign-in by OpenID Connect: authorization code with PKCE, state and nonce. The package is loaded when it is used. */
export function createOidc(config: OidcConfig): Oidc {
  let known: Promise<Configuration> | undefined

  /** Reads the provider's metadata once; a failure is not cached. */
  function discovered(): Promise<Configuration> {
    known ??= discover().catch((error: unknown) => {
      known = undefined
      throw error
    })
    return known
  }

  async function discover(): Promise<Configuration> {
    const client = await import('openid-client')
    const { issuer, clientId, clientSecret } = config
    const isPlain = issuer.protocol === 'http:'
    return client.discovery(
      issuer,
      clientId,
      undefined,
      clientSecret === undefined ? client.None() : client.ClientSecretPost(clientSecret),
      // the settings allow plain HTTP only for addresses on loopback
      { timeout: TIMEOUT_S, ...(isPlain ? { execute: [client.allowInsecureRequests] } : {}) },
    )
  }

  return {
    async begin(redirectUri) {
      const client = await import('openid-client')
      const begun = {
        state: client.randomState(),
        nonce: client.randomNonce(),
        verifier: client.randomPKCECodeVerifier(),
      }
      const address = client.buildAuthorizationUrl(await discovered(), {
        redirect_uri: redirectUri,
        scope: config.scopes,
        response_type: 'code',
        state: begun.state,
        nonce: begun.nonce,
        code_challenge: await client.calculatePKCECodeChallenge(begun.verifier),
        code_challenge_method: 'S256',
      })
      return { address: address.href, begun }
    },

    async finish(returned, { state, nonce, verifier }) {
      const client = await import('openid-client')
      const provider = await discovered()
      const tokens = await client.authorizationCodeGrant(provider, returned, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      })
      const claims = tokens.claims()
      if (!claims) throw new Error('the provider sent no id token')
      const { userinfo_endpoint: hasMore } = provider.serverMetadata()
      const more = hasMore ? await client.fetchUserInfo(provider, tokens.access_token, claims.sub) : {}
      return personOf(config, claims, { ...more, ...claims })
    },
  }
}

function personOf(config: OidcConfig, { iss, sub }: IDToken, claims: Record<string, unknown>): ExternalPerson {
  const text = (name: string) => (typeof claims[name] === 'string' ? claims[name].trim() : '')
  const groups = claims[config.groupsClaim]
  // an address that the provider has not verified is not stored as the address of the account
  const email = claims['email_verified'] === false ? '' : text('email')
  const [first = '', ...rest] = text('name').split(' ')
  return {
    provider: 'oidc',
    issuer: iss,
    subject: sub,
    username: text(config.usernameClaim) || text('email') || sub,
    email,
    firstName: text('given_name') || first,
    lastName: text('family_name') || rest.join(' '),
    groups: (Array.isArray(groups) ? groups : [groups]).filter((group): group is string => typeof group === 'string'),
  }
}
