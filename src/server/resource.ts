import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyBaseLogger, FastifyInstance, FastifyTypeProvider, RawServerDefault } from 'fastify'
import type { z } from 'zod'
import type { AppError } from '../model/errors/errors.ts'
import type { ViewPermissions } from './access/permissions.ts'
import type { Subject } from './access/subject.ts'
import type { ErrorStyle } from './errors.ts'
import type { MenuEntry } from './menu.ts'
import type { Services } from './services.ts'

/** Routes get their types from zod schemas in `schema: { params, querystring, body }`. */
export interface ZodTypes extends FastifyTypeProvider {
  validator: this['schema'] extends z.ZodType ? z.output<this['schema']> : unknown
  serializer: this['schema'] extends z.ZodType ? z.input<this['schema']> : unknown
}

export type App = FastifyInstance<RawServerDefault, IncomingMessage, ServerResponse, FastifyBaseLogger, ZodTypes>

/** A permission pair (`can_read:Chart`), any signed-in user, or everybody (only routes of `access/publicRoutes.ts`). */
export type Policy = `${string}:${string}` | 'signed_in' | 'public'

/**
 * What a folder of `resources/` exports: it adds its routes to the app. Every route declares its policy in
 * `config.requires`; the app does not start with a route that has none.
 */
export interface Resource {
  (app: App, services: Services): void
  /** Permission pairs of its routes and its menu entry that the contract does not have. */
  permissions?: readonly ViewPermissions[]
  /** Its entry in the navigation, if the contract's menu has none. */
  menu?: MenuEntry
}

declare module 'fastify' {
  interface FastifyContextConfig {
    requires?: Policy
    /** The feature flag without which the address does not exist. */
    flag?: string
    /** The response of the route: part of the API description, and checked by every test that calls it. */
    answer?: z.ZodType
    /** For a stream: the schema of each of its lines. */
    lines?: z.ZodType
    /** The response with status 202: the result follows later. */
    accepted?: z.ZodType
    /** The statuses of its successful responses; 200 by default. */
    statuses?: readonly (200 | 201 | 202 | 204)[]
    /** The media type of the file that it returns. */
    file?: string
    /** Its body, for the API description only: the route itself reads the parts of a form, or checks the body. */
    body?: z.ZodType
    /** Status of an error about the body; 400 by default. */
    invalid?: 422
    /** Format of this route's error bodies; A by default. */
    errors?: ErrorStyle
    /**
     * An HTML page: users without permission are redirected to the sign-in page (`plain`: without a return address).
     */
    page?: boolean | 'plain'
    /** `signed_in` includes guests of embedded dashboards. */
    guests?: true
    /** The message for a user who is not signed in, if it is not the default. */
    refusal?: () => AppError
    /** The content type of the body; json by default. `any`: the route checks it. */
    accepts?: 'json' | 'form' | 'multipart' | 'any'
    /**
     * A multipart form may contain its CSRF token among its fields: the route calls `checkFormField` after parsing
     * them.
     */
    tokenInParts?: true
    /** The route only reads, although it is a POST, or it signs a user in: no CSRF token is required. */
    safe?: boolean
    /** Runs queries of charts: rejected before its body is read while too many requests of the user wait. */
    runsQueries?: true
    /** Ends viewing the product as another user: the only change that is possible meanwhile. */
    endsViewing?: true
    /**
     * Changes state although it is a GET: rejected if it comes from another site or has no origin. `minor`: requests
     * without an origin are accepted.
     */
    changesState?: true | 'minor'
  }
  interface FastifyRequest {
    subject: Subject
  }
}
