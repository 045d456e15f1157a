import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyBaseLogger, FastifyInstance, FastifyTypeProvider, RawServerDefault } from 'fastify'
import type { z } from 'zod'
import type { AppError } from '../model/errors/errors.ts'
import type { ViewPermissions } from './access/permissions.ts'
import type { Subject } from './access/subject.ts'
import type { ErrorStyle } from './errors.ts'
import type { MenuEntry } from './menu.ts'
import type { Services } from './services.ts'

/** Routes take their types from zod schemas in `schema: { params, querystring, body }`. */
export interface ZodTypes extends FastifyTypeProvider {
  validator: this['schema'] extends z.ZodType ? z.output<this['schema']> : unknown
  serializer: this['schema'] extends z.ZodType ? z.input<this['schema']> : unknown
}

export type App = FastifyInstance<RawServerDefault, IncomingMessage, ServerResponse, FastifyBaseLogger, ZodTypes>

/** A permission pair (`can_read:Chart`), anyone who is signed in, or everybody (only routes of `access/publicRoutes.ts`). */
export type Policy = `${string}:${string}` | 'signed_in' | 'public'

/**
 * What a folder of `resources/` exports: it adds its routes to the app. Every route names its policy in
 * `config.requires`; the app refuses to start with a route that has none.
 */
export interface Resource {
  (app: App, services: Services): void
  /** Permission pairs that its routes and its menu entry need and the contract does not know. */
  permissions?: readonly ViewPermissions[]
  /** Its entry in the navigation, where the contract's menu has none. */
  menu?: MenuEntry
}

declare module 'fastify' {
  interface FastifyContextConfig {
    requires?: Policy
    /** What the route answers with: described in the API description, and checked by every test that calls it. */
    answer?: z.ZodType
    /** The same of a stream: what each of its lines is. */
    lines?: z.ZodType
    /** Status of a complaint about the body; 400 unless said. */
    invalid?: 422
    /** Shape of this route's error bodies; A unless said. */
    errors?: ErrorStyle
    /** An HTML page: who may not see it is sent to the sign-in page (`plain`: without the way back). */
    page?: boolean | 'plain'
    /** What a caller who is not signed in is told, where it is not the usual. */
    refusal?: () => AppError
    /** What the body must be; json unless said. `any`: the route looks itself. */
    accepts?: 'json' | 'form' | 'multipart' | 'any'
    /** A multipart form may carry its CSRF token among its fields: the route calls `checkFormField` once it has them. */
    tokenInParts?: true
    /** Reads only, though by POST (or signs in): no CSRF token is asked for. */
    safe?: boolean
    /**
     * Changes state though it is a GET: refused when it comes from another site, or does not say from where. `minor`:
     * a caller that says nothing is believed.
     */
    changesState?: true | 'minor'
  }
  interface FastifyRequest {
    subject: Subject
  }
}
