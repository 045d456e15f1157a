/** The part of the package `oidc-provider` that tests use. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  interface Grant {
    addOIDCScope(scope: string): void
    save(): Promise<string>
  }

  interface Context {
    oidc: {
      client: { clientId: string }
      session: { accountId: string }
      provider: { Grant: new (of: { clientId: string; accountId: string }) => Grant }
    }
  }

  export interface Settings {
    clients: Record<string, unknown>[]
    jwks: { keys: object[] }
    cookies: { keys: string[] }
    /** Seconds. */
    ttl: Record<string, number>
    claims: Record<string, string[]>
    features: { devInteractions: { enabled: boolean } }
    interactions: { url: (context: Context, interaction: { uid: string }) => string }
    findAccount: (
      context: Context,
      id: string,
    ) => Promise<{ accountId: string; claims: () => Promise<Record<string, unknown>> } | undefined>
    loadExistingGrant: (context: Context) => Promise<Grant>
  }

  export default class Provider {
    constructor(issuer: string, settings: Settings)
    callback(): (request: IncomingMessage, response: ServerResponse) => void
    interactionFinished(
      request: IncomingMessage,
      response: ServerResponse,
      result: { login: { accountId: string } },
    ): Promise<void>
  }
}
